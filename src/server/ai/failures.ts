import { AISDKError, APICallError } from 'ai';
import { BrokenCircuitError, BulkheadRejectedError, TaskCancelledError } from 'cockatiel';
import { type ModelFailure, ModelTrouble } from './trouble.ts';

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
  const header = APICallError.isInstance(error) ? error.responseHeaders?.['retry-after'] : undefined;
  const seconds = Number(header);
  return header !== undefined && seconds >= 0 ? seconds * 1000 : null;
}

const isAbort = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'AbortError' || error.name === 'TimeoutError');
