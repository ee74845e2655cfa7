import type { ReaderPaper } from '#shared/shelf/paperState.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { AnswerButtons } from './AnswerButtons.tsx';
import { OpenAtSource } from './OpenAtSource.tsx';
import { PaperReader } from './PaperReader.tsx';
import type { Answers } from './useAnswers.ts';

interface PaperSheetProps {
  paper: ReaderPaper;
  answers: Answers;
  onClose: () => void;
}

/** A paper over the list on a narrow screen, with the answer buttons within reach of the thumb. */
export const PaperSheet = ({ paper, answers, onClose }: PaperSheetProps) => (
  <Dialog
    open
    wide
    onOpenChange={(open) => open || onClose()}
    title={
      <span dir="auto" className="wrap-anywhere">
        {paper.paper.title}
      </span>
    }
    footer={<AnswerButtons paper={paper} answers={answers} onAnswered={onClose} />}
  >
    <PaperReader paper={paper} />
    <p className="mt-4 -ml-3">
      <OpenAtSource paper={paper} />
    </p>
  </Dialog>
);
