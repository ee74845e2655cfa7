/** Waits for the payment provider to confirm a subscription: every 2 s, at most 30 times. */
export const pollEvery = 2000;
export const maxAttempts = 30;

export interface Waiting {
  state: 'pending' | 'success' | 'failed' | 'timeout';
  /** Replies received so far. */
  attempts: number;
  reason: string | null;
}

export const fresh: Waiting = { state: 'pending', attempts: 0, reason: null };

export type Answer = { state: 'pending' | 'success' | 'failed'; reason: string | null } | 'no answer';

/** A call without a reply counts as still pending. */
export function hear(waiting: Waiting, answer: Answer): Waiting {
  if (waiting.state !== 'pending') return waiting;
  const attempts = waiting.attempts + 1;
  if (answer !== 'no answer' && answer.state === 'success')
    return { state: 'success', attempts, reason: null };
  if (answer !== 'no answer' && answer.state === 'failed')
    return { state: 'failed', attempts, reason: answer.reason || 'Payment failed' };
  return { state: attempts >= maxAttempts ? 'timeout' : 'pending', attempts, reason: null };
}

/** Minutes until it gives up, rounded up. */
export const minutesLeft = ({ attempts }: Waiting): number =>
  Math.ceil(((maxAttempts - attempts) * pollEvery) / 60_000);
