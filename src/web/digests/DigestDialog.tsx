import { useEffect } from 'react';
import type { Digest } from '#shared/digests/digest.ts';
import { track } from '../consent/analytics.ts';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { Dialog } from '../ui/dialog/Dialog.tsx';
import { DigestArticle, DigestMeta } from './DigestArticle.tsx';
import { digestTitle } from './digestWords.ts';

interface DigestDialogProps {
  digest: Digest;
  onClose: () => void;
  zone?: string | undefined;
}

/** A digest in a dialog; mounted while it is open. */
export function DigestDialog({ digest, onClose, zone }: DigestDialogProps) {
  useEffect(() => track('email_digest_viewed'), []);
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      wide
      title={
        <span dir="auto" className="line-clamp-4 wrap-anywhere">
          {digestTitle(digest)}
        </span>
      }
      description={<DigestMeta digest={digest} zone={zone} short />}
      footer={
        <>
          <ButtonLink to={`/digests/${digest.id}`} variant="secondary">
            Open as a page
          </ButtonLink>
          <Button onClick={onClose}>Close</Button>
        </>
      }
    >
      <DigestArticle digest={digest} level={3} />
    </Dialog>
  );
}
