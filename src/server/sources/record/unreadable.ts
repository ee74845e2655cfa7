import { type FailureKind, SourceFailure } from './source.ts';

// How every source gets past what cannot be read, so that a window always ends: a batch is halved down to the row, a list with
// offsets is stepped over, what was skipped is counted, and a count that is off by little does not hold the window open.

/** Failures that one row can cause. Any other is of the source, and ends the harvest. */
const ofRows = new Set<FailureKind>(['empty-reply', 'malformed', 'too-large', 'short']);

export const isUnreadable = (error: unknown): error is SourceFailure =>
  error instanceof SourceFailure && ofRows.has(error.kind);

/** Whether a list that has fewer rows than its count is still the whole list. */
export const isLittle = (missing: number, total: number): boolean =>
  missing < total && missing <= Math.max(3, total / 100);

/** Rows of a list, from the first place on. */
export interface Rows {
  from: number;
  size: number;
}

/** Rows that may be skipped in one batch. With more, the source is in trouble and not a row. */
const skippedAtMost = 3;

/**
 * Reads rows, in halves where they cannot be read together, in order. A row that cannot be read even alone is skipped.
 * @throws SourceFailure if more than three rows, or all, cannot be read
 */
export async function inHalves<T>(
  rows: Rows,
  read: (rows: Rows) => Promise<T>,
  skip: (row: Rows) => T,
): Promise<T[]> {
  let skipped = 0;
  const some = async ({ from, size }: Rows): Promise<T[]> => {
    try {
      return [await read({ from, size })];
    } catch (error) {
      if (!isUnreadable(error)) throw error;
      const isOwn = error.kind === 'too-large' || (size < rows.size && skipped < skippedAtMost);
      if (size === 1 && !isOwn) throw error;
      skipped += size === 1 ? 1 : 0;
      if (size === 1) return [skip({ from, size })];
      const half = Math.ceil(size / 2);
      const first = await some({ from, size: half });
      return [...first, ...(await some({ from: from + half, size: size - half }))];
    }
  };
  return some(rows);
}

/**
 * The first place from which a list can be read again, after one row that spoils every page it is on: found by bisection, among
 * pages of `size` rows. Null if not even the next page can be read, which is the source's trouble.
 */
export async function placeAfter<T>(
  { from, size }: Rows,
  probe: (from: number) => Promise<T | null>,
): Promise<{ at: number; page: T } | null> {
  let page = await probe(from + size);
  if (page === null) return null;
  let [bad, good] = [from, from + size];
  while (good - bad > 1) {
    const middle = Math.floor((bad + good) / 2);
    const there = await probe(middle);
    if (there === null) bad = middle;
    else [good, page] = [middle, there];
  }
  return { at: good, page };
}
