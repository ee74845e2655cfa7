import { Button } from '#web/ui/Button.tsx';
import { type DeskListName, deskLists, type useDeskList } from './useDeskList.ts';

interface DeskListChoiceProps {
  shown: DeskListName;
  counts: Record<DeskListName, number>;
  onShow: (name: DeskListName) => void;
}

/** Tabs for New, Kept and Done, each with its count. */
export const DeskListChoice = ({ shown, counts, onShow }: DeskListChoiceProps) => (
  <fieldset className="flex gap-1 border-b border-line px-3 py-2">
    <legend className="sr-only">Show</legend>
    {Object.entries(deskLists).map(([name, label]) => (
      <button
        key={name}
        type="button"
        aria-pressed={name === shown}
        onClick={() => onShow(name as DeskListName)}
        className="min-h-8 rounded-md border border-transparent px-2.5 text-sm font-medium text-muted hover:bg-wash hover:text-ink aria-pressed:border-edge aria-pressed:bg-wash aria-pressed:text-ink forced-colors:aria-pressed:outline-2 pointer-coarse:min-h-11"
      >
        {label} <span className="font-normal tabular-nums">{inList(counts[name as DeskListName])}</span>
      </button>
    ))}
  </fieldset>
);

const inList = (papers: number): string => (papers > 999 ? '999+' : String(papers));

/** A button for more papers, or a message if the list is empty. */
export function DeskListFoot({ list }: { list: ReturnType<typeof useDeskList> }) {
  if (list.isWaiting) return <p className="px-7 py-6 text-sm text-muted">Loading…</p>;
  if (!list.current && !list.failed)
    return (
      <p className="px-7 py-6 text-sm text-muted">
        {list.name === 'done' ? 'No paper is done yet.' : 'Nothing is kept yet.'}
      </p>
    );
  if (!list.next && !list.failed) return null;
  return (
    <div className="border-t border-line px-3 py-2">
      {list.failed && (
        <p role="alert" className="mb-1 text-sm text-bad">
          {list.failed}
        </p>
      )}
      {list.next ? (
        <Button size="small" variant="quiet" pending={list.loading} onClick={list.more}>
          Show more papers
        </Button>
      ) : (
        <Button size="small" variant="quiet" onClick={() => list.show(list.name)}>
          Try again
        </Button>
      )}
    </div>
  );
}
