import { TriangleAlert, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { rowFacts } from '#shared/papers/rowFacts.ts';
import type { ReaderPaper } from '#shared/shelf/paperState.ts';
import { dayInWords } from '#shared/values/dates.ts';
import { Button } from '../ui/Form.tsx';
import { Match } from './PaperMatch.tsx';
import { type Answers, canAnswer } from './useAnswers.ts';

export interface PaperRowProps {
  paper: ReaderPaper;
  answers: Answers;
  isCurrent: boolean;
  onOpen: () => void;
  /** Instead of the match: a kept paper has been judged. */
  lastLine?: ReactNode;
  /** A checkbox in place of the dot. */
  select?: { checked: boolean; onChange: (checked: boolean) => void } | undefined;
  /** Asked once the paper was answered, such as what to leave out. */
  offer?: ReactNode;
}

/**
 * A paper in a list: its title, what it is, and how well it fits. The whole row opens the reader. Once answered, it keeps its
 * height and shows the answer, with Undo.
 */
export function PaperRow({ paper, answers, isCurrent, onOpen, lastLine, select, offer }: PaperRowProps) {
  const { title } = paper.paper;
  const state = answers.stateOf(paper);
  const answered = state !== paper.state;
  return (
    <li
      className={`relative min-h-21 border-b border-line py-2 pr-4 last:border-b-0 ${select ? 'pl-9.5 pointer-coarse:pl-11' : 'pl-7.5'} ${answered ? 'flex min-h-24.75 flex-col justify-center' : ''} ${isCurrent ? 'min-[60rem]:bg-accent-wash min-[60rem]:shadow-[inset_3px_0_var(--color-accent)]' : 'hover:bg-wash'}`}
    >
      {select ? (
        <input
          type="checkbox"
          aria-label={`Select ${title}`}
          checked={select.checked}
          onChange={(event) => select.onChange(event.target.checked)}
          className="check absolute! top-2 left-2.5 z-1 pointer-coarse:left-3"
        />
      ) : (
        state === 'new' &&
        canAnswer(paper) && (
          <span
            aria-hidden="true"
            className="absolute top-4 left-3 size-2 rounded-full bg-accent outline outline-transparent"
          />
        )
      )}
      <button
        type="button"
        id={rowId(paper)}
        aria-current={isCurrent || undefined}
        onClick={onOpen}
        dir="auto"
        className={`block w-full rounded text-start font-serif text-base leading-[1.3] wrap-anywhere after:absolute after:inset-0 focus-visible:outline-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-3 focus-visible:after:outline-accent ${answered ? 'text-muted' : 'font-semibold'}`}
      >
        <span className={answered ? 'line-clamp-1' : 'line-clamp-3 text-pretty min-[60rem]:line-clamp-2'}>
          {title.trim() || 'Untitled'}
        </span>
      </button>
      {answered ? (
        <p className="flex items-center justify-between gap-2 text-[0.8125rem] text-muted">
          {answers.saidOf(state)}
          <Button
            variant="quiet"
            onClick={() => answers.answer(paper, paper.state)}
            className="relative z-1 -my-1 shrink-0 px-2! text-[0.8125rem]!"
          >
            <Undo2 className="size-3.5" />
            Undo <span className="sr-only">{title}</span>
          </Button>
        </p>
      ) : (
        <>
          <What paper={paper} />
          {lastLine ?? <Match paper={paper.paper} />}
        </>
      )}
      {answered && offer}
    </li>
  );
}

/** `Retracted · Randomized trial · n = 642 · J Infant Allergy · 24 Nov`. If room is short, the journal gives way. */
function What({ paper: { paper } }: { paper: ReaderPaper }) {
  const { design, sample, journal } = rowFacts(paper);
  const published = dayInWords(paper.publishedOn, new Date());
  return (
    <p className="what mt-0.75 flex min-w-0 text-[0.8125rem] leading-[1.45] whitespace-nowrap text-muted">
      {paper.retracted && (
        <b className="font-semibold text-bad">
          <TriangleAlert className="mr-1 inline-block size-3.25 align-[-0.125em]" />
          Retracted
        </b>
      )}
      {design && <span className="max-w-56 truncate font-medium text-ink">{design}</span>}
      {sample && <span>{sample}</span>}
      {journal && (
        <span dir="auto" className="journal">
          {journal}
        </span>
      )}
      {published && <span>{published}</span>}
    </p>
  );
}

export const rowId = ({ id }: Pick<ReaderPaper, 'id'>): string => `row-${id}`;
