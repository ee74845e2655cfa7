import type { Why } from '../papers/paper.ts';

/**
 * The ideas of a topic that no paper of a digest mentions: `None of these papers mentions “pregnancy”; nothing closer was
 * found.` Null if every idea is mentioned, or if that was not stored. `quoted` formats quotations.
 */
export function uncoveredInWords(
  papers: readonly { why?: Why | undefined }[],
  quoted: (text: string) => string,
): string | null {
  const found = papers.flatMap(({ why }) => (why?.aspects ? [why.aspects] : []));
  const isAbsent = (name: string) =>
    found.every((aspects) => aspects.some((one) => one.name === name && one.missing === name));
  const absent = (found[0] ?? []).flatMap(({ name }) =>
    isAbsent(name) && quoted(name) ? [quoted(name)] : [],
  );
  if (absent.length === 0) return null;
  const none = papers.length > 1 ? 'None of these papers mentions' : 'This paper does not mention';
  return `${none} ${absent.join(' or ')}; nothing closer was found.`;
}
