import { Send } from 'lucide-react';
import { useRef } from 'react';
import { type Digest, digestApi } from '#shared/digests/digest.ts';
import { dateInWords } from '#shared/values/dates.ts';
import { useAction } from '#web/api/api.ts';
import { Button } from '#web/ui/Form.tsx';
import { toast } from '#web/ui/Notice.tsx';

type Sent = Pick<Digest, 'id' | 'sentAt' | 'createdAt'> & { searchTerm: string };

const dayOf = ({ sentAt, createdAt }: Omit<Sent, 'searchTerm'>, zone: string | undefined): string =>
  dateInWords(new Date(sentAt ?? createdAt), { zone, weekday: true });

/** Sends a digest again, and says so. */
export function useResend(zone: string | undefined): { send: (digest: Sent) => void; isPending: boolean } {
  const sent = useRef('');
  const resend = useAction(digestApi.resend, {
    onSuccess: ({ searchTerm }) =>
      toast(
        'good',
        'Email Resent',
        `The digest of ${sent.current} on “${searchTerm}” is on its way. Please check your spam folder too.`,
      ),
    onError: ({ message }) => toast('bad', 'Resend Failed', message),
  });
  return {
    isPending: resend.isPending,
    send: (digest) => {
      sent.current = dayOf(digest, zone);
      resend.mutate({ body: { searchTerm: digest.searchTerm, digestId: digest.id } });
    },
  };
}

/** Sends this digest again. */
export function ResendButton({ digest, zone }: { digest: Sent; zone: string | undefined }) {
  const { send, isPending } = useResend(zone);
  return (
    <Button
      variant="quiet"
      pending={isPending}
      onClick={() => send(digest)}
      className="relative px-2.5! text-muted hover:text-ink"
    >
      <Send className="size-3.5" />
      <span className="max-sm:sr-only">Resend</span>
      <span className="sr-only">
        {' '}
        the digest of {dayOf(digest, zone)} on {digest.searchTerm}
      </span>
    </Button>
  );
}
