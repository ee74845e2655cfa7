import { useQueryClient } from '@tanstack/react-query';
import { type Me, visitApi } from '#shared/accounts/me.ts';
import { bouncesApi } from '#shared/mail/mailTool.ts';
import { keyOf, useAction } from '#web/api/query.ts';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { toast } from '#web/ui/toast.tsx';

/** Explains why mail to the reader is suspended, with a button to turn it on again. */
export function MailHeldBack({ me, why }: { me: Me; why: keyof typeof reasons }) {
  const client = useQueryClient();
  const clear = useAction(bouncesApi.clear, {
    onSuccess: ({ message }) => {
      toast({ title: 'Email Turned On', description: message, tone: 'good' });
      return client.invalidateQueries({ queryKey: keyOf(visitApi.me) });
    },
    onError: ({ message }) => toast({ title: 'Email Still Held Back', description: message, tone: 'bad' }),
  });
  return (
    <Notice tone="warn" title="Your digests are kept here, not mailed" className="mb-8">
      <p>{reasons[why].replace('{email}', me.email)}</p>
      <Button
        variant="secondary"
        size="small"
        pending={clear.isPending}
        onClick={() => clear.mutate({})}
        className="mt-2.5"
      >
        Turn mail back on
      </Button>
    </Notice>
  );
}

const reasons = {
  bounce: 'Mail to {email} came back as undeliverable. Once the mailbox works again, turn mail back on.',
  complaint:
    'A digest to {email} was reported as spam. Only account mail is sent there now. If that was a mistake, turn digests back on.',
};
