import { describe, expect, it } from 'vitest';
import { buildIndex } from '#search/engine/searchIndex.ts';
import { stopWords } from '#search/text/stopWords.ts';
import { sourceNames } from '#shared/papers/sources.ts';
import { topicsFrom } from '../data/corpusOfSize.ts';
import { corpusPapers } from '../data/corpusPapers.ts';

/** Every so-many real record is indexed: the whole corpus takes a minute. */
const every = 8;
const papers = (corpusPapers() ?? [])
  .filter((_, i) => i % every === 0)
  .map((paper, id) => ({ ...paper, id }));

/** What is wrong with a phrase as a quotation from a text; null if nothing is. */
function faultOf(phrase: string, text: string): string | null {
  if (!text.includes(phrase)) return 'does not stand in the text';
  if (!/^[\p{L}\p{N}]/u.test(phrase)) return 'begins with a sign';
  if (!placesOf(phrase, text).some((at) => isWhole(text, at, at + phrase.length))) return 'is part of a word';
  const words = phrase.toLowerCase().split(' ');
  if (stopWords.has(words[0]!) || stopWords.has(words.at(-1)!)) return 'begins or ends with a stop word';
  return unbalanced(phrase);
}

function placesOf(phrase: string, text: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(phrase); at >= 0; at = text.indexOf(phrase, at + 1)) places.push(at);
  return places;
}

const isSign = (character: string | undefined) => !/[\p{L}\p{N}\p{M}]/u.test(character ?? ' ');

const isWhole = (text: string, from: number, to: number): boolean =>
  isSign(text[from - 1]) && (isSign(text[to - 1]) || isSign(text[to]));

const unbalanced = (phrase: string): string | null =>
  phrase.split('(').length === phrase.split(')').length &&
  phrase.split('[').length === phrase.split(']').length
    ? null
    : 'has half a pair of brackets';

describe.skipIf(papers.length === 0)('reasons over real records', () => {
  it('quote whole phrases as they stand in the paper', { timeout: 240_000 }, async () => {
    const index = await buildIndex(papers);
    const faults: string[] = [];
    let lines = 0;
    for (const text of topicsFrom(papers, 150))
      for (const { id, why } of index.rank(
        { text, expansion: [], liked: [], disliked: [], vector: null },
        { sources: new Set(sourceNames) },
        { limit: 10, floor: 0 },
      )) {
        const { title, abstract } = papers[id]!;
        const whole = `${title}\n${abstract ?? ''}`.replace(/\s+/g, ' ');
        for (const phrase of why.matched) {
          lines++;
          const fault = faultOf(phrase, whole);
          if (fault) faults.push(`“${phrase}” ${fault} (${text})`);
        }
      }
    expect(lines).toBeGreaterThan(1000);
    expect(faults).toEqual([]);
  });
});
