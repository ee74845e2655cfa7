import { firstFrom } from '../core/firstFrom.ts';
import { postingsOf, type SegmentReader } from './reader.ts';

/** Papers of a segment that have all the terms, of which there is at least one; ascending, without deleted ones. */
export function papersWithAll({ segment, deleted }: SegmentReader, terms: readonly number[]): Uint32Array {
  const [rarest, ...others] = [...new Set(terms)]
    .map((term) => {
      const { from, to } = postingsOf(segment, term);
      return segment.papers.subarray(from, to);
    })
    .sort((one, other) => one.length - other.length);
  const marks = new Uint32Array((deleted.length >>> 5) + 1);
  const all = others.reduce((one, other) => common(one, other, marks), rarest!);
  const found = new Uint32Array(all.length);
  let count = 0;
  for (let i = 0; i < all.length; i++) {
    found[count] = all[i]!;
    count += 1 - deleted[all[i]!]!;
  }
  return found.subarray(0, count);
}

/** From so many times the length on, a list is searched in steps instead of read. */
const muchLonger = 16;

/** What two ascending lists of papers have in common, of which the first is not the longer one. `marks` is a bit for each paper. */
function common(one: Uint32Array, other: Uint32Array, marks: Uint32Array): Uint32Array {
  const found = new Uint32Array(one.length);
  let count = 0;
  if (one.length * muchLonger < other.length) {
    let at = 0;
    for (let i = 0; i < one.length && at < other.length; i++) {
      at = firstFrom(other, one[i]!, at);
      if (other[at] === one[i]) found[count++] = one[i]!;
    }
  } else {
    // No branch that depends on a paper: which of two lists comes next cannot be predicted, and a wrong guess takes longest.
    marks.fill(0);
    for (let i = 0; i < other.length; i++) marks[other[i]! >>> 5]! |= 1 << other[i]!;
    for (let i = 0; i < one.length; i++) {
      found[count] = one[i]!;
      count += (marks[one[i]! >>> 5]! >>> one[i]!) & 1;
    }
  }
  return found.subarray(0, count);
}
