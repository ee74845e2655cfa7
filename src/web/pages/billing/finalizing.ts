/** Waiting for the provider to confirm a subscription (specification §4): every 2 s, at most 30 times. */
export const pollEvery = 2000;
export const maxAttempts = 30;

export interface Waiting {
  state: 'pending' | 'success' | 'failed' | 'timeout';
  /** Answers had so far. */
  attempts: number;
  reason: string | null;
}

export const fresh: Waiting = { state: 'pending', attempts: 0, reason: null };

export type Answer = { state: 'pending' | 'success' | 'failed'; reason: string | null } | 'no answer';

/** A call that got no answer counts as one that is still pending: the next one may. */
export function hear(waiting: Waiting, answer: Answer): Waiting {
  if (waiting.state !== 'pending') return waiting;
  const attempts = waiting.attempts + 1;
  if (answer !== 'no answer' && answer.state === 'success')
    return { state: 'success', attempts, reason: null };
  if (answer !== 'no answer' && answer.state === 'failed')
    return { state: 'failed', attempts, reason: answer.reason || 'Payment failed' };
  return { state: attempts >= maxAttempts ? 'timeout' : 'pending', attempts, reason: null };
}

/** Whole minutes until it gives up, rounded up. */
export const minutesLeft = ({ attempts }: Waiting): number =>
  Math.ceil(((maxAttempts - attempts) * pollEvery) / 60_000);
