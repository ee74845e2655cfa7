import type { ReactNode } from 'react';
import { copyText } from '#web/ui/copyText.ts';
import { Button } from '#web/ui/Form.tsx';
import { Notice, toast } from '#web/ui/Notice.tsx';
import { toastNotCopied } from '#web/ui/SecretField.tsx';

/** A link, shown once, for the administrator to pass on to one person. */
export function OneTimeLink({ link, children }: { link: string; children: ReactNode }) {
  const copy = async () => ((await copyText(link)) ? toast('good', 'Link Copied') : toastNotCopied());
  return (
    <Notice tone="warn" className="mt-3 max-w-xl">
      <p>{children}</p>
      <p className="mt-2 rounded bg-wash px-2 py-1 font-mono text-[0.8125rem] break-all text-ink">{link}</p>
      <Button variant="secondary" size="small" className="mt-2.5" onClick={() => void copy()}>
        Copy link
      </Button>
    </Notice>
  );
}
