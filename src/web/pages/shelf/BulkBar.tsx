import { X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Slot } from '#kit/web.tsx';
import type { PaperState } from '#shared/papers/paper.ts';
import type { ReaderPaper } from '#shared/shelf/paperState.ts';
import { bulkAtMost, shelfApi, tagLengthAtMost } from '#shared/shelf/shelf.ts';
import { useAction } from '#web/api/query.ts';
import { counted } from '#web/digests/digestWords.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Form } from '#web/ui/Form.tsx';
import { toast } from '#web/ui/toast.tsx';

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
  const change = useAction(shelfApi.change, {
    onError: (error) => toast({ title: 'Papers Not Changed', description: error.message, tone: 'bad' }),
  });
  const ids = papers.slice(0, bulkAtMost).map(({ id }) => id);
  const act = (body: { state?: PaperState; addTags?: string[] }, words: string) =>
    change.mutate(
      { body: { ids, ...body } },
      { onSuccess: ({ former }) => onDone(`${counted(former.length, 'paper')} ${words}.`, former) },
    );
  const addTag = (event: FormEvent) => {
    event.preventDefault();
    if (tag.trim()) act({ addTags: [tag] }, `tagged “${tag.trim()}”`);
  };
  const [isWhole, setIsWhole] = useState(false);
  const moves: [label: string, state: PaperState, words: string][] = [
    ['Keep', 'kept', 'kept'],
    ['Done', 'done', 'marked as done'],
    ['Not for me', 'not', 'marked as not for you'],
  ];
  const move = ([label, state, words]: (typeof moves)[number]) =>
    papers.some((paper) => paper.state !== state) && (
      <Button
        key={state}
        size="small"
        variant="quiet"
        pending={change.isPending}
        onClick={() => act({ state }, words)}
      >
        {label}
      </Button>
    );
  return (
    <div
      role="toolbar"
      aria-label="Selected papers"
      className="mt-4 flex flex-wrap items-center gap-x-1 gap-y-1 rounded-md bg-accent-wash px-3 py-1.5 text-sm"
    >
      <b className="font-semibold">{papers.length} selected</b>
      <Button
        size="small"
        variant="quiet"
        className="mr-1 px-2"
        aria-label="Clear selection"
        title="Clear selection"
        onClick={onClear}
      >
        <X className="size-4" aria-hidden="true" />
      </Button>
      {moves.map(move)}
      <Button size="small" variant="quiet" aria-expanded={isTagging} onClick={() => setIsTagging(!isTagging)}>
        Tag
      </Button>
      <Button
        size="small"
        variant="quiet"
        className="sm:hidden"
        aria-expanded={isWhole}
        onClick={() => setIsWhole(!isWhole)}
      >
        More
      </Button>
      {/* Folded on a phone, so that the bar does not push the papers away. */}
      <div className={`contents ${isWhole ? '' : 'max-sm:hidden'}`}>
        {move(['Remove', 'new', 'removed from your shelf'])}
        <Slot name="selectionActions" ids={ids} />
        <Slot name="shelfFiles" query={{ ids: ids.join(',') }} label="Export selected papers" />
      </div>
      {isTagging && (
        <Form onSubmit={addTag} className="flex basis-full items-end gap-2 py-1">
          <label className="grow">
            <span className="sr-only">Tag for the selected papers</span>
            <input
              className="block min-h-10 w-full rounded-md border border-edge bg-sheet px-3 text-base"
              value={tag}
              maxLength={tagLengthAtMost}
              placeholder="Tag"
              dir="auto"
              onChange={(event) => setTag(event.target.value)}
            />
          </label>
          <Button type="submit" disabled={!tag.trim()} pending={change.isPending}>
            Add tag
          </Button>
        </Form>
      )}
    </div>
  );
}
