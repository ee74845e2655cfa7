import { LRUCache } from 'lru-cache';
import { once, recalled } from '../core/memo.ts';
import { findPhrase } from './matcher.ts';
import { papersWithAll } from './papersWithAll.ts';
import type { IndexReader } from './reader.ts';

/** Papers with both words that are looked at, spread evenly over all. */
const sampled = 48;
/** With fewer papers nothing can be said. */
const leastPapers = 4;
/** Share of the papers with both words in which the second follows the first. */
const leastShare = 0.5;
/** As many papers in which it does not are added: two of four papers make no name. */
const doubt = 4;

const pairsOf = once((_: IndexReader) => new LRUCache<string, boolean>({ max: 4000 }));

/**
 * Whether papers that have both words mostly write the second after the first: `gut microbiome`, `base editing`. A share of
 * few papers is no evidence: in a small library `CRISPR base` would be a name, and a paper on base editing half of one.
 */
export function areCollocation(reader: IndexReader, first: number, second: number): boolean {
  if (first < 0 || second < 0 || first === second) return false;
  return recalled(pairsOf(reader), `${first} ${second}`, () => measured(reader, first, second));
}

function measured(reader: IndexReader, first: number, second: number): boolean {
  const both = reader.segments.map((segmentReader) => papersWithAll(segmentReader, [first, second]));
  const count = both.reduce((sum, { length }) => sum + length, 0);
  if (count < leastPapers) return false;
  const step = Math.max(1, count / sampled);
  const size = Math.floor(count / step);
  const needed = (size + doubt) * leastShare;
  let together = 0;
  for (let i = 0; i < size; i++) {
    let at = Math.floor(i * step);
    let segment = 0;
    while (at >= both[segment]!.length) at -= both[segment++]!.length;
    const { store } = reader.segments[segment]!.segment;
    if (findPhrase(store, both[segment]![at]!, [first, second])) together++;
    if (together >= needed) return true;
    // All that are left would not be enough.
    if (together + size - 1 - i < needed) return false;
  }
  return false;
}
