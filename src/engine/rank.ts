import type {
  Candidates,
  CloseMatch,
  Match,
  Ranked,
  Shortlist,
  ShortlistOptions,
  Topic,
} from './core/types.ts';
import { firstOf, isSupported, type Judged, type JudgedPaper, judge } from './feedback/judge.ts';
import { type IndexReader, idAt, segmentOf } from './index/reader.ts';
import { cosineAt } from './latent/fold.ts';
import type { Coverage } from './query/coverage.ts';
import { isShort } from './query/ideas.ts';
import type { Query } from './query/query.ts';
import { partsOf, scoreOf } from './score/combine.ts';
import { diversify } from './score/diversify.ts';
import type { QueryContext, ScoredDoc, SearchBuffers } from './score/evidence.ts';
import { explain, explained } from './score/explain.ts';
import { impactShare } from './score/impact.ts';
import { vectorAt } from './score/neighbors.ts';
import { isNotice } from './score/standing.ts';

/** Extra papers, to replace near-duplicates. */
const spare = 20;

/** The best papers for a topic; see `SearchIndex.rank`. */
export function rank(
  buffers: SearchBuffers,
  topic: Topic,
  candidates: Candidates,
  { limit, floor }: { limit: number; floor: number },
): Ranked[] {
  const judged = judge(buffers, topic, candidates, { count: limit + spare, floor });
  return withReasons(buffers.reader, judged, choose(buffers.reader, judged, limit));
}

/**
 * The papers that `rank` finds, in its order, each with its day, without explanations, which take longer than
 * ranking a long list.
 */
export function closeMatches(
  buffers: SearchBuffers,
  topic: Topic,
  candidates: Candidates,
  { limit, floor }: { limit: number; floor: number },
): CloseMatch[] {
  const { reader } = buffers;
  const judged = judge(buffers, topic, candidates, { count: limit + spare, floor });
  return choose(reader, judged, limit).map((one) => {
    const { segment, docBase } = segmentOf(reader, one.docId);
    return { ...matchOf(reader, one), day: segment.store.columns.available[one.docId - docBase]! };
  });
}

/** A digest's papers and those after them, scored once; see `SearchIndex.shortlist`. */
export function shortlist(
  buffers: SearchBuffers,
  topic: Topic,
  candidates: Candidates,
  { limit, floor, matchesAtMost }: ShortlistOptions,
): Shortlist {
  const { reader } = buffers;
  const judged = judge(buffers, topic, candidates, { count: matchesAtMost + spare, floor });
  const chosen = choose(reader, firstOf(judged, limit + spare), limit);
  const matches = chosen.length < limit ? chosen : choose(reader, judged, matchesAtMost);
  return {
    papers: withReasons(reader, judged, chosen),
    closeMatches: matches.map((one) => matchOf(reader, one)),
  };
}

/** At most `limit` papers: no notices, no papers that only fill the list, and not all of one kind. */
function choose(
  reader: IndexReader,
  { query, covers, closeness, floor, papers }: Judged,
  limit: number,
): JudgedPaper[] {
  const leading = papers.slice(0, limit + spare).filter(({ docId }) => !isNotice(reader, docId));
  const worthy = floor > 0 ? withoutPadding(query, covers, leading, isSupported) : leading;
  return diversify(reader, closeness, worthy, limit);
}

const matchOf = (reader: IndexReader, { docId, score }: JudgedPaper): Match => ({
  id: idAt(reader, docId),
  score,
});

function withReasons(
  reader: IndexReader,
  { query, covers, context }: Judged,
  papers: readonly JudgedPaper[],
): Ranked[] {
  const asked = explained(query, covers);
  return papers.map((one) => ({
    id: idAt(reader, one.docId),
    ...partsOf(one.evidence, one.relevance, one.impact, impactShare),
    why: explain(reader, one.docId, asked, resembledLike(reader, one, context)),
  }));
}

/** The title of the most similar liked paper, if it is similar and the likes have raised this paper's score. */
function resembledLike(
  reader: IndexReader,
  { docId, evidence }: ScoredDoc,
  { relevanceFeedback }: QueryContext,
): string | null {
  if (!relevanceFeedback || evidence.liked <= 0) return null;
  const vector = vectorAt(reader, docId);
  const near = relevanceFeedback.liked
    .map(({ title, vector: liked }) => ({ title, cosine: cosineAt(liked, vector, 0) }))
    .reduce((one, other) => (other.cosine > one.cosine ? other : one), { title: '', cosine: 0 });
  return near.cosine >= resemblesFrom ? near.title : null;
}

/** Latent cosine from which two papers count as similar. */
const resemblesFrom = 0.5;

/** Minimum share of a short topic for a paper to count as complete, with every idea. */
const complete = 0.95;
/** Number of shown papers that lack an idea, for each complete paper… */
const forEachComplete = 1.5;
/** …but always this many, also with few or no complete papers. */
const leastIncomplete = 4;
/** Maximum relevance if no paper is complete: the reader sees a possible match (`src/shared/papers/match.ts`). */
const possibleAtMost = 0.39;

interface Listed {
  docId: number;
  relevance: number;
  impact: number;
  score: number;
}

/**
 * The papers of a list, best first, without those that only fill it. For a topic of two or three ideas it keeps all
 * complete papers, and at most three that lack an idea for two complete ones, but at least four. If all lack an idea,
 * each is at most a possible match. Papers that likes or embeddings bring may express an idea in other words, and a
 * requested kind of document is a condition that all papers meet.
 */
export function withoutPadding<One extends Listed>(
  query: Query,
  covers: Coverage,
  papers: readonly One[],
  isSupported: (one: One) => boolean,
): readonly One[] {
  if (query.ideas.length < 2 || !isShort(query) || query.asksForKind) return papers;
  const lacking = papers.filter((one) => covers.share(one.docId) < complete && !isSupported(one));
  const whole = papers.length - lacking.length;
  const padding = new Set(lacking.slice(Math.max(leastIncomplete, whole * forEachComplete)));
  const kept = papers.filter((one) => !padding.has(one));
  const best = kept.reduce((most, { relevance }) => Math.max(most, relevance), 0);
  if (whole > 0 || best <= possibleAtMost) return kept;
  return kept.map((one) => {
    const relevance = (one.relevance * possibleAtMost) / best;
    return { ...one, relevance, score: scoreOf(relevance, one.impact, impactShare) };
  });
}
