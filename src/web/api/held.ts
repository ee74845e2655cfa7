import type { Endpoint, ResponseOf } from '#shared/contract/endpoint.ts';
import { heldAnswersId } from '#shared/site/heldAnswers.ts';
import { addressOf, type CallInput } from './address.ts';

/** Milliseconds after which nobody takes what the document held: a page that is opened later reads again. */
const goodFor = 10_000;

let held: { answers: Record<string, unknown>; readAt: number } | undefined;

/** The answer that the document held for this read, once; undefined when there is none, or none any more. */
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

/** After anything was changed: what the document held may be as it was before, or another reader's. */
export function forgetHeld(): void {
  held = { answers: {}, readAt: 0 };
}

/** Takes the block out of the document. A page that is rendered at build has none. */
function readBlock(): Record<string, unknown> {
  const block = globalThis.document?.getElementById(heldAnswersId);
  block?.remove();
  return JSON.parse(block?.textContent || '{}');
}
