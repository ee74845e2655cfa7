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
