import { AISDKError, APICallError } from 'ai';
import { BrokenCircuitError, BulkheadRejectedError, TaskCancelledError } from 'cockatiel';

export const modelFailures = [
  /** The budget of the day or of the reader is used up. */
  'budget',
  /** The circuit is open after repeated failures. */
  'circuit',
  /** Too many calls are running. */
  'busy',
  'timeout',
  'rate-limited',
  /** Unreachable, or it answered with a server error. */
  'unavailable',
  /** It rejects this request: a wrong key, an unknown model, a text that is too long. */
  'refused',
  /** The answer is empty, no JSON, or of another shape. */
  'malformed',
] as const;
export type ModelFailure = (typeof modelFailures)[number];

/** A model server gave no usable answer. */
export class ModelTrouble extends Error {
  readonly failure: ModelFailure;

  constructor(failure: ModelFailure, cause?: unknown) {
    super(`The model did not answer: ${failure}.`, { cause });
    this.name = 'ModelTrouble';
    this.failure = failure;
  }
}

/** Classifies an error of the SDK or of a policy; null for one that the model server did not cause. */
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

/** The server's Retry-After in milliseconds; null when it sent none. */
export function retryAfterMs(error: unknown): number | null {
  const said = APICallError.isInstance(error) ? error.responseHeaders?.['retry-after'] : undefined;
  const seconds = Number(said);
  return said !== undefined && seconds >= 0 ? seconds * 1000 : null;
}

const isAbort = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'AbortError' || error.name === 'TimeoutError');
