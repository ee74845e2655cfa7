import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import wabt from 'wabt';
import { toUnitLength } from '#platform/unitLength.ts';
import type { IndexPaper } from '../core/types.ts';
import { buildIndex } from '../engine/searchIndex.ts';
import { cosineAt, dimensions } from '../latent/fold.ts';
import { Kernel, maxCompared, maxVectorLength, neighborCount, neighborRow, stepsToOne } from './kernel.ts';

/** Numbers from -1 to 1, the same in every run. */
function* noise(): Generator<number> {
  for (let state = 88_172_645; ; ) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    yield state / 0x80000000;
  }
}

const random = noise();
const next = () => random.next().value as number;
const positive = () => Math.max(0, next());

const direction = () => {
  const vector = Float32Array.from({ length: dimensions }, next);
  toUnitLength(vector);
  return vector;
};

const size = 501;
const every = Array.from({ length: size }, (_, docId) => docId);
const shares = { lexical: 0.5, feedback: 0.3, liked: 0.9 };
let kernel: Kernel;

beforeAll(async () => {
  const papers: IndexPaper[] = every.map((id) => ({
    id,
    source: 'arxiv',
    title: `Title ${id}`,
    abstract: null,
    journal: null,
    publicationTypes: [],
    availableOn: '2026-03-01',
    firstSeenAt: 0,
    impact: null,
    vector: null,
  }));
  const { reader } = await buildIndex(papers);
  const { segment, ...place } = reader.segments[0]!;
  const vectors = Int8Array.from(
    every.flatMap(() => [...direction().map((length) => Math.round(length * 127))]),
  );
  kernel = new Kernel({ ...reader, segments: [{ ...place, segment: { ...segment, vectors } }] });
  for (const docId of every) {
    kernel.lexical[docId] = positive();
    kernel.feedback[docId] = positive();
    kernel.liked[docId] = positive();
  }
  kernel.addUp(shares);
});

const byWords = (docId: number) =>
  shares.lexical * kernel.lexical[docId]! +
  shares.feedback * kernel.feedback[docId]! +
  shares.liked * kernel.liked[docId]!;
const cosine = (of: Float32Array, docId: number) => cosineAt(of, kernel.vectors, docId * dimensions);

