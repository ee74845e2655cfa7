/** The steps of the progress dialog. `for` is how long a step stays, in milliseconds. */
export const steps = [
  { percent: 10, text: 'Expanding search terms with AI', for: 1000 },
  { percent: 30, text: 'Searching PubMed, arXiv and bioRxiv', for: 1000 },
  { percent: 60, text: 'Analyzing papers with AI', for: 500 },
  { percent: 90, text: 'Sending email digest', for: null },
  { percent: 100, text: 'Search complete', for: null },
] as const;

/**
 * The current step. The first three steps end by the clock. The fourth waits for the server's response, so that
 * “complete” never appears before it is true. A failure appears at once.
 */
export interface Progress {
  step: number;
  replied: boolean;
  failed: boolean;
}

export type ProgressEvent = 'time' | 'replied' | 'failed';

export const notStarted: Progress = { step: 0, replied: false, failed: false };

const [sending, complete] = [3, 4];

export function advance(progress: Progress, event: ProgressEvent): Progress {
  if (progress.failed || isComplete(progress)) return progress;
  if (event === 'failed') return { ...progress, failed: true };
  const replied = progress.replied || event === 'replied';
  const step = event === 'time' ? Math.min(progress.step + 1, sending) : progress.step;
  return { ...progress, replied, step: replied && step === sending ? complete : step };
}

export const isComplete = ({ step }: Progress): boolean => step === complete;
