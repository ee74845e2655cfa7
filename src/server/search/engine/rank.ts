import { placeOfSlot, type Shelf } from '../index/reader.ts';
import { mostCompared } from '../kernel/kernel.ts';
import { cosineAt } from '../latent/fold.ts';
import { admission } from '../query/filter.ts';
import { type Query, readTopic } from '../query/parse.ts';
import { proximity } from '../query/proximity.ts';
import { relevanceOf, type Signs } from '../score/calibrate.ts';
import { partsOf, scoreOf, shares, sumOf } from '../score/combine.ts';
import { type Found, gather, type Scratch, type Wanted } from '../score/evidence.ts';
import { impactOf, impactShare } from '../score/impact.ts';
import { Closeness, support, vectorAt } from '../score/neighbours.ts';
import { highest } from '../score/topK.ts';
import type { Candidates, Ranked, Topic } from '../types.ts';
import { varied } from './diversify.ts';
import { explain } from './explain.ts';

/** Papers that are read for words beside each other, and whose neighbours are looked at: where the order matters. */
const head = mostCompared;

/** Taken beyond the limit, for near-duplicates that fall out. */
const spare = 20;

/** The best papers for a topic; see `WindowIndex.rank`. */
export function rank(
  scratch: Scratch,
  topic: Topic,
  candidates: Candidates,
  { limit, floor }: { limit: number; floor: number },
): Ranked[] {
  const { shelf } = scratch;
  const { query, wanted, found, closeness } = weigh(scratch, topic, candidates, limit + spare);
  const judged = found
    .map((one) => judge(shelf, wanted, one))
    .filter((one) => one.score >= floor && one.score > 0 && (floor === 0 || isGrounded(one)))
    .sort((one, other) => other.score - one.score || other.sum - one.sum || one.slot - other.slot);
  return varied(shelf, closeness, judged, limit).map((one) => ({
    id: idAt(shelf, one.slot),
    ...partsOf(one.evidence, one.relevance, one.impact, impactShare),
    why: explain(shelf, one.slot, query, becauseOf(shelf, one, wanted)),
  }));
}

/**
 * A paper that holds no word of the topic or of what widens it has to be as likely relevant as not, or to be asked for
 * by other signs: likeness to its neighbours alone would fill the digest of a topic on which little is new.
 */
const isGrounded = ({ evidence, score }: { evidence: Found['evidence']; score: number }): boolean =>
  evidence.lexical > 0 || evidence.embedding > 0 || evidence.liked > 0 || score >= wordless;

/** Least relevance of a paper that shares no word with its topic. */
const wordless = 0.5;

/** The papers with the highest sums, best first, before calibration: what the calibration is learned from. */
export function weighed(
  scratch: Scratch,
  topic: Topic,
  candidates: Candidates,
  limit: number,
): { id: number; sum: number; signs: Signs }[] {
  const { shelf } = scratch;
  const { wanted, found } = weigh(scratch, topic, candidates, limit);
  return found
    .sort((one, other) => other.sum - one.sum || one.slot - other.slot)
    .slice(0, limit)
    .map(({ slot, sum }) => ({ id: idAt(shelf, slot), sum, signs: wanted.signs }));
}

function weigh(scratch: Scratch, topic: Topic, candidates: Candidates, count: number) {
  const { shelf } = scratch;
  const query = readTopic(topic, shelf.terms, shelf.statistics);
  const wanted = gather(scratch, topic, query);
  const admits = admission(shelf, candidates, query, scratch.barred);
  const found = highest(scratch, wanted, admits, Math.max(head, count));
  return { query, wanted, found, closeness: lookCloser(scratch, query, found.slice(0, head)) };
}

/** Adds what is too dear to ask of every paper: how near the topic's words stand, and what the neighbours are worth. */
function lookCloser({ shelf, kernel }: Scratch, query: Query, found: Found[]): Closeness {
  const closeness = new Closeness(
    kernel,
    found.map(({ slot }) => slot),
  );
  const worth = support(
    closeness,
    found.map(({ sum }) => sum),
  );
  const near = proximity(shelf, query);
  for (const [i, one] of found.entries()) {
    if (kernel.lexical[one.slot]! > 0) one.evidence.lexical += shares.proximity * near(one.slot);
    one.evidence.latent += shares.neighbours * worth[i]!;
    one.sum = sumOf(one.evidence);
  }
  return closeness;
}

function idAt(shelf: Shelf, slot: number): number {
  const { segment, base } = placeOfSlot(shelf, slot);
  return segment.store.columns.ids[slot - base]!;
}

function judge(shelf: Shelf, wanted: Wanted, { slot, evidence, sum }: Found) {
  const { segment, base } = placeOfSlot(shelf, slot);
  const impact = impactOf(segment.store.columns, slot - base, shelf.newest);
  const relevance = sum > 0 ? relevanceOf(sum, wanted.signs) : 0;
  return { slot, evidence, sum, relevance, impact, score: scoreOf(relevance, impact, impactShare) };
}

/** The liked paper that this one is nearest to, when it is near and the likes have lifted it. */
function becauseOf(shelf: Shelf, { slot, evidence }: Found, { taste }: Wanted): string | null {
  if (!taste || evidence.liked <= 0) return null;
  const vector = vectorAt(shelf, slot);
  const near = taste.each
    .map(({ title, vector: liked }) => ({ title, cosine: cosineAt(liked, vector, 0) }))
    .reduce((one, other) => (other.cosine > one.cosine ? other : one), { title: '', cosine: 0 });
  return near.cosine >= resembles ? near.title : null;
}

/** Latent cosine from which two papers are said to resemble each other. */
const resembles = 0.5;
