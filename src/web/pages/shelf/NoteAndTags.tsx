import { Ellipsis, Plus, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { Slot } from '#kit/web.tsx';
import type { PaperState } from '#shared/papers/paper.ts';
import type { ReaderPaper } from '#shared/shelf/paperState.ts';
import { bulkAtMost, noteAtMost, shelfApi, tagLengthAtMost, tagsAtMost } from '#shared/shelf/shelf.ts';
import { counted } from '#shared/values/words.ts';
import { useAction } from '#web/api/api.ts';
import { Chip } from '#web/ui/Chip.tsx';
import { Button, controlClass, Form, Submit } from '#web/ui/Form.tsx';
import { Menu, MenuItem } from '#web/ui/Menu.tsx';
import { toast, toastError } from '#web/ui/Notice.tsx';
import { useTimeout } from '#web/ui/useTimeout.ts';

/** What the reader wrote about a kept paper. */
export const NoteAndTags = ({ paper }: { paper: ReaderPaper }) => (
  <div className="mt-5 space-y-3">
    <PaperNote paper={paper} />
    <PaperTags paper={paper} />
  </div>
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
      toast('bad', 'Tags Not Saved', error.message);
    },
  });
  const change = (next: string[]) => {
    setTags(next);
    save.mutate({ params: { id: paper.id }, body: { tags: next } });
  };
  const add = () => {
    const tag = text?.trim();
    if (tag) change([...new Set([...tags, tag])]);
    setText('');
  };
  const leave = ({ key }: KeyboardEvent) => key === 'Escape' && setText(null);
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-1.5 text-[0.8125rem]">
      <ul aria-label={`Tags of ${paper.paper.title}`} className="contents">
        {tags.map((tag) => (
          <Chip key={tag} of={tag} onRemove={() => change(tags.filter((one) => one !== tag))} />
        ))}
      </ul>
      {text === null
        ? tags.length < tagsAtMost && (
            <button
              type="button"
              onClick={() => setText('')}
              className="inline-flex min-h-7 items-center gap-1 rounded-full border border-dashed border-edge px-2.5 text-muted hover:border-ink hover:text-ink pointer-coarse:min-h-11"
            >
              <Plus className="size-3" />
              Tag<span className="sr-only"> for {paper.paper.title}</span>
            </button>
          )
        : tags.length < tagsAtMost && (
            <Form onSubmit={add} onKeyDown={leave}>
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
            </Form>
          )}
    </div>
  );
}

/** Delay after the last key before saving, in milliseconds. */
const pauseMs = 800;

/** The reader's note on a paper, saved as it is typed. */
function PaperNote({ paper }: { paper: ReaderPaper }) {
  const [note, setNote] = useState(paper.note);
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
  useTimeout(store, pauseMs, note);
  // Save the last edit however the paper is left.
  const storeLast = useEffectEvent(store);
  useEffect(() => () => storeLast(), []);
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        Note <span className="sr-only">on {paper.paper.title}</span>
      </label>
      <textarea
        id={id}
        rows={2}
        dir="auto"
        value={note}
        maxLength={noteAtMost}
        aria-describedby={`${id}-hint`}
        onChange={(event) => setNote(event.target.value)}
        className="block w-full rounded-md border border-edge bg-sheet px-3 py-2 text-[0.9375rem] [field-sizing:content]"
      />
      <div className="mt-1.5 flex items-center justify-between gap-3 text-[0.8125rem] text-muted">
        <p id={`${id}-hint`}>Only you can read it. Markdown stays as you write it.</p>
        <span role="status" className={save.isError ? 'text-bad' : ''}>
          {save.isError ? `Not saved. ${save.error.message}` : save.isSuccess ? 'Saved' : ''}
        </span>
      </div>
    </div>
  );
}

interface BulkBarProps {
  papers: readonly ReaderPaper[];
  /** The finished action and how to undo it. */
  onDone: (words: string, former: { id: string; state: PaperState; tags: string[] }[]) => void;
  onClear: () => void;
}

/** Actions on all selected papers. */
export function BulkBar({ papers, onDone, onClear }: BulkBarProps) {
  const [isTagging, setIsTagging] = useState(false);
  const [tag, setTag] = useState('');
  const change = useAction(shelfApi.change, { onError: toastError('Papers Not Changed') });
  const ids = papers.slice(0, bulkAtMost).map(({ id }) => id);
  const act = (body: { state?: PaperState; addTags?: string[] }, words: string) =>
    change.mutate(
      { body: { ids, ...body } },
      { onSuccess: ({ former }) => onDone(`${counted(former.length, 'paper')} ${words}.`, former) },
    );
  const addTag = () => {
    if (tag.trim()) act({ addTags: [tag] }, `tagged “${tag.trim()}”`);
  };
  return (
    <div
      role="toolbar"
      aria-label="Selected papers"
      className="flex grow flex-wrap items-center gap-x-1 gap-y-1"
    >
      <b className="font-semibold">{papers.length} selected</b>
      <Button
        variant="quiet"
        className="mr-auto px-2!"
        aria-label="Clear selection"
        title="Clear selection"
        onClick={onClear}
      >
        <X className="size-4" />
      </Button>
      <Button variant="quiet" aria-expanded={isTagging} onClick={() => setIsTagging(!isTagging)}>
        Tag
      </Button>
      <Slot name="shelfFiles" query={{ ids: ids.join(',') }} label="Export selected papers" />
      <Menu label="More for the selected papers" button={<Ellipsis className="size-4" />}>
        {moves.map(
          ({ label, state, words }) =>
            papers.some((paper) => paper.state !== state) && (
              <MenuItem key={state} onClick={() => act({ state }, words)}>
                {label}
              </MenuItem>
            ),
        )}
        <Slot name="selectionActions" ids={ids} />
      </Menu>
      {isTagging && (
        <Form onSubmit={addTag} className="flex basis-full items-center gap-2 py-1">
          <input
            aria-label="Tag for the selected papers"
            className={`${controlClass} min-w-0`}
            value={tag}
            maxLength={tagLengthAtMost}
            placeholder="Tag"
            dir="auto"
            onChange={(event) => setTag(event.target.value)}
          />
          <Submit label="Add tag" disabled={!tag.trim()} pending={change.isPending} className="shrink-0" />
        </Form>
      )}
    </div>
  );
}

const moves = [
  { label: 'Keep', state: 'kept', words: 'kept' },
  { label: 'Read', state: 'done', words: 'marked as read' },
  { label: 'Not for me', state: 'not', words: 'marked as not for you' },
  { label: 'Remove from shelf', state: 'new', words: 'removed from your shelf' },
] as const;
