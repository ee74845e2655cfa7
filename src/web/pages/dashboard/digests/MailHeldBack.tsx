import { useQueryClient } from '@tanstack/react-query';
import { accountApi, type Me } from '#shared/accounts/account.ts';
import { bouncesApi } from '#shared/mail/mailTool.ts';
import { keyOf, useAction } from '#web/api/query.ts';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { toast } from '#web/ui/toast/toast.ts';

/** Says that no mail goes to the reader, why, and lets it go again. */
export function MailHeldBack({ me, why }: { me: Me; why: keyof typeof reasons }) {
  const client = useQueryClient();
  const clear = useAction(bouncesApi.clear, {
    onSuccess: ({ message }) => {
      toast({ title: 'Email Turned On Again', description: message, tone: 'good' });
      return client.invalidateQueries({ queryKey: keyOf(accountApi.me) });
    },
    onError: ({ message }) => toast({ title: 'Email Still Held Back', description: message, tone: 'bad' }),
  });
  return (
    <Notice tone="warn" title="Your digests are kept here and not mailed" className="mb-8">
      <p>{reasons[why].replace('{email}', me.email)}</p>
      <Button
        variant="secondary"
        size="small"
        pending={clear.isPending}
        onClick={() => clear.mutate({})}
        className="mt-2.5"
      >
        Mail me again
      </Button>
    </Notice>
  );
}

const reasons = {
  bounce:
    'Mail to {email} came back: the mail server there says that it cannot be delivered. If the mailbox works again, let mail go to it again.',
  complaint:
    'A digest to {email} was reported as spam, so only mail that keeps your account safe goes there. If that was a mistake, let digests go there again.',
};
