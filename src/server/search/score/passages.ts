import { follows } from '../index/matcher.ts';
import { type IndexReader, segmentOf } from '../index/reader.ts';
import { type Coverage, shareHeldBy } from '../query/coverage.ts';
import type { Query } from '../query/query.ts';

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
function heldAnywhere(
  { scored }: Query,
  covers: Coverage,
  docId: number,
  placed: ReadonlySet<number>,
): Int32Array {
  return Int32Array.from(scored, ({ term, aspect }, i) =>
    term < 0 && aspect >= 0 && !placed.has(i) && covers.ofAspect(aspect, docId) === 1 ? 1 : 0,
  );
}

/** Position of a name of a scored term, in words from the start of its section. */
interface Place {
  at: number;
  scored: number;
}

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
