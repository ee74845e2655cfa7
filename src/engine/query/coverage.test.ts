import fc from 'fast-check';
import { buildIndex, indexPaper } from '#test/inlineIndex.ts';
import type { Topic } from '../core/types.ts';
import { findMatches } from '../index/matcher.ts';
import type { IndexReader } from '../index/reader.ts';
import { coverage } from './coverage.ts';
import { planQuery } from './plan.ts';
import { proximity } from './proximity.ts';
import type { Query } from './query.ts';

const words = 'heart cardiac failure HF ICU children infant sleep soil IL-6 trial AND OR'.split(' ');
const texts = fc
  .array(fc.constantFrom(...words), { minLength: 1, maxLength: 10 })
  .map((some) => some.join(' '));

const papersOf = (titles: readonly string[], from = 0) =>
  titles.map((title, i) => indexPaper({ id: from + i, title }));

/** The part of an aspect that a document covers, looked up one list after another. */
function plainly(reader: IndexReader, { aspects, scored }: Query, aspect: number, docId: number): number {
  const holds = (i: number) => {
    const { term, matches } = scored[i]!;
    return (matches ?? findMatches(reader, { kind: 'term', term })).docIds.includes(docId);
  };
  const { parts, whole } = aspects[aspect]!;
  if (whole.some(holds)) return 1;
  const weight = (some: readonly number[]) => some.reduce((sum, i) => sum + scored[i]!.weight, 0);
  return parts.length > 0 ? weight(parts.filter(holds)) / weight(parts) : 0;
}

test('coverage equals a lookup of every list, in one segment and in several', async () =>
  await fc.assert(
    fc.asyncProperty(
      fc.array(texts, { minLength: 1, maxLength: 40 }),
      fc.array(texts, { maxLength: 12 }),
      texts,
      async (first, later, text) => {
        const { reader } = await (await buildIndex(papersOf(first))).changed(papersOf(later, 100));
        const topic: Topic = { text, expansion: [], liked: [], disliked: [], vector: null };
        const query = planQuery(topic, reader);
        const docIds = Array.from({ length: reader.docCount }, (_, docId) => (docId * 7) % reader.docCount);
        const wanted = [...new Set(docIds)];
        const covers = coverage(reader, query, wanted);
        const near = proximity(reader, query, covers);
        for (const docId of wanted) {
          for (const aspect of query.aspects.keys())
            expect(covers.ofAspect(aspect, docId)).toBeCloseTo(plainly(reader, query, aspect, docId), 9);
          expect(near.of(docId)).toBeLessThanOrEqual(near.atMost(docId));
        }
      },
    ),
    { numRuns: 60 },
  ));

describe('a name of two words', () => {
  const libraryOf = (size: number) => {
    const shares = { 'older adults': 10, 'machine learning': 10, sleep: 30, gait: 30, soil: 1 };
    return papersOf(
      Object.entries(shares).flatMap(([text, share]) => Array.from({ length: size / share }, () => text)),
    );
  };
  const weightsIn = async (size: number, text: string) => {
    const { reader } = await buildIndex(libraryOf(size));
    const query = planQuery({ text, expansion: [], liked: [], disliked: [], vector: null }, reader);
    return new Map(
      query.ideas.map(({ name, aspects }) => {
        const own = aspects.flatMap((at) => query.aspects[at]!.parts).map((at) => query.scored[at]!);
        return [name, own.reduce((sum, { weight, idf }) => sum + weight * idf, 0)];
      }),
    );
  };

  it.each([
    ['sleep in older adults', 'older adults', 'sleep'],
    ['machine learning of gait', 'machine learning', 'gait'],
    ['older adults with machine learning', 'older adults', 'machine learning'],
  ])('weighs no more than a word that fewer papers have: %s', async (text, name, word) => {
    const weights = await weightsIn(1500, text);
    expect(weights.get(name)).toBeLessThan(1.01 * weights.get(word)!);
  });

  it('weighs as its words do in a library that is too small to tell', async () => {
    const [small, large] = await Promise.all(
      [90, 1500].map((size) => weightsIn(size, 'sleep in older adults')),
    );
    const ratio = (weights: Map<string, number>) => weights.get('older adults')! / weights.get('sleep')!;
    expect(ratio(small!)).toBeGreaterThan(ratio(large!));
  });
});
