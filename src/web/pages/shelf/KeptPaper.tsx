import { Check, ChevronDown, EyeOff, Pencil, Plus, Undo2, X } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, lazy, useEffect, useId, useRef, useState } from 'react';
import { moments } from '#shared/papers/moments.ts';
import type { PaperState } from '#shared/papers/paper.ts';
import type { ReaderPaper } from '#shared/shelf/paperState.ts';
import { noteAtMost, shelfApi, shelfLists, tagLengthAtMost, tagsAtMost } from '#shared/shelf/shelf.ts';
import { useAction } from '#web/api/query.ts';
import { AbsoluteDate } from '#web/layout/dates.tsx';
import { PaperStanding } from '#web/papers/PaperFacts.tsx';
import { shortAuthors, webAddress } from '#web/papers/paperWords.ts';
import { LazyPart } from '#web/ui/Boundary.tsx';
import { Button } from '#web/ui/Button.tsx';
import { toast } from '#web/ui/toast.tsx';
import { OpenAtSource } from '../dashboard/papers/AnswerButtons.tsx';
import { PaperFindings } from '../dashboard/papers/PaperReader.tsx';
import type { Answers } from '../dashboard/papers/useAnswers.ts';

interface KeptPaperProps {
  paper: ReaderPaper;
  answers: Answers;
  zone: string | undefined;
  isSelected: boolean;
  onSelect: (isSelected: boolean) => void;
}

/** The text that replaces a paper that left the list. */
export const movedWords: Record<PaperState, string> = {
  new: 'Removed from your shelf',
  kept: 'Kept on your shelf',
  done: 'Done',
  not: 'Not for me: fewer like this',
};

/** A paper on the shelf: a short row that opens. Moved to another list, it keeps its place and offers Undo. */
export function KeptPaper({ paper, answers, zone, isSelected, onSelect }: KeptPaperProps) {
  const { title } = paper.paper;
  const [isOpen, setIsOpen] = useState(false);
  const findings = useId();
  const state = answers.stateOf(paper);
  if (state !== paper.state)
    return (
      <li className="border-t border-line py-4">
        <h3 dir="auto" className="line-clamp-1 font-serif text-[1.0625rem] text-muted">
          {title}
        </h3>
        <p className="mt-1 flex items-center justify-between gap-3 text-sm text-muted">
          {movedWords[state]}
          <Button size="small" variant="quiet" onClick={() => answers.answer(paper, paper.state)}>
            <Undo2 className="size-4" aria-hidden="true" />
            Undo <span className="sr-only">{title}</span>
          </Button>
        </p>
      </li>
    );
  return (
    <li className="flex gap-3 border-t border-line py-4">
      {/* The label has no words; its whole area is clickable. */}
      <label className="-m-1.5 grid size-8 shrink-0 place-items-center pointer-coarse:-m-3 pointer-coarse:size-11">
        <input
          type="checkbox"
          aria-label={`Select ${title}`}
          checked={isSelected}
          onChange={(event) => onSelect(event.target.checked)}
          className="check"
        />
      </label>
      <div className="min-w-0 grow">
        <h3
          dir="auto"
          className="font-serif text-[1.0625rem] leading-snug font-semibold text-pretty wrap-anywhere"
        >
          {title}
        </h3>
        <WhatItIs paper={paper} zone={zone} />
        {paper.later.length > 0 && <LaterMoments moments={paper.later} zone={zone} />}
        <div className="mt-1.5 flex flex-wrap items-center gap-x-1 gap-y-1.5">
          <PaperNote paper={paper} />
          <PaperTags paper={paper} />
        </div>
        <div className="mt-0.5 -ml-3 flex flex-wrap gap-1">
          <Button
            size="small"
            variant="quiet"
            aria-expanded={isOpen}
            aria-controls={findings}
            onClick={() => setIsOpen(!isOpen)}
          >
            Details
            <ChevronDown className={`size-4 ${isOpen ? 'rotate-180' : ''}`} aria-hidden="true" />
            <span className="sr-only">of {title}</span>
          </Button>
          <PaperMoves paper={paper} answers={answers} />
        </div>
        <div id={findings}>{isOpen && <PaperFindings paper={paper} />}</div>
      </div>
    </li>
  );
}

/** Authors, journal or server, what was studied, and the day it was kept, in three short lines. */
function WhatItIs({ paper: one, zone }: Pick<KeptPaperProps, 'paper' | 'zone'>) {
  const { paper, state, imported, at, term } = one;
  const { shown, more } = shortAuthors(paper.authors, 3);
  return (
    <>
      <PaperStanding paper={paper} before={shown.join(', ') + (more ? ` and ${more} more` : '')} />
      <p className="mt-0.5 text-sm text-muted">
        {imported && state === 'kept' ? 'Imported' : shelfLists[state === 'new' ? 'kept' : state]}{' '}
        <AbsoluteDate value={at} short zone={zone} />
        {term && <span dir="auto">{`\u00a0· ${term}`}</span>}
      </p>
    </>
  );
}

