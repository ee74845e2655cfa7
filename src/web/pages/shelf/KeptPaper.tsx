import { Undo2, X } from 'lucide-react';
import type { ReaderPaper } from '#shared/shelf/paperState.ts';
import { AbsoluteDate } from '#web/layout/dates.tsx';
import { Button } from '#web/ui/Button.tsx';
import { OpenAtSource, PaperReader } from '../dashboard/papers/PaperReader.tsx';
import type { Answers } from '../dashboard/papers/useAnswers.ts';

interface KeptPaperProps {
  paper: ReaderPaper;
  answers: Answers;
  zone: string | undefined;
}

/** A paper on the shelf. Removed, it keeps its place and says so, with Undo. */
export function KeptPaper({ paper, answers, zone }: KeptPaperProps) {
  const { title } = paper.paper;
  const isKept = answers.stateOf(paper) === 'kept';
  const heading = (
    <h2
      dir="auto"
      className={`font-serif text-lg leading-snug text-pretty wrap-anywhere ${isKept ? 'font-semibold' : 'line-clamp-1 text-muted'}`}
    >
      {title}
    </h2>
  );
  if (!isKept)
    return (
      <li className="border-t border-line py-5">
        {heading}
        <p className="mt-1 flex items-center justify-between gap-3 text-sm text-muted">
          Removed from your shelf
          <Button size="small" variant="quiet" onClick={() => answers.answer(paper, 'kept')}>
            <Undo2 className="size-4" aria-hidden="true" />
            Undo <span className="sr-only">{title}</span>
          </Button>
        </p>
      </li>
    );
  return (
    <li className="border-t border-line py-5">
      <PaperReader paper={paper} title={heading} />
      <p className="mt-2 text-sm text-muted">
        Kept <AbsoluteDate value={paper.at} short zone={zone} />
        {paper.term && <span dir="auto"> · {paper.term}</span>}
      </p>
      <div className="mt-1.5 -ml-3 flex flex-wrap gap-1">
        <OpenAtSource paper={paper} />
        <Button size="small" variant="quiet" onClick={() => answers.answer(paper, 'done')}>
          <X className="size-4" aria-hidden="true" />
          Remove <span className="sr-only">{title}</span>
        </Button>
      </div>
    </li>
  );
}
