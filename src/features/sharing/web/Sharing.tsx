import { useQuery } from '@tanstack/react-query';
import { Share } from 'lucide-react';
import { useState } from 'react';
import type { SlotProps } from '#kit/web.tsx';
import { readAgain, reading, useAction } from '#web/api/api.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Button } from '#web/ui/Form.tsx';
import { toastError } from '#web/ui/Notice.tsx';
import { SecretField } from '#web/ui/SecretField.tsx';
import { shareApi } from '../contract.ts';

/** Beside a digest. */
export const ShareDigest = ({ digestId }: SlotProps<'digestActions'>) => (
  <Sharing title="Share this digest" of={{ digestId }} />
);

/** On the shelf, while it shows one tag. */
export const ShareTag = ({ tag }: SlotProps<'shelfTools'>) =>
  tag && <Sharing key={tag} title={`Share the papers tagged “${tag}”`} of={{ tag }} />;

/** Sharing by link. What is shared is asked for when it is opened. */
function Sharing({ title, of }: { title: string; of: Shared }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" size="small" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Share className="size-4" />
        Share
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={<span dir="auto">{title}</span>}>
        <SharePage of={of} />
      </Dialog>
    </>
  );
}

type Shared = { digestId: string } | { tag: string };

/** Makes a public page, shows its address, and ends it. */
function SharePage({ of }: { of: Shared }) {
  const { data } = useQuery(reading(shareApi.list));
  const again = () => readAgain(shareApi.list);
  const failed = toastError('Sharing Unchanged');
  const create = useAction(shareApi.create, { onSuccess: again, onError: failed });
  const remove = useAction(shareApi.remove, { onSuccess: again, onError: failed });
  if (!data) return <div className="min-h-24" />;
  const share = data.shares.find((one) => ('tag' in of ? one.tag === of.tag : one.digestId === of.digestId));
  if (!share)
    return (
      <>
        <p className="text-sm text-muted">
          Create a page that anyone with the link can read. It does not show your name, search engines are
          told not to list it, and you can end it at any time.
        </p>
        <Button
          variant="secondary"
          size="small"
          className="mt-3"
          pending={create.isPending}
          onClick={() => create.mutate({ body: of })}
        >
          Share by a link
        </Button>
      </>
    );
  return (
    <>
      <SecretField label="Address of the shared page" value={share.url} />
      <Button
        variant="quiet"
        className="mt-3 -ml-3"
        pending={remove.isPending}
        onClick={() => remove.mutate({ params: { id: share.id } })}
      >
        Stop sharing
      </Button>
    </>
  );
}
