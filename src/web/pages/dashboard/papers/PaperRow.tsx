import { Undo2 } from 'lucide-react';
import { matchWord } from '#shared/papers/match.ts';
import { sourceLabels } from '#shared/papers/sources.ts';
import type { ReaderPaper } from '#shared/shelf/paperState.ts';
import { MatchBars } from '#web/papers/PaperScore.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { AnswerButtons } from './AnswerButtons.tsx';
import { type Answers, saidOf } from './useAnswers.ts';

interface PaperRowProps {
  paper: ReaderPaper;
  answers: Answers;
  isCurrent: boolean;
  onOpen: () => void;
}

/** A paper in the list. Once answered, it keeps its height and shows the answer, with Undo. */
export function PaperRow({ paper, answers, isCurrent, onOpen }: PaperRowProps) {
  const { journal, source, facts, relevanceScore, why, title, retracted } = paper.paper;
  const state = answers.stateOf(paper);
  const answered = state !== paper.state;
  const meta = [journal?.trim() || sourceLabels[source], facts?.design?.name].filter(Boolean).join(' · ');
  return (
    <li
      className={`relative min-h-21 border-b border-line py-2.5 pr-3 pl-7 last:border-b-0 ${isCurrent ? 'min-[60rem]:bg-accent-wash' : 'hover:bg-wash'}`}
    >
      {!answered && state === 'new' && (
        <span
          aria-hidden="true"
          className="absolute top-4.5 left-3 size-2 rounded-full bg-accent outline outline-transparent"
        />
      )}
      <button
        type="button"
        id={rowId(paper)}
        aria-current={isCurrent || undefined}
        onClick={onOpen}
        dir="auto"
        className={`rounded text-start font-serif text-base leading-snug wrap-anywhere after:absolute after:inset-0 ${answered ? 'text-muted' : 'font-semibold'}`}
      >
        <span className={answered ? 'line-clamp-1' : 'line-clamp-3 min-[60rem]:line-clamp-2'}>{title}</span>
      </button>
      {answered ? (
        <p className="mt-1 flex items-center justify-between gap-2 text-sm text-muted">
          {saidOf[state]}
          <Button
            size="small"
            variant="quiet"
            onClick={() => answers.answer(paper, paper.state)}
            className="relative z-1 shrink-0"
          >
            <Undo2 className="size-4" aria-hidden="true" />
            Undo <span className="sr-only">{title}</span>
          </Button>
        </p>
      ) : (
        <>
          <p className="mt-1 flex justify-between gap-3 text-sm text-muted">
            <span dir="auto" className="truncate">
              {meta}
            </span>
            {retracted ? (
              <Badge tone="bad">Retracted</Badge>
            ) : (
              <span className="shrink-0">
                <MatchBars relevance={relevanceScore} why={why} />
                {matchWord(relevanceScore, why)}
              </span>
            )}
          </p>
          <div className="relative z-1 mt-1 -ml-2.5 flex w-fit flex-wrap min-[60rem]:hidden">
            <AnswerButtons paper={paper} answers={answers} inList />
          </div>
        </>
      )}
    </li>
  );
}

export const rowId = ({ id }: ReaderPaper): string => `new-${id}`;
