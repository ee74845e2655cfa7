import fc from 'fast-check';
import { topicsFrom } from '#bench/data/corpusOfSize.ts';
import { corpusPapers } from '#bench/data/corpusRecords.ts';
import type { IndexPaper, SearchIndex, Why } from '#engine/core/types.ts';
import { stopWords } from '#engine/text/stopWords.ts';
import { sourceNames } from '#shared/papers/sources.ts';
import { buildIndex, indexPaper } from '#test/inlineIndex.ts';

/** One in this many real records is indexed, because the whole corpus takes a minute. */
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
  if (/[()[\]{}<>"“”„«»]/u.test(phrase)) return 'has half a pair of brackets or quotation marks';
  return /(?<!\p{L})['‘’]|['‘’](?!\p{L})/u.test(phrase) ? 'has half a pair of single quotation marks' : null;
}

function placesOf(phrase: string, text: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(phrase); at >= 0; at = text.indexOf(phrase, at + 1)) places.push(at);
  return places;
}

/** Whether no letter or digit touches the range; the pattern reads a letter of two code units as one. */
const isWhole = (text: string, from: number, to: number): boolean =>
  !/[\p{L}\p{N}\p{M}]$/u.test(text.slice(0, from)) && !/^[\p{L}\p{N}\p{M}]/u.test(text.slice(to));

/** What is wrong with the aspects of a reason. */
function faultsOfAspects({ matched, aspects = [] }: Why): string[] {
  return aspects.flatMap(({ name, words, missing }) => [
    ...words.filter((phrase) => !matched.includes(phrase)).map((phrase) => `“${phrase}” is no match`),
    ...(name.trim() === '' ? ['an aspect without a name'] : []),
    ...(missing === name && words.length > 0 ? [`“${words}” and nothing on “${name}”`] : []),
  ]);
}

const rankAll = (index: SearchIndex, text: string) =>
  index.rank(
    { text, expansion: [], liked: [], disliked: [], vector: null },
    { sources: new Set(sourceNames) },
    { limit: 10, floor: 0 },
  );

/** All faults in the reasons given for a topic's papers. */
const faultsIn = (index: SearchIndex, library: readonly IndexPaper[], text: string): string[] =>
  rankAll(index, text).flatMap(({ id, why }) => {
    const { title, abstract } = library[id]!;
    const whole = `${title}\n${abstract ?? ''}`.replace(/\s+/g, ' ');
    const faults = why.matched.flatMap((phrase) => {
      const fault = faultOf(phrase, whole);
      return fault ? [`“${phrase}” ${fault}`] : [];
    });
    return [...faults, ...faultsOfAspects(why)].map((fault) => `${fault} (${text})`);
  });

describe.skipIf(papers.length === 0)('reasons over real records', () => {
  it('quote whole phrases as they appear in the paper, and name the aspect of each', {
    timeout: 240_000,
  }, async () => {
    const index = await buildIndex(papers);
    const topics = topicsFrom(papers, 150);
    expect(topics.flatMap((text) => rankAll(index, text)).length).toBeGreaterThan(1000);
    expect(topics.flatMap((text) => faultsIn(index, papers, text))).toEqual([]);
  });
});

describe('reasons over invented texts', () => {
  const words = fc.constantFrom(
    ...'heart failure IL-6 CD8+ β-catenin GPT-4.5 Alzheimer’s child children ICU CRISPR-Cas9 𝛼-synuclein C++ 2,500 e.g. the of'.split(
      ' ',
    ),
  );
  const signs = fc.constantFrom(
    ...[
      ' ',
      ' ',
      ' ',
      '-',
      '–',
      ' – ',
      '/',
      '(',
      ') ',
      ' [',
      ']',
      ' “',
      '” ',
      " '",
      "' ",
      '"',
      '.',
      '. ',
      ', ',
    ],
    ...['\n', '<i>', '</i>', '’ ', '\u00ad', '\u0301', '🙂', '{', '}', '…', '   '],
  );
  const texts = fc
    .array(fc.tuple(words, signs), { minLength: 1, maxLength: 25 })
    .map((pieces) => pieces.flat().join(''));
  const libraries = fc.array(fc.record({ title: texts, abstract: fc.option(texts) }), {
    minLength: 1,
    maxLength: 8,
  });
  const topics = fc.array(words, { minLength: 1, maxLength: 5 }).map((some) => some.join(' '));

  it(
    'quote whole words with both brackets and quotation marks',
    { timeout: 120_000 },
    async () =>
      await fc.assert(
        fc.asyncProperty(libraries, topics, async (some, topic) => {
          const library = some.map((one, id) => indexPaper({ ...one, id, firstSeenAt: 0 }));
          expect(faultsIn(await buildIndex(library), library, topic)).toEqual([]);
        }),
        { numRuns: 150 },
      ),
  );
});
