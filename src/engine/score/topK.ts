import { TopKHeap } from '../index/topKHeap.ts';
import { dimensions, maxVectorLength, partialProduct } from '../latent/fold.ts';
import type { PaperFilter } from '../query/filter.ts';
import { sumOf, weights } from './combine.ts';
import {
  boundedAfter,
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

/**
 * Offers the documents with a word score below `below` whose sum can reach the threshold. The bound of a cosine adds to
 * the product of the first axes the most that the others can add (Cauchy and Schwarz).
 */
function offerOthers(
  { reader, words, lengthsAfter }: SearchBuffers,
  { direction, embedding, relevanceFeedback }: QueryContext,
  { below, top, offer }: { below: number; top: TopKHeap; offer: (docId: number) => void },
): void {
  const towards = relevanceFeedback?.towards ?? null;
  const mostLiked = towards ? maxVectorLength * towards.weight : 0;
  const mostLatent = maxVectorLength * weights.latent;
  const besides = (embedding ? weights.embedding : 0) + ofRounding;
  const share = weights.latent / 127;
  const [few, more] = boundedAfter;
  const [lengthsAfterFew, lengthsAfterMore] = lengthsAfter;
  const behindFew = direction.subarray(few);
  const behindMore = direction.subarray(more);
  const afterFew = Math.hypot(...behindFew);
  const afterMore = Math.hypot(...behindMore);
  for (const { segment, docBase } of reader.segments) {
    const { vectors, store } = segment;
    for (let paper = 0; paper < store.size; paper++) {
      const docId = docBase + paper;
      if (words[docId]! >= below) continue;
      const own = words[docId]! + besides;
      const least = top.threshold();
      if (own + mostLiked + mostLatent < least) continue;
      const at = paper * dimensions;
      let product = partialProduct(direction, vectors, at, few);
      const rough = product + afterFew * lengthsAfterFew[docId]!;
      if (own + mostLiked + share * Math.max(0, rough) < least) continue;
      product += partialProduct(behindFew, vectors, at + few, more - few);
      const close = product + afterMore * lengthsAfterMore[docId]!;
      if (own + mostLiked + share * Math.max(0, close) < least) continue;
      product += partialProduct(behindMore, vectors, at + more, dimensions - more);
      const bound = own + share * Math.max(0, product);
      if (bound + mostLiked < least) continue;
      if (towards) {
        const liked = Math.max(0, latentCosine(reader, towards.direction, docId));
        if (bound + towards.weight * liked < least) continue;
      }
      offer(docId);
    }
  }
}
