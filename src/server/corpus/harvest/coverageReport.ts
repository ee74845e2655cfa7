import type { harvests } from '#platform/db/schema.ts';
import type { Coverage } from '#shared/digests/digest.ts';
import { type SourceName, sourceLabels } from '#shared/papers/sources.ts';
import { dateInWords } from '#shared/values/dates.ts';
import { hourMs } from '#shared/values/time.ts';
import { addDays } from '#sources/record/days.ts';
import type { DayWindow } from '#sources/record/source.ts';
import { type ContiguousRange, contiguousRanges, earlierDay, laterDay } from './windows.ts';

export type HarvestRow = typeof harvests.$inferSelect;

/** Twice the interval between two harvests. */
const recentMilliseconds = 12 * hourMs;

/**
 * What the harvests of one source, oldest first, mean for a window. `complete`: every day of it was harvested, today
 * up to the last harvest, which is recent. `partial` and `failed` say why in `sentence`.
 */
export function coverageReport(
  source: SourceName,
  rows: HarvestRow[],
  window: DayWindow,
  now: Date,
): Pick<Coverage, 'outcome' | 'from' | 'to' | 'malformed' | 'sentence'> {
  const label = sourceLabels[source];
  const trouble = lastTrouble(rows);
  // Overlapping windows meet the same malformed records, so the largest count is their number.
  const malformed = Math.max(0, ...rows.map((row) => row.malformed));
  const held = heldIn(rows, window);
  if (!held)
    return {
      ...window,
      outcome: trouble?.status === 'partial' ? 'partial' : 'failed',
      malformed,
      sentence: trouble?.sentence ?? `${label} has not been read yet.`,
    };
  const from = laterDay(held.from, window.from);
  const to = earlierDay(held.to, window.to);
  const say = (outcome: 'complete' | 'partial', sentence: string | null) =>
    ({ outcome, from, to, malformed, sentence }) as const;
  if (from > window.from)
    return say(
      'partial',
      trouble?.sentence ??
        `${label} was read only back to ${dateInWords(new Date(from), { zone: 'UTC', weekday: true })}.`,
    );
  if (held.lastWhole >= window.to) return say('complete', null);
  if (trouble) return say('partial', trouble.sentence ?? `${label} could not be read.`);
  if (isRecent(held, window, now, recentMilliseconds)) return say('complete', null);
  return say(
    'partial',
    `${label} was last read on ${dateInWords(held.finishedAt, { zone: 'UTC', weekday: true })}.`,
  );
}

/** Whether the whole window was harvested: all days that are over, and today no longer than `age` ago. */
export function isHeld(rows: HarvestRow[], window: DayWindow, now: Date, age: number): boolean {
  const held = heldIn(rows, window);
  if (!held || held.from > window.from) return false;
  return held.lastWhole >= window.to || isRecent(held, window, now, age);
}

/** The last finished harvest, if it was not complete. */
export function lastTrouble(rows: HarvestRow[]): HarvestRow | null {
  const last = rows.findLast(({ status }) => status !== 'running');
  return last && last.status !== 'complete' ? last : null;
}

/** The newest contiguous range that overlaps the window. */
const heldIn = (rows: HarvestRow[], window: DayWindow): ContiguousRange | undefined =>
  contiguousRanges(
    rows.flatMap(({ status, from, to, startedAt, finishedAt }) =>
      status === 'complete' && finishedAt ? [{ from, to, startedAt, finishedAt }] : [],
    ),
  ).findLast(({ from, to }) => from <= window.to && to >= window.from);

/** A harvest shortly before midnight counts for the new day too. */
const isRecent = ({ to, finishedAt }: ContiguousRange, window: DayWindow, now: Date, age: number): boolean =>
  to >= addDays(window.to, -1) && now.getTime() - finishedAt.getTime() < age;
