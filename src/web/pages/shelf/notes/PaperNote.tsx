import { Pencil } from 'lucide-react';
import { lazy, useState } from 'react';
import type { ReaderPaper } from '#shared/shelf/paperState.ts';
import { LazyPart } from '#web/ui/Boundary.tsx';
import { Button } from '#web/ui/Button.tsx';
import { NoteEditor } from './NoteEditor.tsx';

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
