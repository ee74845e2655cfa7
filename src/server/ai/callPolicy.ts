import {
  bulkhead,
  ConsecutiveBreaker,
  circuitBreaker,
  DelegateBackoff,
  ExponentialBackoff,
  handleWhen,
  retry,
  TimeoutStrategy,
  timeout,
  wrap,
} from 'cockatiel';
import type { Log } from '#platform/runtime/log.ts';
import { failureOf, type ModelFailure, ModelTrouble, retryAfterMs } from './failures.ts';

/** Runs one call of a model server under the policies that all calls of it share. */
export type CallPolicy = <T>(patienceMs: number, call: (signal: AbortSignal) => Promise<T>) => Promise<T>;

/**
 * At most so many calls at once, a short queue behind them; what may pass is tried again with jitter; after five
 * failures in a row nobody asks for half a minute, then for twice as long, ten minutes at most; and whatever
 * happens, the caller hears in time.
 *
 * cockatiel keeps the four together: each policy sees the signal of the one around it.
 * Rejects with ModelTrouble.
 */
export function openCallPolicy({
  atOnce,
  name,
  log,
}: {
  atOnce: number;
  name: string;
  log: Log;
}): CallPolicy {
  const room = bulkhead(atOnce, atOnce * 8);
  const again = retry(handleWhen(mayPass), { maxAttempts: 2, backoff });
  const circuit = circuitBreaker(
    handleWhen((error) => failureOf(error) !== null),
    {
      breaker: new ConsecutiveBreaker(5),
      halfOpenAfter: new ExponentialBackoff({ initialDelay: 30_000, maxDelay: 600_000 }),
    },
  );
  circuit.onBreak((reason) =>
    log.warn(
      { model: name, failure: 'error' in reason ? failureOf(reason.error) : null },
      'a model is left in peace',
    ),
  );
  circuit.onReset(() => log.info({ model: name }, 'a model answers again'));
  const shared = wrap(room, again, circuit);

  return async (patienceMs, call) => {
    try {
      return await wrap(timeout(patienceMs, TimeoutStrategy.Aggressive), shared).execute(({ signal }) => {
        signal.throwIfAborted();
        return call(signal);
      });
    } catch (error) {
      const failure = failureOf(error);
      throw failure ? new ModelTrouble(failure, error) : error;
    }
  };
}

const passing = new Set<ModelFailure>(['rate-limited', 'unavailable']);
/** Whoever asks for a longer wait is not asked again for this digest. */
const longestWaitMs = 4000;

const mayPass = (error: unknown): boolean => {
  const failure = failureOf(error);
  return failure !== null && passing.has(failure) && (retryAfterMs(error) ?? 0) <= longestWaitMs;
};

const jitter = new ExponentialBackoff({ initialDelay: 250, maxDelay: longestWaitMs });

/** Exponential with decorrelated jitter, and never sooner than the server asks. */
const backoff = new DelegateBackoff<{ result: object }, ReturnType<typeof jitter.next>>(
  ({ result }, before) => {
    const state = before ? before.next(undefined) : jitter.next();
    const asked = 'error' in result ? (retryAfterMs(result.error) ?? 0) : 0;
    return { delay: Math.max(asked, state.duration), state };
  },
);
