import { type SourceName, sourceLabels } from '#shared/papers/sources.ts';
import { addDays } from './days.ts';
import { type DayWindow, type FailureKind, SourceFailure, type SourceRecord } from './source.ts';

// How every source gets past what cannot be read, so that a window always ends: a batch is halved down to the row; where pages
// have a size of their own, the row is stepped over. It is counted, and so is a count that is off by little.

/** Failures that one row can cause. Any other is of the source, and ends the harvest. */
export const ofRows: ReadonlySet<string> = new Set<FailureKind>([
  'empty-reply',
  'malformed',
  'too-large',
  'short',
]);

export const isUnreadable = (error: unknown): error is SourceFailure =>
  error instanceof SourceFailure && ofRows.has(error.kind);

/** Whether a list that has fewer rows than its count is still the whole list. */
export const isLittle = (missing: number, total: number): boolean =>
  missing < total && missing <= Math.max(3, total / 100);

/** For readers, about a row that was skipped. */
export const leftOut = (source: SourceName): string =>
  `A record of ${sourceLabels[source]} that spoils the page it is on was left out.`;

/** Rows that may be skipped in one batch. With more, the source is in trouble and not a row. */
const skippedAtMost = 3;

/**
 * Reads `size` rows from a place on, in halves where they cannot be read together, in order. A row that cannot be read even
 * alone is skipped. Each part says from where the list goes on; null at its end.
 * @param skip asks the source for less of a row, so that one that is out is not taken for a bad row; it is given what failed
 * @throws SourceFailure if more than three rows cannot be read, or `skip` fails
 */
export async function inHalves<P, T extends { next: P | null }>(
  { from, size }: { from: P; size: number },
  read: (from: P, size: number) => Promise<T>,
  skip: (from: P, error: SourceFailure) => Promise<T>,
): Promise<T[]> {
  let skipped = 0;
  const some = async (at: P, count: number): Promise<T[]> => {
    try {
      return [await read(at, count)];
    } catch (error) {
      if (!isUnreadable(error)) throw error;
      const isOwn = error.kind === 'too-large' || skipped < skippedAtMost;
      if (count === 1 && !isOwn) throw error;
      if (count === 1) {
        skipped++;
        return [await skip(at, error)];
      }
      const half = Math.ceil(count / 2);
      const first = await some(at, half);
      const { next } = first.at(-1)!;
      return next === null ? first : [...first, ...(await some(next, count - half))];
    }
  };
  return some(from, size);
}

/** A page, as wide as the service likes. `rows`: readable or not; none behind the end. */
type ListPage = { records: SourceRecord[]; malformed: number; rows: number; total: number };

/** A place in the list of a window, the rows of a page, and of the list if a page has said so. */
export type ListPlace = { window: DayWindow; offset: number; rows: number; total: number | null };

/**
 * What is left of a page that one row spoils: the rows before that row, by a page that ends with them, and the place after it,
 * found by bisection.
 * @param read a page from a place on; one behind the end has no rows
 * @throws SourceFailure the given one, if the next page cannot be read either
 */
export async function steppedOver(
  source: SourceName,
  { window, offset, rows, total: counted }: ListPlace,
  read: (from: number, days: DayWindow) => Promise<ListPage>,
  error: unknown,
): Promise<ListPage & { next: number; isEnd: boolean; note: string }> {
  const probe = (from: number, days = window) =>
    read(from, days).catch((failed: unknown) => {
      if (!isUnreadable(failed)) throw failed;
      return null;
    });
  const after = isUnreadable(error) ? await placeAfter({ from: offset, size: rows }, probe) : null;
  const total = (after?.page.rows ? after.page.total : counted) ?? null;
  if (!after || total === null) throw error;
  const { at, page } = after;
  // Nothing follows although much was counted: the list ended, and no row is to blame.
  if (page.rows === 0 && at < total && !isLittle(total - at, total)) throw error;
  const width = at + page.rows < total ? page.rows : rows;
  const before = at - 1 > offset ? await rowsBefore(probe, { window, bad: at - 1, width, total }) : null;
  return {
    records: before?.records ?? [],
    malformed: 1 + (before ? before.malformed : at - 1 - offset),
    ...{ rows: Math.max(1, at - offset), total, next: at, isEnd: page.rows === 0, note: leftOut(source) },
  };
}

type Probe = (from: number, days?: DayWindow) => Promise<ListPage | null>;

/** The first readable place behind a bad row, and its page. Null if not even the next page can be read. */
async function placeAfter({ from, size }: { from: number; size: number }, probe: Probe) {
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

/** A page that ends before a bad row. Near the start of the window it begins in the week before. */
async function rowsBefore(
  probe: Probe,
  { window, bad, width, total }: { window: DayWindow; bad: number; width: number; total: number },
): Promise<ListPage | null> {
  if (bad >= width) return probe(bad - width);
  const longer = { ...window, from: addDays(window.from, -7) };
  const earlier = ((await probe(0, longer))?.total ?? 0) - total;
  return earlier + bad >= width ? probe(earlier + bad - width, longer) : null;
}
