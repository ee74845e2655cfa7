import type { IndexPaper } from '#search/core/types.ts';
import { stopWords } from '#search/text/stopWords.ts';
import type { Expansion } from '#shared/topics/searchTerm.ts';
import { fromLibrary } from '#topics/expansion/fromCorpus.ts';
import { chosen, weights } from '#topics/expansion/phrases.ts';

/**
 * A topic's expansion with as many phrases as it may have: those that the product's own rules find in the corpus, and, in place
 * of a model's, pairs of words from the titles of the closest papers. `near` are these papers, best first; `far` is a sample of
 * all.
 */
export function expansionOf(
  topic: string,
  near: readonly IndexPaper[],
  far: readonly IndexPaper[],
): Expansion[] {
  const fromCorpusPhrases = fromLibrary(topic, { near: near.map(textOf), far: far.map(textOf) });
  const phrases = new Set(near.flatMap(({ title }) => wordPairs(title)));
  const fromModel = [...phrases].slice(0, kinds.length).map((phrase, i) => {
    const kind = kinds[i]!;
    return { phrase, kind, from: 'model' as const, weight: weights[kind] };
  });
  return chosen(topic, fromCorpusPhrases, fromModel);
}

const textOf = ({ title, abstract }: IndexPaper) => `${title}. ${abstract ?? ''}`;

/** The kinds a model is asked for, most certain first; phrases that are in the topic itself are dropped. */
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
