import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type DigestHead, digestApi } from '#shared/digests/digest.ts';
import { reading } from '../api/api.ts';
import { track } from '../consent/consent.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { Button, ButtonLink } from '../ui/Form.tsx';
import { WhenRead } from '../ui/Notice.tsx';
import { DigestArticle, DigestMeta } from './DigestArticle.tsx';
import { digestTitle } from './digestWords.tsx';

type DigestDialogProps = { digest: DigestHead; onClose: () => void; zone?: string | undefined };

/** A digest in a dialog. It mounts and loads its papers when opened. */
export function DigestDialog({ digest, onClose, zone }: DigestDialogProps) {
  const whole = useQuery(reading(digestApi.read, { params: { id: digest.id } }));
  useEffect(() => track('email_digest_viewed'), []);
  return (
    <Dialog
      onClose={onClose}
      wide
      title={
        <span dir="auto" className="line-clamp-4 wrap-anywhere">
          {digestTitle(digest)}
        </span>
      }
      description={<DigestMeta digest={digest} zone={zone} />}
      footer={
        <>
          <ButtonLink to={`/digests/${digest.id}`} variant="secondary">
            Open as a page
          </ButtonLink>
          <Button onClick={onClose}>Close</Button>
        </>
      }
    >
      <WhenRead read={whole} failed="This digest could not be loaded" room="h-160">
        {(digest) => <DigestArticle digest={digest} level={3} />}
      </WhenRead>
    </Dialog>
  );
}
