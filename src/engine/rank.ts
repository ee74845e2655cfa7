import { otherWording, ownWording, together } from './asked/otherWording.ts';
import type {
  Candidates,
  CloseMatch,
  Limits,
  Match,
  Ranked,
  Shortlist,
  ShortlistOptions,
  Topic,
} from './core/types.ts';
import { firstOf, isSupported, type Judged, type JudgedPaper, judge } from './feedback/judge.ts';
import { dayAt, type IndexReader, idAt, vectorAt } from './index/reader.ts';
import { cosineAt } from './latent/fold.ts';
import { type Coverage, hasAllIdeas } from './query/coverage.ts';
import type { Query } from './query/query.ts';
import { partsOf, scoreOf } from './score/combine.ts';
import { diversify } from './score/diversify.ts';
import type { QueryContext, ScoredDoc, SearchBuffers } from './score/evidence.ts';
import { explain, explained } from './score/explain.ts';
import { impactShare } from './score/impact.ts';
import { isNotice } from './score/standing.ts';

/** Extra papers, to replace near-duplicates. */
const spare = 20;

/** The best papers for a topic; see `SearchIndex.rank`. */
export const rank = (
  buffers: SearchBuffers,
  topic: Topic,
  candidates: Candidates,
  limits: Limits,
): Ranked[] =>
  inBothWordings(buffers, topic, limits, (wording) => rankOne(buffers, wording, candidates, limits));

/** As `rank` and without explanations, which take longer than ranking a long list; each paper with its day. */
export const closeMatches = (
  buffers: SearchBuffers,
  topic: Topic,
  candidates: Candidates,
  limits: Limits,
): CloseMatch[] =>
  inBothWordings(buffers, topic, limits, (wording) =>
    closeMatchesOfOne(buffers, wording, candidates, limits),
  );

/** A digest's papers and those after them, scored once; see `SearchIndex.shortlist`. */
export function shortlist(
  buffers: SearchBuffers,
  topic: Topic,
  candidates: Candidates,
  options: ShortlistOptions,
): Shortlist {
  const own = shortlistOne(buffers, ownWording(topic), candidates, options);
  const wording = otherWording(buffers.reader, topic);
  if (!wording) return own;
  const others = shortlistOne(buffers, wording, candidates, options);
  const { limit, floor, matchesAtMost } = options;
  const ownScores = scoresOf(own.closeMatches);
  return {
    papers: together(own.papers, others.papers, { limit, floor, ownScores }),
    closeMatches: together(own.closeMatches, others.closeMatches, { limit: matchesAtMost, floor, ownScores }),
  };
}

function inBothWordings<One extends Match>(
  { reader }: SearchBuffers,
  topic: Topic,
  limits: Limits,
  listOf: (wording: Topic) => One[],
): One[] {
  const own = listOf(ownWording(topic));
  const wording = otherWording(reader, topic);
  return wording ? together(own, listOf(wording), { ...limits, ownScores: scoresOf(own) }) : own;
}

const scoresOf = (some: readonly Match[]) => new Map(some.map(({ id, score }) => [id, score]));

function rankOne(buffers: SearchBuffers, topic: Topic, candidates: Candidates, { limit, floor }: Limits) {
  const judged = judge(buffers, topic, candidates, { count: limit + spare, floor });
  return withReasons(buffers.reader, judged, shown(choose(buffers.reader, judged, limit), floor));
}

function closeMatchesOfOne(
  buffers: SearchBuffers,
  topic: Topic,
  candidates: Candidates,
  { limit, floor }: Limits,
): CloseMatch[] {
  const { reader } = buffers;
  const judged = judge(buffers, topic, candidates, { count: limit + spare, floor });
  return choose(reader, judged, limit).map((one) => ({
    ...matchOf(reader, one),
    day: dayAt(reader, one.docId),
  }));
}

function shortlistOne(
  buffers: SearchBuffers,
  topic: Topic,
  candidates: Candidates,
  { limit, floor, matchesAtMost }: ShortlistOptions,
): Shortlist {
  const { reader } = buffers;
  const judged = judge(buffers, topic, candidates, { count: matchesAtMost + spare, floor });
  const chosen = choose(reader, firstOf(judged, limit + spare), limit);
  const matches = chosen.length < limit ? chosen : choose(reader, judged, matchesAtMost);
  const closeMatches = matches.map((one) => matchOf(reader, one));
  return { papers: withReasons(reader, judged, shown(chosen, floor)), closeMatches };
}

/** At most `limit` papers: no notices, and not all of one kind. */
function choose(reader: IndexReader, { query, covers, closeness, floor, papers }: Judged, limit: number) {
  const leading = papers.slice(0, limit + spare).filter(({ docId }) => !isNotice(reader, docId));
  const told = floor > 0 ? possibleAtMost(query, covers, leading) : leading;
  return diversify(reader, closeness, told, limit);
}

/** Scores of matches; see `src/shared/papers/match.ts`. */
const [strong, good, possible] = [0.6, 0.4, 0.39];

/** What a digest shows: if six of its first ten papers are strong matches, it needs no possible ones. */
const shown = (papers: readonly JudgedPaper[], floor: number): readonly JudgedPaper[] =>
  floor > 0 && papers.slice(0, 10).filter(({ score }) => score >= strong).length >= 6
    ? papers.filter(({ score }) => score >= good)
    : papers;

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

/**
 * The papers of a list, best first, each at most a possible match if all lack an idea. Papers that likes or
 * embeddings bring may express an idea in other words, and a requested kind of document is a condition that all papers meet.
 */
function possibleAtMost(query: Query, covers: Coverage, papers: readonly JudgedPaper[]) {
  const best = papers.reduce((most, { relevance }) => Math.max(most, relevance), 0);
  const isWhole = ({ docId }: JudgedPaper) => hasAllIdeas(query, covers, docId);
  if (best <= possible || papers.some((one) => isWhole(one) || isSupported(one))) return papers;
  return papers.map((one) => {
    const relevance = (one.relevance * possible) / best;
    return { ...one, relevance, score: scoreOf(relevance, one.impact, impactShare) };
  });
}
