import { follows } from './matcher.ts';
import { type IndexReader, postingsOf, type SegmentReader } from './reader.ts';

/** Papers with both words that are looked at, spread evenly over all. */
const sampled = 48;
/** With fewer papers nothing can be said. */
const leastPapers = 4;
/** Share of the papers with both words in which the second follows the first. */
const leastShare = 0.5;

const rememberedPairs = 4000;
const pairsByReader = new WeakMap<IndexReader, Map<string, boolean>>();

/** Whether papers that have both words mostly write the second after the first: `gut microbiome`, `base editing`. */
export function areCollocation(reader: IndexReader, first: number, second: number): boolean {
  if (first < 0 || second < 0 || first === second) return false;
  const known = pairsByReader.get(reader) ?? new Map<string, boolean>();
  pairsByReader.set(reader, known);
  const key = `${first} ${second}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  if (known.size >= rememberedPairs) known.clear();
  const found = measured(reader, first, second);
  known.set(key, found);
  return found;
}

function measured(reader: IndexReader, first: number, second: number): boolean {
  const both = reader.segments.flatMap((segmentReader) =>
    papersWithBoth(segmentReader, first, second).map((paper) => ({ segmentReader, paper })),
  );
  if (both.length < leastPapers) return false;
  const step = Math.max(1, both.length / sampled);
  const sample = Array.from(
    { length: Math.floor(both.length / step) },
    (_, i) => both[Math.floor(i * step)]!,
  );
  const together = sample.filter(({ segmentReader, paper }) =>
    isFollowed(segmentReader, paper, [first, second]),
  );
  return together.length >= sample.length * leastShare;
}

function papersWithBoth({ segment, deleted }: SegmentReader, first: number, second: number): number[] {
  const one = postingsOf(segment, first);
  const other = postingsOf(segment, second);
  const found: number[] = [];
  let at = other.from;
  for (let i = one.from; i < one.to; i++) {
    const paper = segment.papers[i]!;
    while (at < other.to && segment.papers[at]! < paper) at++;
    if (at < other.to && segment.papers[at] === paper && !deleted[paper]) found.push(paper);
  }
  return found;
}

function isFollowed({ segment: { store } }: SegmentReader, paper: number, terms: readonly number[]): boolean {
  const end = store.starts[paper + 1]!;
  for (let at = store.starts[paper]!; at < end; at++)
    if (store.tokens[at] === terms[0]! * 2 && follows(store.tokens, at, end, terms)) return true;
  return false;
}
