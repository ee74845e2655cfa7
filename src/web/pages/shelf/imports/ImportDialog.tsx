import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type DragEvent, type FormEvent, useId, useState } from 'react';
import { importApi, importTextAtMost, referencesAtMost, type ShelfImport } from '#shared/shelf/imports.ts';
import { keyOf, reading, useAction } from '#web/api/query.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/dialog/Dialog.tsx';
import { controlClass, FieldError } from '#web/ui/form/Field.tsx';
import { Form } from '#web/ui/form/Form.tsx';
import { TextField } from '#web/ui/form/TextField.tsx';
import { ImportProgress } from './ImportProgress.tsx';
import { useReloadShelf } from './reloadShelf.ts';

/** How often a running import is looked at. */
const lookMs = 1500;

interface ImportDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Brings references to the shelf: pasted, dropped, or from a file. It goes on when the dialog is closed. */
export function ImportDialog({ open, onOpenChange }: ImportDialogProps) {
  const [isAgain, setIsAgain] = useState(false);
  const newest = useQuery({ ...reading(importApi.newest), staleTime: 0 }).data?.[0];
  const isShown = newest && !isAgain;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Import papers"
      description={`RIS, BibTeX, CSL-JSON, Zotero RDF, EndNote XML, NBIB, or one DOI, PMID, or other identifier a line. Up to ${referencesAtMost.toLocaleString('en-US')} references at once.`}
    >
      {isShown ? (
        <RunningImport key={newest.id} first={newest} onAgain={() => setIsAgain(true)} />
      ) : (
        <ImportForm onStarted={() => setIsAgain(false)} />
      )}
    </Dialog>
  );
}

function RunningImport({ first, onAgain }: { first: ShelfImport; onAgain: () => void }) {
  const reload = useReloadShelf();
  const one = useQuery({
    ...reading(importApi.read, { params: { id: first.id } }),
    initialData: first,
    refetchInterval: ({ state }) => (state.data?.status === 'done' ? false : lookMs),
  }).data;
  const client = useQueryClient();
  const remove = useAction(importApi.remove, {
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: keyOf(importApi.newest) });
      reload();
    },
  });
  return (
    <ImportProgress
      progress={one}
      onSeen={reload}
      onAgain={onAgain}
      isRemoving={remove.isPending}
      onRemove={(papers) => remove.mutate({ params: { id: first.id }, body: { papers } })}
    />
  );
}

function ImportForm({ onStarted }: { onStarted: () => void }) {
  const id = useId();
  const [text, setText] = useState('');
  const [tag, setTag] = useState('');
  const [isOver, setIsOver] = useState(false);
  const [problem, setProblem] = useState<string>();
  const client = useQueryClient();
  const start = useAction(importApi.start, {
    onSuccess: (started) => {
      client.setQueryData(keyOf(importApi.newest), [started]);
      onStarted();
    },
    onError: (error) => setProblem(error.message),
  });
  const readFile = async (file: File | undefined) => {
    if (!file) return;
    if (file.size > importTextAtMost) return setProblem('A file can have at most 5 MB.');
    setProblem(undefined);
    setText(await file.text());
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    const [file] = event.dataTransfer.files;
    if (file) void readFile(file);
    else setText(event.dataTransfer.getData('text'));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setProblem(undefined);
    if (text.trim()) start.mutate({ body: { text, ...(tag.trim() && { tag: tag.trim() }) } });
  };
  return (
    <Form onSubmit={submit} className="space-y-4">
      <div>
        <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
          References
        </label>
        <textarea
          id={id}
          rows={8}
          value={text}
          dir="auto"
          spellCheck={false}
          aria-describedby={`${id}-hint ${id}-error`}
          onChange={(event) => setText(event.target.value)}
          onDragOver={(event) => {
            event.preventDefault();
            setIsOver(true);
          }}
          onDragLeave={() => setIsOver(false)}
          onDrop={drop}
          className={`${controlClass} font-mono text-sm ${isOver ? 'border-accent bg-accent-wash' : ''}`}
        />
        <p id={`${id}-hint`} className="mt-1.5 text-sm text-muted">
          Paste them, drop a file here, or{' '}
          <label className="link cursor-pointer rounded focus-within:outline-2">
            choose a file
            <input
              type="file"
              className="sr-only"
              accept=".ris,.bib,.bibtex,.json,.rdf,.xml,.nbib,.txt,.csv,text/plain"
              onChange={(event) => void readFile(event.target.files?.[0])}
            />
          </label>
          . Papers found go to your shelf; nothing else is changed.
        </p>
        <FieldError id={`${id}-error`}>{problem}</FieldError>
      </div>
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
        Look them up
      </Button>
    </Form>
  );
}
