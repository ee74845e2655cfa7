import { Pencil } from 'lucide-react';
import { lazy, useEffect, useId, useRef, useState } from 'react';
import type { ReaderPaper } from '#shared/shelf/paperState.ts';
import { noteAtMost, shelfApi } from '#shared/shelf/shelf.ts';
import { useAction } from '#web/api/query.ts';
import { LazyPart } from '#web/ui/Boundary.tsx';
import { Button } from '#web/ui/Button.tsx';

const MarkdownNote = lazy(async () => ({ default: (await import('./MarkdownNote.tsx')).MarkdownNote }));

/** The reader's note on a paper: shown as Markdown, edited as text, saved as it is typed. */
export function PaperNote({ paper }: { paper: ReaderPaper }) {
  const [note, setNote] = useState(paper.note);
  const [isOpen, setIsOpen] = useState(false);
  const { title } = paper.paper;
  if (isOpen)
    return (
      <div className="basis-full">
        <NoteEditor paper={paper} note={note} onChange={setNote} onClose={() => setIsOpen(false)} />
      </div>
    );
  return (
    <>
      {note.trim() && (
        <div
          dir="auto"
          className="basis-full border-l-2 border-accent bg-wash px-3 py-1.5 text-[0.9375rem] wrap-anywhere"
        >
          <LazyPart fallback={<p className="whitespace-pre-line">{note}</p>}>
            <MarkdownNote note={note} />
          </LazyPart>
        </div>
      )}
      <Button size="small" variant="quiet" className="-ml-3" onClick={() => setIsOpen(true)}>
        <Pencil className="size-4" aria-hidden="true" />
        {note.trim() ? 'Edit note' : 'Add a note'} <span className="sr-only">on {title}</span>
      </Button>
    </>
  );
}

/** Delay after the last key before saving, in milliseconds. */
const pauseMs = 800;

interface NoteEditorProps {
  paper: ReaderPaper;
  note: string;
  onChange: (note: string) => void;
  onClose: () => void;
}

/** Edits a note as text. Saves while the reader types and when the editor closes. */
function NoteEditor({ paper, note, onChange, onClose }: NoteEditorProps) {
  const id = useId();
  const saved = useRef(note);
  const save = useAction(shelfApi.annotate, {
    scope: { id: `note of ${paper.id}` },
    onError: () => {
      saved.current = '\0';
    },
  });
  const store = () => {
    if (saved.current === note) return;
    saved.current = note;
    save.mutate({ params: { id: paper.id }, body: { note } });
  };
  const latest = useRef(store);
  latest.current = store;
  useEffect(() => {
    const timer = setTimeout(() => latest.current(), note === saved.current ? 0 : pauseMs);
    return () => clearTimeout(timer);
  }, [note]);
  // Save the last edit however the editor closes.
  useEffect(() => () => latest.current(), []);
  return (
    <div className="mt-3">
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        Note <span className="sr-only">on {paper.paper.title}</span>
      </label>
      <textarea
        id={id}
        // biome-ignore lint/a11y/noAutofocus: the reader has just asked for this field.
        autoFocus
        rows={4}
        dir="auto"
        value={note}
        maxLength={noteAtMost}
        aria-describedby={`${id}-hint`}
        onChange={(event) => onChange(event.target.value)}
        className="block w-full rounded-md border border-edge bg-sheet px-3 py-2 text-base"
      />
      <div className="mt-1.5 flex items-center justify-between gap-3 text-sm text-muted">
        <p id={`${id}-hint`}>Saved as you type. Only you can read it. You can use Markdown.</p>
        <span role="status" className={save.isError ? 'text-bad' : ''}>
          {save.isError ? `Not saved. ${save.error.message}` : save.isSuccess ? 'Saved' : ''}
        </span>
      </div>
      <Button size="small" variant="secondary" className="mt-2" onClick={onClose}>
        Close note
      </Button>
    </div>
  );
}
