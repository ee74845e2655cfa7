/** The element of a document that holds answers of calls, as JSON by address. */
export const heldAnswersId = 'held-answers';

/**
 * That element, which is no script to a browser. Nothing in an answer can end it.
 * @param answers JSON by address
 */
export function heldBlock(answers: ReadonlyMap<string, string>): string {
  const pairs = [...answers].map(([address, json]) => `${JSON.stringify(address)}:${json}`);
  const json = `{${pairs.join(',')}}`.replaceAll('<', '\\u003c');
  return `<script type="application/json" id="${heldAnswersId}">${json}</script>`;
}
