import { follows } from '../index/matcher.ts';
import { type IndexReader, segmentOf } from '../index/reader.ts';
import { type Coverage, shareHeldBy } from '../query/coverage.ts';
import type { Query } from '../query/query.ts';

/** Number of ideas that seldom meet in one abstract by chance. Few sentences express more than three. */
const ideasMeetingByChance = 3;
/** A topic of more ideas is checked only if none of them is rarer than this: papers are about a rare idea. */
const rarestOfCommon = 4.5;
/**
 * If leading papers cover less than this of the topic in one passage, on average, mostly no paper is about it. What would do for the
 * list does for a paper: a paper that covers as much is shown.
 */
const apartBelow = 0.65;
/** A paper that covers less must be among the first papers, must cover its part of the topic in one passage… */
const firstOfApart = 5;
const inOnePassage = 0.95;
/** …and must be about that part: BM25 as a share of the saturated score for as many words. */
const leastAbout = 0.7;

/**
 * Finds the papers worth showing in a list whose leading papers hold the three ideas of a topic only apart from each
 * other. Mostly none of them is about the topic; they merely share common words ("preventing falls in older adults" and a
 * fall in pressure). Four common ideas meet by chance too, in part. In such a list a paper is worth showing if one
 * passage covers most of the topic, or if the paper leads and is about its part of the topic. Null for a list that needs no
 * check. The figures were chosen on graded topics and on our own together; see docs/ranking.md.
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
    if (held >= apartBelow) return true;
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

/** Words of a passage, stop words not counted: about a sentence. */
const passageWords = 12;

/**
 * The greatest share of the topic's ideas that one passage of a paper covers, 0 to 1, other names included. The title is
 * a passage. Words that are common everywhere meet in one abstract by chance, but seldom in one sentence.
 */
export function passageCoverage(
  reader: IndexReader,
  query: Query,
  covers: Coverage,
): (docId: number) => number {
  const names = namesIn(query);
  const shareOf = shareHeldBy(query);
  // A kind of document is not an idea, so all ideas together may be less than the whole topic.
  const all = shareOf(() => true);
  return (docId) => {
    // Uses the forms that the paper was found to have: `exhaustive` would be a form of `exhaustion` here.
    const isHeld = query.aspects.map((_, aspect) => covers.ofAspect(aspect, docId) > 0);
    const sections = placesIn(reader, docId, names).map((places) =>
      places.filter(({ scored }) => isHeld[query.scored[scored]!.aspect]),
    );
    const held = heldAnywhere(query, covers, docId, new Set(sections.flat().map(({ scored }) => scored)));
    let best = 0;
    for (const places of sections) {
      const counts = held.slice();
      let from = 0;
      for (const { at, scored } of places) {
        for (; at - places[from]!.at >= passageWords; from++) counts[places[from]!.scored]!--;
        if (counts[scored]!++ === 0)
          best = Math.max(
            best,
            shareOf((i) => counts[i]! > 0),
          );
      }
    }
    return all > 0 ? best / all : 0;
  };
}

/** 1 for each scored term that has no place, such as a prefix or a field of a group, so that the whole paper holds it. */
function heldAnywhere({ scored }: Query, covers: Coverage, docId: number, placed: ReadonlySet<number>) {
  return Int32Array.from(scored, ({ term, aspect }, i) =>
    term < 0 && aspect >= 0 && !placed.has(i) && covers.ofAspect(aspect, docId) === 1 ? 1 : 0,
  );
}

/** Position of a name of a scored term, in words from the start of its section. */
type Place = { at: number; scored: number };

interface Names {
  /** Indexes of the topic's scored terms by the first term of each of their names; `name` is empty for a single word. */
  byFirst: ReadonlyMap<number, { name: readonly number[]; scored: number }[]>;
  /** 0 if no name begins with a term of these eight low bits, as most words. */
  maybe: Uint8Array;
}

function namesIn({ scored, aspects, otherNames }: Query): Names {
  const byFirst = new Map<number, { name: readonly number[]; scored: number }[]>();
  const maybe = new Uint8Array(256);
  const add = (terms: readonly number[], at: number) => {
    const [first = -1] = terms;
    maybe[first & 255] = 1;
    const known = byFirst.get(first) ?? [];
    byFirst.set(first, [...known, { name: terms.length > 1 ? terms : [], scored: at }]);
  };
  for (const [at, { term, aspect }] of scored.entries()) {
    if (aspect < 0) continue;
    for (const one of term >= 0 ? [term] : aspects[aspect]!.terms) add([one], at);
    for (const { words, terms } of otherNames) if (words.includes(term)) add(terms, at);
  }
  return { byFirst, maybe };
}

/** The places in the title and in the abstract, each in reading order. */
function placesIn(reader: IndexReader, docId: number, { byFirst, maybe }: Names): Place[][] {
  const { segment, docBase } = segmentOf(reader, docId);
  const { starts, titles, tokens } = segment.store;
  const start = starts[docId - docBase]!;
  const title = start + titles[docId - docBase]!;
  const end = starts[docId - docBase + 1]!;
  return [
    { from: start, to: title },
    { from: title, to: end },
  ].map(({ from, to }) => {
    const places: Place[] = [];
    let word = -1;
    for (let at = from; at < to; at++) {
      const token = tokens[at]!;
      // A synonym shares the position of what it stands for.
      if ((token & 1) === 0) word++;
      if (maybe[(token >>> 1) & 255] === 0) continue;
      for (const { name, scored } of byFirst.get(token >>> 1) ?? [])
        if (name.length === 0 || ((token & 1) === 0 && follows(tokens, at, to, name)))
          places.push({ at: word, scored });
    }
    return places;
  });
}
