import { useQuery } from '@tanstack/react-query';
import { Upload } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { keyOf, queryClient, reading, useAction } from '#web/api/query.ts';
import { reloadShelf } from '#web/pages/shelf/useShelf.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Form, TextField } from '#web/ui/Form.tsx';
import { importApi, referencesAtMost, type ShelfImport } from '../contract.ts';
import { ImportProgress, lookMs, ReferencesField } from './References.tsx';

/** Opens the import of references. */
export function ImportButton({ isMain }: { isMain: boolean }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="small" variant={isMain ? 'primary' : 'secondary'} onClick={() => setOpen(true)}>
        <Upload className="size-4" aria-hidden="true" />
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
    <Dialog
      open
      onOpenChange={onClose}
      title="Import papers"
      description={`RIS, BibTeX, CSL-JSON, Zotero RDF, EndNote XML, NBIB, or one DOI, PMID, or other identifier a line. Up to ${referencesAtMost.toLocaleString('en-US')} references at once.`}
    >
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
        <ImportForm onStarted={() => setIsAgain(false)} />
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

function RunningImport({ first, onAgain, onShow }: RunningImportProps) {
  const one = useQuery({
    ...reading(importApi.read, { params: { id: first.id } }),
    initialData: first,
    refetchInterval: ({ state }) => (state.data?.status === 'done' ? false : lookMs),
  }).data;
  const remove = useAction(importApi.remove, {
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: keyOf(importApi.newest) });
      reloadShelf();
    },
  });
  return (
    <ImportProgress
      progress={one}
      onSeen={reloadShelf}
      onAgain={onAgain}
      onShow={onShow}
      isRemoving={remove.isPending}
      onRemove={(papers) => remove.mutate({ params: { id: first.id }, body: { papers } })}
    />
  );
}

function ImportForm({ onStarted }: { onStarted: () => void }) {
  const [text, setText] = useState('');
  const [tag, setTag] = useState('');
  const [problem, setProblem] = useState<string>();
  const start = useAction(importApi.start, {
    onSuccess: (started) => {
      queryClient.setQueryData(keyOf(importApi.newest), [started]);
      onStarted();
    },
    onError: (error) => setProblem(error.message),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setProblem(undefined);
    if (text.trim()) start.mutate({ body: { text, ...(tag.trim() && { tag: tag.trim() }) } });
  };
  return (
    <Form onSubmit={submit} className="space-y-4">
      <ReferencesField text={text} onChange={setText} problem={problem} onProblem={setProblem} />
      <TextField
        label="Tag"
        note="optional"
        hint="Put on every paper of this import."
        value={tag}
        maxLength={40}
        dir="auto"
        onChange={(event) => setTag(event.target.value)}
      />
      <Button type="submit" disabled={!text.trim()} pending={start.isPending}>
        Import
      </Button>
    </Form>
  );
}
