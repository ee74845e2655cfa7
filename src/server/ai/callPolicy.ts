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
import { failureOf, retryAfterMs } from './failures.ts';
import { type ModelFailure, ModelTrouble } from './trouble.ts';

/** Runs one call of a model server under the policies that all calls to that server share. */
export type CallPolicy = <T>(maxWaitMs: number, call: (signal: AbortSignal) => Promise<T>) => Promise<T>;

/**
 * A bulkhead of `atOnce` calls with a short queue; retries with jitter for failures that may pass; a circuit breaker
 * that opens for 30 s after five consecutive failures, doubling to 10 min; and a timeout around all of it, so that the
 * caller hears within `maxWaitMs` whatever happens. cockatiel nests the four: each sees the signal of the one around it.
 * @throws ModelTrouble
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
  const concurrency = bulkhead(atOnce, atOnce * 8);
  const retries = retry(handleWhen(isTransient), { maxAttempts: 2, backoff });
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
      'the circuit of a model opened',
    ),
  );
  circuit.onReset(() => log.info({ model: name }, 'the circuit of a model closed'));
  const shared = wrap(concurrency, retries, circuit);

  return async (maxWaitMs, call) => {
    try {
      return await wrap(timeout(maxWaitMs, TimeoutStrategy.Aggressive), shared).execute(({ signal }) => {
        signal.throwIfAborted();
        return call(signal);
      });
    } catch (error) {
      const failure = failureOf(error);
      throw failure ? new ModelTrouble(failure, error) : error;
    }
  };
}

const transient = new Set<ModelFailure>(['rate-limited', 'unavailable']);
/** A server that asks for a longer wait is not retried. */
const longestWaitMs = 4000;

const isTransient = (error: unknown): boolean => {
  const failure = failureOf(error);
  return failure !== null && transient.has(failure) && (retryAfterMs(error) ?? 0) <= longestWaitMs;
};

const jitter = new ExponentialBackoff({ initialDelay: 250, maxDelay: longestWaitMs });

/** Exponential with decorrelated jitter, never sooner than the server's Retry-After. */
const backoff = new DelegateBackoff<{ result: object }, ReturnType<typeof jitter.next>>(
  ({ result }, before) => {
    const state = before ? before.next(undefined) : jitter.next();
    const asked = 'error' in result ? (retryAfterMs(result.error) ?? 0) : 0;
    return { delay: Math.max(asked, state.duration), state };
  },
);
