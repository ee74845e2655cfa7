import type { Endpoint, ResponseOf } from '#shared/contract/endpoint.ts';
import { heldAnswersId } from '#shared/site/heldAnswers.ts';
import { addressOf, type CallInput } from './address.ts';

/** Data embedded in the document is used only this many milliseconds; a page opened later reads from the server. */
const goodFor = 10_000;

let held: { answers: Record<string, unknown>; readAt: number } | undefined;

/** The response that the document contains for this read, returned once. Undefined if there is none or it is too old. */
export function takeHeld<E extends Endpoint>(endpoint: E, input: CallInput<E>): ResponseOf<E> | undefined {
  held ??= { answers: readBlock(), readAt: performance.now() };
  if (performance.now() - held.readAt > goodFor) forgetHeld();
  const address = addressOf(endpoint, input);
  const answer = held.answers[address];
  if (answer === undefined) return undefined;
  delete held.answers[address];
  const read = endpoint.response.safeParse(answer);
  return read.success ? (read.data as ResponseOf<E>) : undefined;
}

/** Call after any change: the embedded data may be stale, or belong to another reader. */
export function forgetHeld(): void {
  held = { answers: {}, readAt: 0 };
}

/** Removes the data block from the document. Prerendered pages have none. */
function readBlock(): Record<string, unknown> {
  const block = globalThis.document?.getElementById(heldAnswersId);
  block?.remove();
  return JSON.parse(block?.textContent || '{}');
}
