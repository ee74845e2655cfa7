import type { Candidates, Match, Ranked, Shortlist, ShortlistOptions, Topic } from '../core/types.ts';
import { type IndexReader, idAt } from '../index/reader.ts';
import { cosineAt } from '../latent/fold.ts';
import { partsOf } from '../score/combine.ts';
import type { QueryContext, ScoredDoc, SearchBuffers } from '../score/evidence.ts';
import { impactShare } from '../score/impact.ts';
import { vectorAt } from '../score/neighbors.ts';
import { withoutPadding } from '../score/padding.ts';
import { diversify } from './diversify.ts';
import { explain, explained } from './explain.ts';
import { firstOf, isSupported, type Judged, type JudgedPaper, judge } from './judge.ts';
import { isNotice } from './standing.ts';

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

/** As `rank`, without explanations, which take longer than ranking a long list. */
export function rankOnly(
  buffers: SearchBuffers,
  topic: Topic,
  candidates: Candidates,
  { limit, floor }: { limit: number; floor: number },
): Match[] {
  const { reader } = buffers;
  const judged = judge(buffers, topic, candidates, { count: limit + spare, floor });
  return choose(reader, judged, limit).map((one) => matchOf(reader, one));
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
