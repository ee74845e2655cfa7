import { Send } from 'lucide-react';
import { type Digest, digestApi } from '#shared/digests/digest.ts';
import { dateInWords } from '#shared/values/dates.ts';
import { useAction } from '#web/api/query.ts';
import { Button } from '#web/ui/Button.tsx';
import { toast } from '#web/ui/toast.tsx';

interface ResendButtonProps {
  digest: Pick<Digest, 'id' | 'sentAt' | 'createdAt'> & { searchTerm: string };
  zone: string | undefined;
}

/** Sends this digest again. */
export function ResendButton({ digest: { id, searchTerm, sentAt, createdAt }, zone }: ResendButtonProps) {
  const date = dateInWords(new Date(sentAt ?? createdAt), { zone, weekday: true });
  const resend = useAction(digestApi.resend, {
    onSuccess: (sent) =>
      toast({
        title: 'Email Resent',
        description: `The digest of ${date} on “${sent.searchTerm}” is on its way. Please check your spam folder too.`,
        tone: 'good',
      }),
    onError: ({ message }) => toast({ title: 'Resend Failed', description: message, tone: 'bad' }),
  });
  return (
    <Button
      variant="quiet"
      size="small"
      pending={resend.isPending}
      onClick={() => resend.mutate({ body: { searchTerm, digestId: id } })}
      className="relative px-2.5! text-muted hover:text-ink"
    >
      <Send className="size-3.5" aria-hidden="true" />
      Resend
      <span className="sr-only">
        {' '}
        the digest of {date} on {searchTerm}
      </span>
    </Button>
  );
}
