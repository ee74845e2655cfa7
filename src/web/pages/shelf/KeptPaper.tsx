import { Check, ChevronDown, EyeOff, Undo2, X } from 'lucide-react';
import { useId, useState } from 'react';
import type { PaperState } from '#shared/papers/paper.ts';
import type { ReaderPaper } from '#shared/shelf/paperState.ts';
import { shelfLists } from '#shared/shelf/shelf.ts';
import { AbsoluteDate } from '#web/layout/dates.tsx';
import { PaperStanding } from '#web/papers/PaperFacts.tsx';
import { shortAuthors } from '#web/papers/paperWords.ts';
import { Button } from '#web/ui/Button.tsx';
import { OpenAtSource } from '../dashboard/papers/OpenAtSource.tsx';
import { PaperFindings } from '../dashboard/papers/PaperReader.tsx';
import type { Answers } from '../dashboard/papers/useAnswers.ts';
import { LaterMoments } from './LaterMoments.tsx';
import { PaperNote } from './notes/PaperNote.tsx';
import { PaperTags } from './PaperTags.tsx';

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
