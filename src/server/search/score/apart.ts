import type { IndexReader } from '../index/reader.ts';
import type { Coverage } from '../query/coverage.ts';
import type { Query } from '../query/query.ts';
import { passageCoverage } from './passages.ts';

/** Number of ideas that seldom meet in one abstract by chance. Few sentences express more than three. */
const ideasMeetingByChance = 3;
/** A topic of more ideas is checked only if none of them is rarer than this: papers are about a rare idea. */
const rarestOfCommon = 4.5;
/** If leading papers cover less than this of the topic in one passage, on average, mostly no paper is about it. */
const apartBelow = 0.65;
/** Share of a topic that counts as nearly all of it. */
const leastTogether = 0.8;
/** A paper that covers less must be among the first papers, must cover its part of the topic in one passage… */
const firstOfApart = 5;
const inOnePassage = 0.95;
/** …and must be about that part: BM25 as a share of the saturated score for as many words. */
const leastAbout = 0.7;

/**
 * Finds the papers worth showing in a list whose leading papers hold the three ideas of a topic only apart from each
 * other. Mostly none of them is about the topic; they merely share common words ("preventing falls in older adults" and a
 * fall in pressure). Four common ideas meet by chance too, in part. In such a list a paper is worth showing if one
 * passage covers nearly all of the topic, or if the paper leads and is about its part of the topic. Null for a list that
 * needs no check. The figures were chosen on graded topics and on our own together; see docs/ranking.md.
 */
export function worthShowingApart(
  reader: IndexReader,
  query: Query,
  covers: Coverage,
  leading: readonly number[],
): ((docId: number, at: number, lexical: number) => boolean) | null {
  if (!mayMeetByChance(query) || leading.length === 0) return null;
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

/** Whether papers may have some of the ideas by chance. */
function mayMeetByChance({ ideas, aspects, scored }: Query): boolean {
  if (ideas.length <= ideasMeetingByChance) return ideas.length === ideasMeetingByChance;
  return ideas.every((idea) => {
    const parts = idea.aspects.flatMap((at) => aspects[at]!.parts);
    return parts.length > 0 && parts.reduce((sum, at) => sum + scored[at]!.idf, 0) < rarestOfCommon;
  });
}
