import { LRUCache } from 'lru-cache';
import { once, recalled } from '../core/memo.ts';
import { toUnitLength } from '../core/unitLength.ts';
import { findMatches, type Matcher } from '../index/matcher.ts';
import { type IndexReader, vectorAt } from '../index/reader.ts';
import { dimensions } from '../latent/fold.ts';

/** Papers from which the company of a name is read, spread evenly over all that have it. */
const sampled = 60;
/** With fewer papers nothing can be said, and a name does no harm. */
const leastPapers = 5;
/** Cosine below which two names are about different things, without what all papers have in common. */
const leastAlike = 0.15;
/** A name in this many times the papers of its aspect may be wider, and has to be more like it. */
const muchWider = 8;
const leastAlikeIfWider = 0.5;

const remembered = once((_: IndexReader) => new LRUCache<string, boolean>({ max: 20_000 }));

/**
 * Whether another name fits an aspect: some paper has it, it is not wider than the aspect, and it keeps the same company
 * (`alignment` of sequences is not `AI alignment`), by the latent vectors of the papers that have either.
 */
export const nameFits = (reader: IndexReader, key: string, aspect: Matcher, name: Matcher): boolean =>
  recalled(remembered(reader), key, () => {
    const [own, others] = [findMatches(reader, aspect).docIds, findMatches(reader, name).docIds];
    // An abbreviation in a library that hardly has what it stands for is another's: PV neurons for solar cells.
    const isShort = name.kind === 'phrase' && name.standsFor !== undefined;
    const isAnothers = isShort && own.length < leastPapers && others.length >= leastPapers;
    return !isAnothers && isAlike(reader, own, others);
  });

function isAlike(reader: IndexReader, own: Uint32Array, others: Uint32Array): boolean {
  if (others.length === 0) return false;
  if (own.length < leastPapers || others.length < leastPapers) return true;
  const common = commonOf(reader);
  const ownOf = (docIds: Uint32Array) =>
    without(
      meanOf(reader, docIds.length, (i) => docIds[i]!),
      common,
    );
  const least = others.length > muchWider * own.length ? leastAlikeIfWider : leastAlike;
  return productOf(ownOf(own), ownOf(others)) >= least;
}

/** The mean direction of evenly spread documents, of length 1. */
function meanOf(reader: IndexReader, length: number, docAt: (i: number) => number): Float32Array {
  const sum = new Float32Array(dimensions);
  const step = Math.max(1, length / sampled);
  for (let i = 0; i < length; i += step) {
    const vector = vectorAt(reader, docAt(Math.floor(i)));
    for (let axis = 0; axis < dimensions; axis++) sum[axis]! += vector[axis]!;
  }
  toUnitLength(sum);
  return sum;
}

/** The direction that all papers share. */
const commonOf = once((reader: IndexReader) => meanOf(reader, reader.docCount, (i) => i));

function without(direction: Float32Array, common: Float32Array): Float32Array {
  const along = productOf(direction, common);
  const rest = direction.map((value, axis) => value - along * common[axis]!);
  toUnitLength(rest);
  return rest;
}

const productOf = (one: Float32Array, other: Float32Array): number =>
  one.reduce((sum, value, axis) => sum + value * other[axis]!, 0);
