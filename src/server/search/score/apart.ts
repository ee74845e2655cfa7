import { leftOut } from '../core/parts.ts';
import type { IndexReader } from '../index/reader.ts';
import type { Coverage } from '../query/coverage.ts';
import type { Query } from '../query/query.ts';
import { passageCoverage } from './passages.ts';

/** Two ideas seldom meet in one abstract by chance, and more than three are seldom said in one sentence. */
const ideasMeetingByChance = 3;
/** A topic of more ideas is looked at only if none of them is rarer: a rare idea is what its papers are about. */
const rarestOfCommon = 4.5;
/** Leading papers hold less than this of the topic in one passage, on average, where mostly no paper is on it. */
const apartBelow = 0.65;
/** Nearly all of the topic. */
const leastTogether = 0.8;
/** A paper that says less has to be among so many, and what it has of the topic to stand in one passage… */
const firstOfApart = 5;
const inOnePassage = 0.95;
/** …and to be what the paper is about: BM25 as a share of what as many words could have to saturation. */
const leastAbout = 0.7;

/**
 * Where the leading papers hold the three ideas of a topic only apart from each other, mostly none is on it, and they
 * merely share common words ("preventing falls in older adults" and a fall in pressure). Four common ideas meet by
 * chance too, in part. In such a list a paper is worth showing if one passage says nearly all of the topic, or if it leads
 * and is about what it has of the topic. Null for a list whose papers need not be looked at. The figures were chosen on
 * graded topics and on ours together; see docs/ranking.md.
 */
export function worthShowingApart(
  reader: IndexReader,
  query: Query,
  covers: Coverage,
  leading: readonly number[],
): ((docId: number, at: number, lexical: number) => boolean) | null {
  if (!mayMeetByChance(query) || leading.length === 0 || leftOut.has('passages')) return null;
  const together = passageCoverage(reader, query, covers);
  const mean = leading.reduce((sum, docId) => sum + together(docId), 0) / leading.length;
  if (mean >= apartBelow) return null;
  return (docId, at, lexical) => {
    const held = together(docId);
    const share = covers.share(docId);
    if (held >= leastTogether) return true;
    return at < firstOfApart && held >= inOnePassage * share && lexical >= leastAbout * share;
  };
}

/** Whether papers that have some of the ideas may have them by chance. */
function mayMeetByChance({ ideas, aspects, scored }: Query): boolean {
  if (ideas.length <= ideasMeetingByChance) return ideas.length === ideasMeetingByChance;
  return ideas.every((idea) => {
    const parts = idea.aspects.flatMap((at) => aspects[at]!.parts);
    return parts.length > 0 && parts.reduce((sum, at) => sum + scored[at]!.idf, 0) < rarestOfCommon;
  });
}
