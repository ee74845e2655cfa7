import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { toast } from '#web/ui/toast.tsx';

/** Recovery codes, shown once. */
export function RecoveryCodes({ codes }: { codes: string[] }) {
  const copy = () =>
    navigator.clipboard.writeText(codes.join('\n')).then(
      () => toast({ title: 'Recovery Codes Copied', tone: 'good' }),
      () => toast({ title: 'Copy Failed', description: 'Please copy the codes by hand.', tone: 'bad' }),
    );
  return (
    <Notice tone="good" title="Keep your recovery codes">
      <p>
        If your phone or key is lost, each of these signs you in once, after your password. They are shown
        only now: print them, or put them into a password manager.
      </p>
      <ol
        aria-label="Recovery codes"
        className="mt-3 grid gap-x-6 gap-y-1 font-mono text-sm text-ink tabular-nums sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <Button variant="secondary" size="small" className="mt-3" onClick={() => void copy()}>
        Copy the codes
      </Button>
    </Notice>
  );
}
