import type { IndexReader } from '../index/reader.ts';
import { scan } from '../text/tokenize.ts';

/** The positions in a text of the words that the index knows, in their order. */
export interface Places {
  text: string;
  terms: Uint32Array;
  /** Span of each word, in UTF-16 units. */
  from: Uint32Array;
  to: Uint32Array;
  /** 1 if the next word is adjacent, in the same sentence. */
  beside: Uint8Array;
}

/**
 * Positions by index and paper. A cache, because a new judgment adds only one paper and finding the words of 200 takes
 * long.
 */
const known = new WeakMap<IndexReader, Map<number, Places>>();
const knownAtMost = 1_000;

/** Maximum number of characters between two adjacent words. */
const mostBetween = 4;

/** The positions of a paper's words; cached, because every judgment needs all papers of its topic again. */
export function placesOf(reader: IndexReader, id: number, text: string): Places {
  const papers = known.get(reader) ?? new Map<number, Places>();
  known.set(reader, papers);
  const before = papers.get(id);
  if (before?.text === text) return before;
  const places = find(reader, text);
  if (papers.size >= knownAtMost) papers.delete(papers.keys().next().value!);
  papers.set(id, places);
  return places;
}

function find({ vocabulary }: IndexReader, text: string): Places {
  const terms: number[] = [];
  const from: number[] = [];
  const to: number[] = [];
  scan(text, (forms, start) => {
    for (const form of forms) {
      const term = form.isSynonym ? undefined : vocabulary.numbers.get(form.stem);
      if (term === undefined) continue;
      terms.push(term);
      from.push(start + form.from);
      to.push(start + form.to);
    }
  });
  const beside = terms.map((_, i) => {
    const next = from[i + 1];
    const isNear = next !== undefined && next - to[i]! <= mostBetween;
    return isNear && !/[.;:\n]/.test(text.slice(to[i]!, next)) ? 1 : 0;
  });
  return {
    text,
    terms: Uint32Array.from(terms),
    from: Uint32Array.from(from),
    to: Uint32Array.from(to),
    beside: Uint8Array.from(beside),
  };
}

/** The text from one word to another, as written. */
export const writtenFrom = ({ text, from, to }: Places, first: number, last: number): string =>
  text.slice(from[first], to[last]).replace(/\s+/g, ' ');