const moves = [
  { state: 'done', label: 'Done', Icon: Check },
  { state: 'not', label: 'Not for me', Icon: EyeOff },
  { state: 'kept', label: 'Keep', Icon: Undo2 },
  { state: 'new', label: 'Remove', Icon: X },
] as const;

const PaperMoves = ({ paper, answers }: Pick<KeptPaperProps, 'paper' | 'answers'>) => (
  <>
    <OpenAtSource paper={paper} />
    {moves
      .filter(({ state }) => state !== paper.state)
      .map(({ state, label, Icon }) => (
        <Button key={state} size="small" variant="quiet" onClick={() => answers.answer(paper, state)}>
          <Icon className="size-4" aria-hidden="true" />
          {label} <span className="sr-only">{paper.paper.title}</span>
        </Button>
      ))}
  </>
);

/** The reader's tags of a paper, each with a remove button, and a field to add one. */
function PaperTags({ paper }: { paper: ReaderPaper }) {
  const [tags, setTags] = useState(paper.tags);
  const [text, setText] = useState<string | null>(null);
  const save = useAction(shelfApi.annotate, {
    scope: { id: `tags of ${paper.id}` },
    onSuccess: ({ tags }) => setTags(tags),
    onError: (error) => {
      setTags(paper.tags);
      toast({ title: 'Tags Not Saved', description: error.message, tone: 'bad' });
    },
  });
  const change = (next: string[]) => {
    setTags(next);
    save.mutate({ params: { id: paper.id }, body: { tags: next } });
  };
  const add = (event: FormEvent) => {
    event.preventDefault();
    const tag = text?.trim();
    if (tag) change([...new Set([...tags, tag])]);
    setText('');
  };
  const leave = ({ key }: KeyboardEvent) => key === 'Escape' && setText(null);
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-1.5 text-[0.8125rem]">
      <ul aria-label={`Tags of ${paper.paper.title}`} className="contents">
        {tags.map((tag) => (
          <li
            key={tag}
            className="inline-flex min-w-0 items-center rounded bg-wash ring-1 ring-line/70 ring-inset"
          >
            <span dir="auto" className="truncate py-0.5 pl-2">
              {tag}
            </span>
            <button
              type="button"
              aria-label={`Remove tag ${tag}`}
              onClick={() => change(tags.filter((one) => one !== tag))}
              className="grid size-6 shrink-0 place-items-center rounded text-edge hover:text-ink"
            >
              <X className="size-3" aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
      {text === null
        ? tags.length < tagsAtMost && (
            <button
              type="button"
              onClick={() => setText('')}
              className="inline-flex min-h-6 items-center gap-1 rounded border border-dashed border-edge px-2 text-muted hover:border-ink hover:text-ink pointer-coarse:min-h-11"
            >
              <Plus className="size-3" aria-hidden="true" />
              Tag<span className="sr-only"> for {paper.paper.title}</span>
            </button>
          )
        : tags.length < tagsAtMost && (
            <form onSubmit={add} onKeyDown={leave}>
              <input
                // biome-ignore lint/a11y/noAutofocus: the reader has just asked for this field.
                autoFocus
                aria-label="New tag"
                value={text}
                maxLength={tagLengthAtMost}
                dir="auto"
                autoComplete="off"
                placeholder="Tag, then Enter"
                onChange={(event) => setText(event.target.value)}
                onBlur={() => text.trim() === '' && setText(null)}
                className="min-h-8 w-40 rounded border border-edge bg-sheet px-2 text-base"
              />
            </form>
          )}
    </div>
  );
}

type Later = ReaderPaper['later'];

/** Events in a paper's life since it arrived, such as publication or retraction, newest first, with links. */
const LaterMoments = ({ moments: later, zone }: { moments: Later; zone: string | undefined }) =>
  later.length > 0 && (
    <ul className="mt-3 space-y-1 border-l-2 border-accent pl-3 text-sm">
      {[...later].reverse().map(({ kind, at, url, journal }) => {
        const address = webAddress(url);
        const words = `${moments[kind].label}${journal ? ` in ${journal}` : ''}`;
        return (
          <li key={`${kind} ${at}`}>
            {address ? (
              <a href={address} target="_blank" rel="noopener noreferrer" className="link rounded">
                {words}
                <span className="sr-only"> (opens in a new tab)</span>
              </a>
            ) : (
              words
            )}{' '}
            <span className="text-muted">
              <AbsoluteDate value={at} short zone={zone} />
            </span>
          </li>
        );
      })}
    </ul>
  );

const MarkdownNote = lazy(async () => ({ default: (await import('./MarkdownNote.tsx')).MarkdownNote }));

/** The reader's note on a paper: shown as Markdown, edited as text, saved as it is typed. */
function PaperNote({ paper }: { paper: ReaderPaper }) {
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
