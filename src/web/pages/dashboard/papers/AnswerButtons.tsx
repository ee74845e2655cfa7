import { Ban, Bookmark, Check } from 'lucide-react';
import type { PaperState } from '#shared/papers/paper.ts';
import type { ReaderPaper } from '#shared/shelf/paperState.ts';
import { Button } from '#web/ui/Button.tsx';
import type { Answers } from './useAnswers.ts';

const choices = [
  { state: 'kept', label: 'Keep', key: 's', Icon: Bookmark },
  { state: 'done', label: 'Done', key: 'e', Icon: Check },
  { state: 'not', label: 'Not for me', key: 'x', Icon: Ban },
] as const;

interface AnswerButtonsProps {
  paper: ReaderPaper;
  answers: Answers;
  /** Small and quiet buttons for a list, whose accessible names include the paper's title. */
  inList?: boolean;
  onAnswered?: () => void;
}

/** Keep, Done, Not for me. Pressing the active one again undoes it. */
export function AnswerButtons({ paper, answers, inList, onAnswered }: AnswerButtonsProps) {
  const current: PaperState = answers.stateOf(paper);
  return choices.map(({ state, label, key, Icon }) => (
    <Button
      key={state}
      size="small"
      variant={inList ? 'quiet' : state === 'kept' ? 'primary' : 'secondary'}
      aria-pressed={current === state}
      onClick={() => {
        answers.answer(paper, current === state ? 'new' : state);
        onAnswered?.();
      }}
      className={inList ? 'pointer-coarse:min-h-11 px-2.5! text-muted' : 'pointer-coarse:min-h-11'}
    >
      <Icon
        className="size-4"
        aria-hidden="true"
        fill={current === state && state === 'kept' ? 'currentColor' : 'none'}
      />
      {label}
      {inList ? (
        <span className="sr-only">{paper.paper.title}</span>
      ) : (
        <span aria-hidden="true" className="hidden text-xs opacity-80 min-[60rem]:inline">
          {key}
        </span>
      )}
    </Button>
  ));
}
