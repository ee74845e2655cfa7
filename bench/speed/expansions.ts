import { stopWords } from '#search/text/stopWords.ts';
import type { IndexPaper } from '#search/types.ts';
import type { Expansion } from '#shared/topics/searchTerm.ts';
import { fromLibrary } from '#topics/expansion/fromCorpus.ts';
import { chosen, weights } from '#topics/expansion/phrases.ts';

/**
 * A topic's expansion as a search term keeps it, with as many phrases as it may have: what the library explains about
 * the topic, by the product's own rules, and, where a model would be asked, runs of two words from the titles of the
 * papers closest to it. `near` are these papers, best first; `far` a sample of all.
 */
export function expansionOf(
  topic: string,
  near: readonly IndexPaper[],
  far: readonly IndexPaper[],
): Expansion[] {
  const library = fromLibrary(topic, { near: near.map(together), far: far.map(together) });
  const phrases = new Set(near.flatMap(({ title }) => wordPairs(title)));
  const said = [...phrases].slice(0, kinds.length).map((phrase, i) => {
    const kind = kinds[i]!;
    return { phrase, kind, from: 'model' as const, weight: weights[kind] };
  });
  return chosen(topic, library, said);
}

const together = ({ title, abstract }: IndexPaper) => `${title}. ${abstract ?? ''}`;

/** What a model is asked for, the surest first; some stand in the topic itself and fall out. */
const kinds = [
  ...Array.from({ length: 3 }, () => 'synonym' as const),
  ...Array.from({ length: 4 }, () => 'narrower' as const),
  ...Array.from({ length: 5 }, () => 'related' as const),
];

function wordPairs(title: string): string[] {
  const words = title.match(/[\p{L}\p{N}-]+/gu) ?? [];
  return words.slice(1).flatMap((second, i) => {
    const pair = [words[i]!, second];
    return pair.every((word) => word.length > 3 && !stopWords.has(word.toLowerCase()))
      ? [pair.join(' ').toLowerCase()]
      : [];
  });
}
