import { Ban, Bookmark, Check, ExternalLink } from 'lucide-react';
import type { PaperState } from '#shared/papers/paper.ts';
import { sourceLabels } from '#shared/papers/sources.ts';
import type { ReaderPaper } from '#shared/shelf/paperState.ts';
import { webAddress } from '#web/papers/paperWords.ts';
import { Button, ButtonAnchor } from '#web/ui/Button.tsx';
import type { Answers } from './useAnswers.ts';

const choices = [
  { state: 'kept', label: 'Keep', key: 's', Icon: Bookmark },
  { state: 'done', label: 'Done', key: 'e', Icon: Check },
  { state: 'not', label: 'Not for me', key: 'x', Icon: Ban },
] as const;

interface AnswerButtonsProps {
  paper: ReaderPaper;
  answers: Answers;
  onAnswered?: () => void;
}

/** Keep, Done, Not for me. Pressing the active one again undoes it. */
export function AnswerButtons({ paper, answers, onAnswered }: AnswerButtonsProps) {
  const current: PaperState = answers.stateOf(paper);
  return choices.map(({ state, label, key, Icon }) => (
    <Button
      key={state}
      size="small"
      variant={state === 'kept' ? 'primary' : 'secondary'}
      aria-pressed={current === state}
      onClick={() => {
        answers.answer(paper, current === state ? 'new' : state);
        onAnswered?.();
      }}
      className="pointer-coarse:min-h-11"
    >
      <Icon
        className="size-4"
        aria-hidden="true"
        fill={current === state && state === 'kept' ? 'currentColor' : 'none'}
      />
      {label}
      <span aria-hidden="true" className="hidden text-xs opacity-80 min-[60rem]:inline">
        {key}
      </span>
    </Button>
  ));
}

/** Buttons to the paper at its source, to a free PDF and to the reader's library; none without an address. */
export function OpenAtSource({ paper: { paper } }: { paper: ReaderPaper }) {
  const places = [
    [webAddress(paper.url), `Open at ${sourceLabels[paper.source]}`],
    [paper.retracted ? null : webAddress(paper.pdfUrl), 'Open PDF'],
    [webAddress(paper.libraryUrl), 'Open through your library'],
  ] as const;
  return places.map(
    ([address, words]) =>
      address && (
        <ButtonAnchor
          key={words}
          href={address}
          target="_blank"
          rel="noopener noreferrer"
          size="small"
          variant="quiet"
          className="pointer-coarse:min-h-11"
        >
          {words}
          <ExternalLink className="size-4" aria-hidden="true" />
          <span className="sr-only">(opens in a new tab)</span>
        </ButtonAnchor>
      ),
  );
}
