/** Id of the document's element that holds responses of calls, as JSON by address. */
export const heldAnswersId = 'held-answers';

/**
 * That element. Browsers do not run it as a script, and nothing in a response can close it.
 * @param answers JSON responses by address
 */
export function heldBlock(answers: ReadonlyMap<string, string>): string {
  const pairs = [...answers].map(([address, json]) => `${JSON.stringify(address)}:${json}`);
  const json = `{${pairs.join(',')}}`.replaceAll('<', '\\u003c');
  return `<script type="application/json" id="${heldAnswersId}">${json}</script>`;
}
