import { getPriority, setPriority } from 'node:os';

/** The lowest that there is. */
const lowest = 19;

/**
 * Lets other threads go first where processors are short: for one that computes for long, beside threads that answer at once.
 * It concerns the calling thread, and those that it starts later. Only Linux gives threads priorities of their own. Where a
 * container forbids it, the thread computes at the priority that it has.
 */
export function letOthersFirst(by: number): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(Math.min(lowest, getPriority() + by));
  } catch (error) {
    if (!isForbidden(error)) throw error;
  }
}

const isForbidden = (error: unknown): boolean =>
  error instanceof Error && /\b(?:EPERM|EACCES|ENOSYS)\b/.test(error.message);