describe('Kernel', () => {
  it('is what kernel.wat compiles to, as by `npm run kernel`', async () => {
    const file = (name: string) => readFileSync(new URL(name, import.meta.url));
    const module = (await wabt()).parseWat('kernel.wat', file('kernel.wat').toString(), {
      relaxed_simd: true,
    });
    expect(Buffer.from(module.toBinary({}).buffer).equals(file('kernel.wasm'))).toBe(true);
  });

  it('adds up word scores, and counts the papers in each step', () => {
    for (const first of [stepsToOne / 16, stepsToOne / 4]) {
      const counts = new Uint32Array(4 * stepsToOne);
      for (const docId of every) {
        const step = Math.floor(byWords(docId) * stepsToOne);
        if (step >= first) counts[step]!++;
      }
      kernel.countFrom(first);
      const off = counts.reduce((sum, count, step) => sum + Math.abs(count - kernel.inStep[step]!), 0);
      // Four bytes per number may move a sum across the edge of a step.
      expect(off).toBeLessThanOrEqual(6);
    }
  });

  it('counts one in so many papers', () => {
    kernel.countFrom(0, 4);
    const counted = kernel.inStep.reduce((sum, count) => sum + count);
    expect(counted).toBe(every.filter((docId) => docId % 16 < 4).length);
  });

  it('adds up two of three arrays where the third has no weight', () => {
    kernel.addUp({ ...shares, liked: 0 });
    kernel.countFrom(stepsToOne / 16);
    const counted = kernel.inStep.reduce((sum, count) => sum + count);
    kernel.addUp(shares);
    expect(counted).toBe(
      every.filter((docId) => byWords(docId) - shares.liked * kernel.liked[docId]! >= 1 / 16).length,
    );
  });

  it('computes a cosine to the last digit', () => {
    for (const of of [direction(), direction()])
      expect(every.map((docId) => kernel.cosineOf(of, docId))).toEqual(
        every.map((docId) => cosine(of, docId)),
      );
  });

  it('finds the papers with a lexical score', () => {
    for (const least of [2 ** -149, 0.3, kernel.lexical[7]!, 2]) {
      const found = kernel.lexicalAtLeast(least);
      expect([...kernel.docIds.subarray(0, found)]).toEqual(
        every.filter((docId) => kernel.lexical[docId]! >= least),
      );
    }
    expect(kernel.lexicalAtLeast(0)).toBe(size);
  });

  it('finds every paper that can reach the threshold, once, with a close bound', () => {
    for (const [from, middle, least] of [
      [0, 0.25, Number.NEGATIVE_INFINITY],
      [0, 0.4, 0.6],
      [0, 1, 0.9],
    ] as const) {
      const asked = { direction: direction(), share: 0.45, besides: 0.1, least };
      const found: number[] = [];
      for (const words of [
        { from: middle, below: Number.POSITIVE_INFINITY },
        { from, below: middle },
      ]) {
        const count = kernel.findCandidates(words, asked);
        for (let i = 0; i < count; i++) {
          const docId = kernel.docIds[i]!;
          const sum = byWords(docId) + 0.1 + 0.45 * Math.max(0, cosine(asked.direction, docId));
          expect(kernel.bounds[i]!).toBeGreaterThanOrEqual(Math.max(sum, least));
          expect(kernel.bounds[i]!).toBeLessThan(sum + 0.001);
          found.push(docId);
        }
      }
      const reaching = every.filter(
        (docId) => byWords(docId) + 0.1 + 0.45 * Math.max(0, cosine(asked.direction, docId)) >= least,
      );
      expect(new Set(found).size).toBe(found.length);
      expect(found).toEqual(expect.arrayContaining(reaching));
    }
  });

  it('bounds cosines closely, and computes those between papers exactly', () => {
    const towards = direction();
    const docIds = every.filter((docId) => docId % 7 === 3);
    kernel.docIds.set(docIds);
    kernel.multiply(towards, docIds.length);
    for (const [i, docId] of docIds.entries()) {
      expect(kernel.cosineAtMost(i)).toBeGreaterThanOrEqual(cosine(towards, docId));
      expect(kernel.cosineAtMost(i)).toBeLessThan(cosine(towards, docId) + 0.002);
    }
    const at = (docId: number) => kernel.vectors.subarray(docId * dimensions, (docId + 1) * dimensions);
    const few = docIds.slice(0, 11);
    kernel.compare(few);
    kernel.findNearest(few.length);
    for (const [i, one] of few.entries()) {
      const cosines = few.map((other) => {
        const product = at(one).reduce((sum, value, axis) => sum + value * at(other)[axis]!, 0);
        return one === other ? 0 : Math.fround(product / 127 / 127);
      });
      expect([...kernel.cosines.subarray(i * maxCompared, i * maxCompared + few.length)]).toEqual(cosines);
      const near = [...cosines.entries()].sort((a, b) => b[1] - a[1]).filter(([, cosine]) => cosine > 0);
      const row = i * neighborRow;
      expect([...kernel.neighbors.subarray(row, row + Math.min(near.length, neighborCount))]).toEqual(
        near.slice(0, neighborCount).map(([paper]) => paper),
      );
      for (const [place, [, cosine]] of near.slice(0, neighborCount).entries())
        expect(kernel.neighborCosines[row + place]).toBe(cosine);
    }
    kernel.multiply(towards, 0);
    for (const docId of every) expect(Math.hypot(...at(docId)) / 127).toBeLessThanOrEqual(maxVectorLength);
  });
});
