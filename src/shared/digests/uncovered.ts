import type { Why } from '../papers/paper.ts';
import { plain } from '../values/plainText.ts';

/**
 * The ideas of a topic that no paper of a digest mentions: `Nothing on “pregnancy”.` Null if every idea is mentioned, or
 * if that was not stored.
 */
export function uncoveredInWords(papers: readonly { why?: Why | undefined }[]): string | null {
  const found = papers.flatMap(({ why }) => (why?.aspects ? [why.aspects] : []));
  const isAbsent = (name: string) =>
    found.every((aspects) => aspects.some((one) => one.name === name && one.missing === name));
  const absent = (found[0] ?? []).flatMap(({ name }) =>
    isAbsent(name) && plain(name) ? `“${plain(name)}”` : [],
  );
  return absent.length ? `Nothing on ${absent.join(' or ')}.` : null;
}
