import fc from 'fast-check';
import { buildIndex } from '#test/inlineIndex.ts';
import type { IndexPaper, Topic } from '../core/types.ts';
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

const papersOf = (titles: readonly string[], from = 0): IndexPaper[] =>
  titles.map((title, i) => ({
    ...{ id: from + i, title, abstract: null, source: 'pubmed', journal: null, publicationTypes: [] },
    ...{ availableOn: '2026-03-01', firstSeenAt: i, impact: null, vector: null },
  }));

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

describe('coverage', () => {
  it('equals a lookup of every list, in one segment and in several', async () =>
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
});
