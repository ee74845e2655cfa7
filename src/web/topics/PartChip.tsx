import { X } from 'lucide-react';
import type { TopicPart } from '#shared/topics/understanding.ts';
import { count } from './words.ts';

interface PartChipProps {
  part: TopicPart;
  isOpen: boolean;
  /** Undefined while the topic cannot be changed. */
  onOpen?: (() => void) | undefined;
  onRemove?: (() => void) | undefined;
}

/** One part of a topic with its papers of the week. Its name opens the actions; the cross removes it. */
export function PartChip({ part, isOpen, onOpen, onRemove }: PartChipProps) {
  const papers = count(part.weekCount, 'new paper', 'new papers');
  const name = part.exact ? `“${part.name}”` : part.name;
  const label = (
    <>
      <span dir="auto" className="truncate">
        {name}
      </span>
      {part.searchedAs && (
        <span className="truncate text-muted">
          <span aria-hidden="true"> → </span>
          <span className="sr-only">, searched as </span>
          {part.searchedAs}
        </span>
      )}
      <span className={part.known ? 'text-muted' : 'text-warn'} title={`${papers} in the last 7 days`}>
        <span aria-hidden="true">{part.known ? part.weekCount.toLocaleString('en-US') : 'no paper'}</span>
        <span className="sr-only">, {part.known ? papers : 'in no paper of the last year'}</span>
      </span>
    </>
  );
  const inside = 'flex min-h-7 min-w-0 items-center gap-1.5 py-0.5 pl-2.5';
  return (
    <span className="inline-flex max-w-full min-w-0 items-center rounded-full bg-wash text-[0.8125rem] ring-1 ring-line ring-inset">
      {onOpen ? (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={onOpen}
          className={`${inside} rounded-l-full hover:underline ${onRemove ? '' : 'pr-2.5'}`}
        >
          {label}
        </button>
      ) : (
        <span className={`${inside} ${onRemove ? '' : 'pr-2.5'}`}>{label}</span>
      )}
      {onRemove && (
        <button
          type="button"
          aria-label={`Remove ${part.name}`}
          onClick={onRemove}
          className="grid size-7 shrink-0 place-items-center rounded-full text-muted hover:text-ink"
        >
          <X className="size-3" aria-hidden="true" />
        </button>
      )}
    </span>
  );
}
