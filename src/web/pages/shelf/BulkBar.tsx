import { Ellipsis, X } from 'lucide-react';
import { useState } from 'react';
import { Slot } from '#kit/web.tsx';
import type { PaperState } from '#shared/papers/paper.ts';
import type { ReaderPaper } from '#shared/shelf/paperState.ts';
import { bulkAtMost, shelfApi, tagLengthAtMost } from '#shared/shelf/shelf.ts';
import { useAction } from '#web/api/api.ts';
import { counted } from '#web/digests/digestWords.tsx';
import { Button, controlClass, Form } from '#web/ui/Form.tsx';
import { Menu, MenuItem } from '#web/ui/Menu.tsx';
import { toast } from '#web/ui/Notice.tsx';

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
    onError: (error) => toast('bad', 'Papers Not Changed', error.message),
  });
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
        size="small"
        variant="quiet"
        className="mr-auto px-2!"
        aria-label="Clear selection"
        title="Clear selection"
        onClick={onClear}
      >
        <X className="size-4" aria-hidden="true" />
      </Button>
      <Button size="small" variant="quiet" aria-expanded={isTagging} onClick={() => setIsTagging(!isTagging)}>
        Tag
      </Button>
      <Slot name="shelfFiles" query={{ ids: ids.join(',') }} label="Export selected papers" />
      <Menu label="More for the selected papers" button={<Ellipsis className="size-4" aria-hidden="true" />}>
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
          <Button type="submit" disabled={!tag.trim()} pending={change.isPending} className="shrink-0">
            Add tag
          </Button>
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
