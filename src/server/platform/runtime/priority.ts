import { getPriority, setPriority } from 'node:os';

/** The lowest priority that exists. */
const lowest = 19;

/**
 * Lets other threads run first if processors are short, for a thread that computes for long beside threads that must
 * respond quickly. Applies to the calling thread, and those that it starts later. Only Linux has priorities per thread.
 * If a container forbids it, the thread keeps its priority.
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
