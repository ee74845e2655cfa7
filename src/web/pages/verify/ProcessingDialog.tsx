import { Check } from 'lucide-react';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { ProgressBar, Spinner } from '#web/ui/Spinner.tsx';
import { isComplete, type Progress, steps } from './progress.ts';

interface ProcessingDialogProps {
  progress: Progress;
  topic: string;
  onCancel: () => void;
}

/** The progress of the first search, step by step. It can be canceled until it is complete. */
export function ProcessingDialog({ progress, topic, onCancel }: ProcessingDialogProps) {
  const { percent, text } = steps[progress.step]!;
  const complete = isComplete(progress);
  return (
    <Dialog
      open
      onOpenChange={onCancel}
      dismissible={false}
      title={complete ? 'Search Complete!' : 'Processing your search'}
      description={<span dir="auto">“{topic}”</span>}
      footer={
        <>
          <p role="status" className="flex min-h-10 grow items-center font-semibold">
            {complete && 'Check your email for the research digest!'}
          </p>
          {!complete && (
            <Button variant="secondary" onClick={onCancel}>
              Cancel
            </Button>
          )}
        </>
      }
    >
      <div className="flex items-center gap-4">
        <div className="grow">
          <ProgressBar label="Search" percent={percent} text={`${percent}%: ${text}`} />
        </div>
        <p className="w-10 shrink-0 text-right text-sm text-muted">{percent}%</p>
      </div>
      <ol className="mt-5 space-y-3">
        {steps.map((step, index) => (
          <li
            key={step.text}
            aria-current={index === progress.step ? 'step' : undefined}
            className={`flex items-center gap-3 ${index > progress.step ? 'text-muted' : index === progress.step && !complete ? 'font-semibold' : ''}`}
          >
            <span className="grid size-5 place-items-center">
              {index < progress.step || complete ? (
                <Check className="size-4.5 text-good" aria-label="Done" />
              ) : index === progress.step ? (
                <Spinner label={null} />
              ) : (
                <span className="size-1.5 rounded-full bg-edge" />
              )}
            </span>
            {step.text}
          </li>
        ))}
      </ol>
    </Dialog>
  );
}
