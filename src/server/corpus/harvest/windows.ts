import { addDays, dayOf } from '#sources/record/days.ts';
import type { Day, DayWindow } from '#sources/record/source.ts';

/** A window of a source that was read whole, and when the reading began and ended. */
export interface Reading extends DayWindow {
  startedAt: Date;
  finishedAt: Date;
}

/** Days without a gap between them that were read whole. */
export interface Stretch extends DayWindow {
  /** The last day that was over when it was read; `to` may be the day after, as far as it had come by then. */
  lastWhole: Day;
  /** When the reading that brought `to` ended. */
  finishedAt: Date;
}

/** Readings put together where they touch or overlap, earliest first. */
export function stretches(readings: Reading[]): Stretch[] {
  const joined: Stretch[] = [];
  for (const reading of readings.toSorted((a, b) => (a.from < b.from ? -1 : 1))) {
    const { from, to, finishedAt } = reading;
    const startedOn = dayOf(reading.startedAt);
    const lastWhole = to < startedOn ? to : addDays(startedOn, -1);
    const last = joined.at(-1);
    if (!last || from > addDays(last.lastWhole, 1)) {
      joined.push({ from, to, lastWhole, finishedAt });
      continue;
    }
    if (to > last.to || (to === last.to && finishedAt > last.finishedAt)) {
      last.to = to;
      last.finishedAt = finishedAt;
    }
    if (lastWhole > last.lastWhole) last.lastWhole = lastWhole;
  }
  return joined;
}

/**
 * What to read next: from the first day that was not yet over when it was read, less `overlap` days for what
 * a source lists late, to today. With nothing read yet, or not as far back, from `reach` days ago.
 * After a long break it goes back to where the readings ended, however long ago that is.
 */
export function nextWindow(
  readings: Reading[],
  { today, reach, overlap }: { today: Day; reach: number; overlap: number },
): DayWindow {
  const base = addDays(today, -reach);
  const all = stretches(readings);
  const current = all.find(({ lastWhole }) => lastWhole >= base) ?? all.at(-1);
  const from = current && current.from <= base ? addDays(current.lastWhole, 1 - overlap) : base;
  return { from: earlierDay(from, today), to: today };
}

/** A reading, and how many of its records could not be read. */
export type CountedReading = Reading & { malformed: number };

/**
 * From where to read once more because a reading, newest first, met records that could not be read: null when the
 * days it began with were read again since, or when it was itself the second try. What is broken for good is asked
 * for twice, not for ever.
 */
export function secondTry(readings: CountedReading[]): Day | null {
  const at = readings.findIndex(({ malformed }) => malformed > 0);
  const broken = readings[at];
  if (!broken) return null;
  const begins = ({ from, to }: Reading) => from <= broken.from && to >= broken.from;
  if (readings.slice(0, at).some(begins)) return null;
  if (readings.slice(at + 1).some((earlier) => earlier.malformed > 0 && begins(earlier))) return null;
  return broken.from;
}

/** Did a reading that began after this moment reach back so many days? */
export const lookedBackSince = (readings: Reading[], since: Date, days: number): boolean =>
  readings.some(({ from, startedAt }) => startedAt > since && from <= addDays(dayOf(startedAt), -days));

export const earlierDay = (a: Day, b: Day): Day => (a <= b ? a : b);
export const laterDay = (a: Day, b: Day): Day => (a >= b ? a : b);
