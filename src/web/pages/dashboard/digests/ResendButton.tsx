import { Send } from 'lucide-react';
import { digestApi } from '#shared/digests/digest.ts';
import { useAction } from '#web/api/query.ts';
import { Button } from '#web/ui/Button.tsx';
import { toast } from '#web/ui/toast/toast.ts';

/** Sends the newest digest of a search term once more. */
export function ResendButton({ searchTerm }: { searchTerm: string }) {
  const resend = useAction(digestApi.resend, {
    onSuccess: (sent) =>
      toast({
        title: 'Email Resent',
        description: `The digest for “${sent.searchTerm}” is on its way. Please check your spam folder too.`,
        tone: 'good',
      }),
    onError: ({ message }) => toast({ title: 'Resend Failed', description: message, tone: 'bad' }),
  });
  return (
    <Button
      variant="quiet"
      size="small"
      pending={resend.isPending}
      onClick={() => resend.mutate({ body: { searchTerm } })}
      className="relative px-2.5! text-muted hover:text-ink"
    >
      <Send className="size-3.5" aria-hidden="true" />
      Resend<span className="sr-only"> the newest digest on {searchTerm}</span>
    </Button>
  );
}
