import { useQuery } from '@tanstack/react-query';
import { Upload } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { counted } from '#shared/values/words.ts';
import { keyOf, queryClient, readAgain, reading, useAction } from '#web/api/api.ts';
import { reloadShelf } from '#web/pages/shelf/useShelf.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Button, TextField } from '#web/ui/Form.tsx';
import { importApi, type ShelfImport } from '../contract.ts';
import { ImportForm, ImportState, lookMs, NotFound, whatIsRead } from './References.tsx';

/** Opens the import of references. */
export function ImportButton({ isMain }: { isMain: boolean }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="small" variant={isMain ? 'primary' : 'secondary'} onClick={() => setOpen(true)}>
        <Upload className="size-4" />
        Import
      </Button>
      {open && <ImportDialog onClose={() => setOpen(false)} />}
    </>
  );
}

/** Imports references to the shelf: pasted, dropped, or from a file. The import continues when the dialog is closed. */
function ImportDialog({ onClose }: { onClose: () => void }) {
  const [isAgain, setIsAgain] = useState(false);
  const newest = useQuery({ ...reading(importApi.newest), staleTime: 0 }).data?.[0];
  const isShown = newest && !isAgain;
  return (
    <Dialog onClose={onClose} title="Import papers" description={whatIsRead}>
      {isShown ? (
        <RunningImport
          key={newest.id}
          first={newest}
          onAgain={() => setIsAgain(true)}
          onShow={() => {
            navigate('/shelf');
            onClose();
          }}
        />
      ) : (
        <TaggedImport onStarted={() => setIsAgain(false)} />
      )}
    </Dialog>
  );
}

interface RunningImportProps {
  first: ShelfImport;
  onAgain: () => void;
  /** Shows the papers that it added. */
  onShow: () => void;
}

/** The progress and result of an import, and what to do with it. */
function RunningImport({ first, onAgain, onShow }: RunningImportProps) {
  const progress = useQuery({
    ...reading(importApi.read, { params: { id: first.id } }),
    initialData: first,
    refetchInterval: ({ state }) => (state.data?.status === 'done' ? false : lookMs),
  }).data;
  const { status, added } = progress;
  const seen = useRef(added);
  useEffect(() => {
    if (added !== seen.current) reloadShelf();
    seen.current = added;
  }, [added]);
  const { mutate, isPending } = useAction(importApi.remove, {
    onSuccess: () => {
      void readAgain(importApi.newest);
      reloadShelf();
    },
  });
  const remove = (papers: boolean) => mutate({ params: { id: first.id }, body: { papers } });
  const isDone = status === 'done';
  return (
    <div className="space-y-4">
      <ImportState progress={progress} />
      <div className="flex flex-wrap gap-2">
        {isDone && added > 0 && (
          <Button size="small" onClick={onShow}>
            Show the {counted(added, 'paper')}
          </Button>
        )}
        {isDone && (
          <Button size="small" variant={added ? 'secondary' : 'primary'} onClick={onAgain}>
            Import more
          </Button>
        )}
        <Button size="small" variant="secondary" pending={isPending} onClick={() => remove(false)}>
          {isDone ? 'Dismiss' : 'Stop the import'}
        </Button>
        {added > 0 && (
          <Button size="small" variant="danger" pending={isPending} onClick={() => remove(true)}>
            Undo this import
          </Button>
        )}
      </div>
      <NotFound progress={progress} />
    </div>
  );
}

function TaggedImport({ onStarted }: { onStarted: () => void }) {
  const [tag, setTag] = useState('');
  const show = (started: ShelfImport) => {
    queryClient.setQueryData(keyOf(importApi.newest), [started]);
    onStarted();
  };
  return (
    <ImportForm tag={tag.trim()} onStarted={show}>
      <TextField
        label="Tag"
        note="optional"
        hint="Added to every paper of this import."
        value={tag}
        maxLength={40}
        dir="auto"
        onChange={(event) => setTag(event.target.value)}
      />
    </ImportForm>
  );
}
