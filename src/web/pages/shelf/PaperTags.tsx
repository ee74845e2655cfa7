import { Plus, X } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import type { ReaderPaper } from '#shared/shelf/paperState.ts';
import { shelfApi, tagLengthAtMost, tagsAtMost } from '#shared/shelf/shelf.ts';
import { useAction } from '#web/api/query.ts';
import { toast } from '#web/ui/toast.tsx';

/** The reader's tags of a paper, each with a remove button, and a field to add one. */
export function PaperTags({ paper }: { paper: ReaderPaper }) {
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
