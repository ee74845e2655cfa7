/** A longer list makes searches slower, not better. */
export const mostPhrases = 24;

/** The words of a topic, quoted ones together, without words excluded by a minus. */
export function topicTerms(topic: string): { words: string[]; quoted: boolean }[] {
  const terms: { words: string[]; quoted: boolean }[] = [];
  const plain = bounded(topic).replace(/[\u201c\u201d\u201e\u00ab\u00bb]/g, '"');
  for (const [, minus, phrase, word] of plain.matchAll(/(?<![^\s"])(-?)(?:"([^"]*)"|([^\s"]+))|"/g)) {
    if (minus) continue;
    const words = wordsOf(phrase ?? word ?? '');
    if (words.length > 0) terms.push({ words, quoted: phrase !== undefined });
  }
  return terms;
}

/** Words of letters, digits and characters within a word, without the capital operators of PubMed and arXiv. */
export const wordsOf = (text: string): string[] =>
  (bounded(text).match(/[\p{L}\p{M}\p{N}]+(?:['\u2019.+-]+[\p{L}\p{M}\p{N}]+)*\+?/gu) ?? [])
    .filter((word) => !operators.has(word.replace(/\+$/, '')))
    .map((word) => word.replaceAll('\u2019', "'"))
    .slice(0, mostWords);

const operators = new Set(['AND', 'OR', 'NOT', 'ANDNOT', 'TO']);
const mostWords = 40;

/** A topic has at most 300 characters, but phrases of a model can be longer. */
const bounded = (text: string): string =>
  text.slice(0, 1000).toWellFormed().normalize('NFKC').replace(fieldTag, ' ');

/** PubMed's field tags, which its users type out of habit; `[18F]` is not one. */
const fieldTag =
  /\[\s*(?:1?au|author|ad|affiliation|all(?: fields)?|auid|crdt|dp|edat|mdat|pdat|gr|ip|is|la|language|majr|mesh(?: terms| major topic)?|mh|nm|ot|pg|pmid|pt|publication type|sb|filter|sh|ta|journal|ti|title(?:\/abstract)?|tiab|tt|tw|text word|uid|vi)(?::[^\]]*)?\s*\]/gi;
