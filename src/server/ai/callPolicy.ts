import { AISDKError, APICallError } from 'ai';
import {
  BrokenCircuitError,
  BulkheadRejectedError,
  bulkhead,
  ConsecutiveBreaker,
  circuitBreaker,
  DelegateBackoff,
  ExponentialBackoff,
  handleWhen,
  retry,
  TaskCancelledError,
  TimeoutStrategy,
  timeout,
  wrap,
} from 'cockatiel';
import { retryAfterMs } from '#platform/http/retryAfter.ts';
import type { Log } from '#platform/runtime/log.ts';
import { type ModelFailure, ModelTrouble } from './models.ts';

/** Runs one call of a model server under the policies that all calls to that server share. */
type CallPolicy = <T>(maxWaitMs: number, call: (signal: AbortSignal) => Promise<T>) => Promise<T>;

/**
 * A bulkhead of `atOnce` calls with a short queue; retries with jitter for failures that may pass; a circuit breaker
 * that opens for 30 s after five consecutive failures, doubling to 10 min, but not for requests that it cannot take; and a
 * timeout around all of it, so that the caller hears within `maxWaitMs` whatever happens. cockatiel nests the four: each sees the signal of the one around it.
 * @throws ModelTrouble
 */
export function openCallPolicy(model: { atOnce: number; name: string; log: Log }): CallPolicy {
  const { atOnce, name, log } = model;
  const concurrency = bulkhead(atOnce, atOnce * 8);
  const retries = retry(handleWhen(isTransient), { maxAttempts: 2, backoff });
  const circuit = circuitBreaker(
    handleWhen((error) => ![null, 'rejected'].includes(failureOf(error))),
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
  return failure !== null && transient.has(failure) && waitOf(error) <= longestWaitMs;
};

const jitter = new ExponentialBackoff({ initialDelay: 250, maxDelay: longestWaitMs });

/** Exponential with decorrelated jitter, never sooner than the server's Retry-After. */
const backoff = new DelegateBackoff<{ result: object }, ReturnType<typeof jitter.next>>(
  ({ result }, before) => {
    const state = before ? before.next(undefined) : jitter.next();
    const asked = 'error' in result ? waitOf(result.error) : 0;
    return { delay: Math.max(asked, state.duration), state };
  },
);

/** Classifies an error of the SDK or of a policy; null for one that the model server did not cause. */
function failureOf(error: unknown): ModelFailure | null {
  if (error instanceof ModelTrouble) return error.failure;
  if (error instanceof BrokenCircuitError) return 'circuit';
  if (error instanceof BulkheadRejectedError) return 'busy';
  if (error instanceof TaskCancelledError || isAbort(error)) return 'timeout';
  // Every other error of the SDK is about what came back: no JSON, no text, not the wanted shape.
  if (!APICallError.isInstance(error)) return AISDKError.isInstance(error) ? 'malformed' : null;
  const { statusCode } = error;
  if (statusCode === undefined) return isAbort(error.cause) ? 'timeout' : 'unavailable';
  // The SDK reports a body that it cannot read as a call error with the status of success.
  if (statusCode < 300) return 'malformed';
  if (statusCode === 429) return 'rate-limited';
  if (statusCode === 400 || statusCode === 413 || statusCode === 422) return 'rejected';
  return statusCode >= 500 || statusCode === 408 || statusCode === 409 ? 'unavailable' : 'refused';
}

const waitOf = (error: unknown): number =>
  (APICallError.isInstance(error) && retryAfterMs(error.responseHeaders)) || 0;

const isAbort = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'AbortError' || error.name === 'TimeoutError');
