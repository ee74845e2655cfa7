import { AISDKError, APICallError } from 'ai';
import { BrokenCircuitError, BulkheadRejectedError, TaskCancelledError } from 'cockatiel';

export const modelFailures = [
  /** The day's or the reader's share is used up. */
  'budget',
  /** It failed so often that it is left in peace for a while. */
  'circuit',
  /** Too many calls are under way. */
  'busy',
  'timeout',
  'rate-limited',
  /** Out of reach, or an error of its own. */
  'unavailable',
  /** It does not want this request: a wrong key, an unknown model, a text that is too long. */
  'refused',
  /** The answer is empty, no JSON, or of another shape. */
  'malformed',
] as const;
export type ModelFailure = (typeof modelFailures)[number];

/** A model server did not answer as it should. */
export class ModelTrouble extends Error {
  readonly failure: ModelFailure;

  constructor(failure: ModelFailure, cause?: unknown) {
    super(`The model did not answer: ${failure}.`, { cause });
    this.name = 'ModelTrouble';
    this.failure = failure;
  }
}

/** What an error from the SDK or a policy means; null for one that no model is to blame for. */
export function failureOf(error: unknown): ModelFailure | null {
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
  return statusCode >= 500 || statusCode === 408 || statusCode === 409 ? 'unavailable' : 'refused';
}

/** Milliseconds that the server asks to wait before the next try; null when it does not say. */
export function retryAfterMs(error: unknown): number | null {
  const said = APICallError.isInstance(error) ? error.responseHeaders?.['retry-after'] : undefined;
  const seconds = Number(said);
  return said !== undefined && seconds >= 0 ? seconds * 1000 : null;
}

const isAbort = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'AbortError' || error.name === 'TimeoutError');
