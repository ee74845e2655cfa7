import { once } from '../core/memo.ts';
import type { Segment } from '../index/segment.ts';
import { TopKHeap } from '../index/topKHeap.ts';
import { dimensions, maxVectorLength, partialProduct } from '../latent/fold.ts';
import { firstOf, othersOf, packThree } from '../latent/threes.ts';
import type { PaperFilter } from '../query/filter.ts';
import { sumOf, weights } from './combine.ts';
import {
  evidenceFor,
  latentCosine,
  type QueryContext,
  type ScoredDoc,
  type SearchBuffers,
  sumFor,
} from './evidence.ts';

/**
 * The `count` papers with the highest sums that pass the filter, best first. Exact, although it compares few vectors in
 * full: a paper whose upper bound is below the current threshold cannot be among them.
 */
export function topK(
  buffers: SearchBuffers,
  context: QueryContext,
  admits: PaperFilter,
  count: number,
): ScoredDoc[] {
  const top = new TopKHeap(count);
  const offer = (docId: number) => {
    if (admits(docId)) top.offer(docId, sumFor(buffers, context, docId));
  };
  const { words } = buffers;
  addUpWords(buffers, context);
  // Starts with the best word scores, because they raise the threshold so that few other papers can reach it.
  const split = scoreReachedBy(words, firstRoundFactor * count);
  for (let docId = 0; docId < words.length; docId++) if (words[docId]! >= split) offer(docId);
  offerOthers(buffers, context, { below: split, top, offer });
  return top.sorted().map((docId) => {
    const evidence = evidenceFor(buffers, context, docId);
    return { docId, evidence, sum: sumOf(evidence) };
  });
}

/** Each document's weighted word scores, into `words`. */
function addUpWords({ lexical, feedback, liked, words }: SearchBuffers, { wordWeights }: QueryContext): void {
  const { lexical: byTopic, feedback: byFeedback, liked: byLikes } = wordWeights;
  for (let docId = 0; docId < words.length; docId++)
    words[docId] = byTopic * lexical[docId]! + byFeedback * feedback[docId]!;
  // Most topics have no judgments.
  if (byLikes > 0)
    for (let docId = 0; docId < words.length; docId++)
      words[docId] = byTopic * lexical[docId]! + byFeedback * feedback[docId]! + byLikes * liked[docId]!;
}

/** Papers in the first round, as a multiple of `count`. */
const firstRoundFactor = 3;

/** Steps of a histogram up to a score of 1; higher scores fall into the last step. */
const stepsToOne = 1024;
const steps = 4 * stepsToOne;
const stepOf = (score: number): number => Math.min((score * stepsToOne) | 0, steps - 1);

/** Lower scores are not counted: most papers have one. */
const firstCounted = stepsToOne / 16;

/** The score that about `count` documents reach. It decides how long the search takes, and not what it finds. */
function scoreReachedBy(words: Float32Array, count: number): number {
  const inStep = new Uint32Array(steps);
  for (let docId = 0; docId < words.length; docId++)
    if (words[docId]! >= firstCounted / stepsToOne) inStep[stepOf(words[docId]!)]!++;
  let step = steps;
  for (let held = 0; step > firstCounted && held < count; ) held += inStep[--step]!;
  return step / stepsToOne;
}

/** More than floats of 32 bits round off. */
const ofRounding = 1e-5;

/** The axes that are multiplied first: they rule out three of four documents, the first 16 only 15 of a hundred. */
const headAxes = 48;
/** Whole steps to 1 in which a direction is multiplied with heads, as `threes.ts` wants it. */
const fineness = 256;

/** The first axes of a segment's vectors, three papers as one, and how long each vector is without them. */
const headsOf = once(({ vectors, store: { size } }: Segment) => {
  const threes = new Float64Array(Math.ceil(size / 3) * headAxes);
  for (let paper = 0, start = 0; paper < size; paper += 3, start += headAxes)
    packThree(vectors, paper * dimensions, { to: threes, start, axes: headAxes });
  const rests = new Float32Array(size);
  for (let paper = 0; paper < size; paper++) {
    let squares = 0;
    for (let axis = headAxes; axis < dimensions; axis++) squares += vectors[paper * dimensions + axis]! ** 2;
    rests[paper] = Math.sqrt(squares);
  }
  return { threes, rests };
});

/**
 * Offers the documents with a word score below `below` whose sum can reach the threshold. The bound of a cosine adds to
 * the product of the first axes the most that the others can add (Cauchy and Schwarz).
 */
function offerOthers(
  { reader, words }: SearchBuffers,
  { direction, embedding, relevanceFeedback }: QueryContext,
  { below, top, offer }: { below: number; top: TopKHeap; offer: (docId: number) => void },
): void {
  const towards = relevanceFeedback?.towards ?? null;
  const mostLiked = towards ? maxVectorLength * towards.weight : 0;
  const besides = (embedding ? weights.embedding : 0) + ofRounding + mostLiked;
  const share = weights.latent / 127;
  const mostLatent = maxVectorLength * weights.latent;
  const [head, rest] = [direction.slice(0, headAxes), direction.subarray(headAxes)];
  const steps = Float64Array.from(head, (length) => Math.round(length * fineness));
  // What rounding to whole steps takes from a direction adds to a product no more than its length by that of a vector.
  const rounded =
    Math.hypot(...head.map((length, axis) => length - steps[axis]! / fineness)) * maxVectorLength * 127;
  const restLength = Math.hypot(...rest);
  for (const { segment, docBase } of reader.segments) {
    const { vectors, store } = segment;
    const { threes, rests } = headsOf(segment);
    const end = docBase + store.size;
    for (let first = docBase, start = 0; first < end; first += 3, start += headAxes) {
      const last = Math.min(first + 3, end);
      const least = top.threshold() - besides;
      let canReach = false;
      for (let docId = first; docId < last; docId++)
        if (words[docId]! < below && words[docId]! + mostLatent >= least) canReach = true;
      if (!canReach) continue;
      let products = productOfHeads(steps, threes, start);
      for (let docId = first; docId < last; docId++) {
        const product = firstOf(products) / fineness + rounded;
        products = othersOf(products);
        const own = words[docId]!;
        const rough = product + restLength * rests[docId - docBase]!;
        if (own + share * Math.max(0, rough) < least || own >= below) continue;
        const at = (docId - docBase) * dimensions + headAxes;
        const close = product + partialProduct(rest, vectors, at, dimensions - headAxes);
        const bound = own + share * Math.max(0, close);
        if (bound < least) continue;
        if (towards) {
          const liked = Math.max(0, latentCosine(reader, towards.direction, docId));
          if (bound - mostLiked + towards.weight * liked < least) continue;
        }
        offer(docId);
      }
    }
  }
}

/** Four sums keep the processor busy. */
function productOfHeads(steps: Float64Array, threes: Float64Array, start: number): number {
  let one = 0;
  let two = 0;
  let three = 0;
  let four = 0;
  for (let axis = 0; axis < headAxes; axis += 4) {
    one += steps[axis]! * threes[start + axis]!;
    two += steps[axis + 1]! * threes[start + axis + 1]!;
    three += steps[axis + 2]! * threes[start + axis + 2]!;
    four += steps[axis + 3]! * threes[start + axis + 3]!;
  }
  return one + two + three + four;
}
