import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SlotProps } from '#kit/web.tsx';
import { keyOf, queryClient, reading, useAction } from '#web/api/query.ts';
import { inColumn } from '#web/layout/Page.tsx';
import { Button } from '#web/ui/Button.tsx';
import { SecretField } from '#web/ui/SecretField.tsx';
import { toastError } from '#web/ui/toast.tsx';
import { shareApi } from '../contract.ts';

/** Under a digest. */
export const ShareDigest = ({ digestId }: SlotProps<'digestActions'>) => (
  <Sharing
    label="Share this digest"
    of={{ digestId }}
    className={`mt-12 border-t border-line pt-4 ${inColumn}`}
  />
);

/** On the shelf, while it shows one tag. */
export const ShareTag = ({ tag }: SlotProps<'shelfTools'>) =>
  tag && <Sharing key={tag} label={`Share the papers tagged “${tag}”`} of={{ tag }} className="mt-3" />;

interface SharingProps {
  /** The title of the row that opens it. */
  label: string;
  of: Shared;
  className: string;
}

/** Sharing by link. What is shared is asked for when it is first opened. */
function Sharing({ label, of, className }: SharingProps) {
  const [wanted, setWanted] = useState(false);
  return (
    <details className={`print:hidden ${className}`} onToggle={() => setWanted(true)}>
      <summary dir="auto" className="link inline-block min-h-6 cursor-pointer rounded text-sm wrap-anywhere">
        {label}
      </summary>
      <div className="mt-3">{wanted && <SharePage of={of} />}</div>
    </details>
  );
}

/** The digest or tag to share. */
type Shared = { digestId: string } | { tag: string };

/** Makes a public page, shows its address, and ends it. */
function SharePage({ of }: { of: Shared }) {
  const { data } = useQuery(reading(shareApi.list));
  const again = () => queryClient.invalidateQueries({ queryKey: keyOf(shareApi.list) });
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
