import fc from 'fast-check';
import { sourceNames } from '#shared/papers/sources.ts';
import { buildIndex, indexPaper } from '#test/inlineIndex.ts';
import type { Topic } from '../core/types.ts';
import { toUnitLength } from '../core/unitLength.ts';
import type { SegmentReader } from '../index/reader.ts';
import { dimensions } from '../latent/fold.ts';
import { paperFilter } from '../query/filter.ts';
import { planQuery } from '../query/plan.ts';
import { sumOf } from './combine.ts';
import { computeEvidence, evidenceFor, newBuffers } from './evidence.ts';
import { topK } from './topK.ts';

const words =
  'heart liver kidney neuron galaxy quasar lattice enzyme protein receptor soil forest river glacier robot sensor'.split(
    ' ',
  );

const texts = fc
  .array(fc.constantFrom(...words), { minLength: 1, maxLength: 12 })
  .map((list) => list.join(' '));

const papersOf = (list: string[]) =>
  list.map((title, id) => {
    const abstract = id % 3 ? `${title} and ${list[(id * 5 + 1) % list.length]}` : null;
    return indexPaper({ id, title, abstract, source: sourceNames[id % 4]! });
  });

const liked = (title: string) => [{ id: -1, title, abstract: null }];

describe('topK', () => {
  it('finds the papers that comparing every paper in full finds, in one segment and in several', async () =>
    await fc.assert(
      fc.asyncProperty(
        fc.array(texts, { minLength: 2, maxLength: 60 }),
        fc.array(texts, { maxLength: 20 }),
        texts,
        fc.option(texts),
        fc.integer({ min: 1, max: 30 }),
        async (first, later, text, like, count) => {
          const added = papersOf(later).map((paper) => ({ ...paper, id: paper.id + 50 }));
          const { reader } = await (await buildIndex(papersOf(first))).changed(added, [0]);
          const given = { expansion: [], disliked: [], vector: null };
          const topic: Topic = { ...given, text, liked: like ? liked(like) : [] };
          const query = planQuery(topic, reader);
          const buffers = newBuffers(reader);
          const context = computeEvidence(buffers, topic, query);
          const candidates = { sources: new Set(sourceNames.slice(0, 3)) };
          const admits = paperFilter(reader, candidates, query, buffers.excluded);
          const plain = Array.from({ length: reader.docCount }, (_, docId) => docId)
            .filter(admits)
            .map((docId) => sumOf(evidenceFor(buffers, context, docId)))
            .sort((a, b) => b - a)
            .slice(0, count);
          const found = topK(buffers, context, admits, count);
          expect(found).toHaveLength(plain.length);
          for (const [i, { docId, sum }] of found.entries()) {
            expect(admits(docId)).toBe(true);
            expect(sum).toBeCloseTo(plain[i]!, 5);
          }
        },
      ),
      { numRuns: 60 },
    ));

  it('finds them whatever directions the vectors have', async () => {
    const random = noise();
    const list = Array.from({ length: 501 }, (_, at) => `${words[at % 16]} ${words[(at * 7 + 3) % 16]}`);
    const built = await buildIndex(papersOf(list));
    const [{ segment, ...place }] = built.reader.segments as [SegmentReader];
    const vectors = Int8Array.from(
      list.flatMap(() => [...directionFrom(random)]).map((x) => Math.round(x * 127)),
    );
    const reader = { ...built.reader, segments: [{ ...place, segment: { ...segment, vectors } }] };
    const buffers = newBuffers(reader);
    for (const text of words.slice(0, 8)) {
      const topic: Topic = { text, expansion: [], liked: [], disliked: [], vector: null };
      const context = {
        ...computeEvidence(buffers, topic, planQuery(topic, reader)),
        direction: directionFrom(random),
      };
      for (const count of [1, 10, 100]) {
        const found = topK(buffers, context, () => true, count);
        const plain = list
          .map((_, docId) => ({ docId, sum: sumOf(evidenceFor(buffers, context, docId)) }))
          .sort((one, other) => other.sum - one.sum || one.docId - other.docId);
        expect(found.map(({ docId }) => docId)).toEqual(plain.slice(0, count).map(({ docId }) => docId));
      }
    }
  });
});

/** Numbers from -1 to 1, the same in every run. */
function noise(): () => number {
  let state = 88_172_645;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state / 0x80000000;
  };
}

function directionFrom(random: () => number): Float32Array {
  const direction = Float32Array.from({ length: dimensions }, random);
  toUnitLength(direction);
  return direction;
}
