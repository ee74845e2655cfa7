import { Check, EyeOff, Undo2, X } from 'lucide-react';
import { lazy } from 'react';
import type { PaperState, ReaderPaper } from '#shared/shelf/paperState.ts';
import { shelfLists } from '#shared/shelf/shelf.ts';
import { AbsoluteDate } from '#web/layout/dates.tsx';
import { Button } from '#web/ui/Button.tsx';
import { LazyPart } from '#web/ui/lazy/LazyPart.tsx';
import { OpenAtSource, PaperReader } from '../dashboard/papers/PaperReader.tsx';
import type { Answers } from '../dashboard/papers/useAnswers.ts';
import { PaperNote } from './notes/PaperNote.tsx';

const LaterMoments = lazy(async () => ({ default: (await import('./LaterMoments.tsx')).LaterMoments }));
const PaperTags = lazy(async () => ({ default: (await import('./PaperTags.tsx')).PaperTags }));

interface KeptPaperProps {
  paper: ReaderPaper;
  answers: Answers;
  zone: string | undefined;
  isSelected: boolean;
  onSelect: (isSelected: boolean) => void;
}

/** What stands in the place of a paper that left the list. */
export const movedWords: Record<PaperState, string> = {
  new: 'Removed from your shelf',
  kept: 'Kept on your shelf',
  done: 'Done',
  not: 'Not for me: fewer like this',
};

/** A paper on the shelf. Moved to another list, it keeps its place and says so, with Undo. */
export function KeptPaper({ paper, answers, zone, isSelected, onSelect }: KeptPaperProps) {
  const { title } = paper.paper;
  const state = answers.stateOf(paper);
  if (state !== paper.state)
    return (
      <li className="border-t border-line py-5">
        <h3 dir="auto" className="line-clamp-1 font-serif text-lg text-muted">
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
    <li className="flex gap-3 border-t border-line py-5">
      {/* Hit anywhere in the label, which has no words. */}
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
        <PaperReader
          paper={paper}
          title={
            <h3
              dir="auto"
              className="font-serif text-lg leading-snug font-semibold text-pretty wrap-anywhere"
            >
              {title}
            </h3>
          }
        />
        {paper.later.length > 0 && (
          <LazyPart fallback={<div className="mt-3 min-h-6" />}>
            <LaterMoments moments={paper.later} zone={zone} />
          </LazyPart>
        )}
        <PaperNote paper={paper} />
        <LazyPart fallback={<div className="mt-3 min-h-6" />}>
          <PaperTags paper={paper} />
        </LazyPart>
        <p className="mt-2 text-sm text-muted">
          {paper.imported && state === 'kept' ? 'Imported' : shelfLists[state === 'new' ? 'kept' : state]}{' '}
          <AbsoluteDate value={paper.at} short zone={zone} />
          {paper.term && <span dir="auto"> · {paper.term}</span>}
        </p>
        <PaperMoves paper={paper} answers={answers} />
      </div>
    </li>
  );
}

const moves = [
  { state: 'done', label: 'Done', Icon: Check },
  { state: 'not', label: 'Not for me', Icon: EyeOff },
  { state: 'kept', label: 'Keep', Icon: Undo2 },
  { state: 'new', label: 'Remove', Icon: X },
] as const;

const PaperMoves = ({ paper, answers }: Pick<KeptPaperProps, 'paper' | 'answers'>) => (
  <div className="mt-1.5 -ml-3 flex flex-wrap gap-1">
    <OpenAtSource paper={paper} />
    {moves
      .filter(({ state }) => state !== paper.state)
      .map(({ state, label, Icon }) => (
        <Button key={state} size="small" variant="quiet" onClick={() => answers.answer(paper, state)}>
          <Icon className="size-4" aria-hidden="true" />
          {label} <span className="sr-only">{paper.paper.title}</span>
        </Button>
      ))}
  </div>
);
