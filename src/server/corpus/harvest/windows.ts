import { addDays, dayOf } from '#sources/record/days.ts';
import type { Day, DayWindow } from '#sources/record/source.ts';

/** A window of a source that was harvested completely, and when that started and finished. */
export interface CompletedHarvest extends DayWindow {
  startedAt: Date;
  finishedAt: Date;
}

/** Consecutive days that were all harvested. */
export interface ContiguousRange extends DayWindow {
  /** The last day that was over when it was harvested; `to` may be the day after, which was still running. */
  lastWhole: Day;
  /** When the harvest that brought `to` finished. */
  finishedAt: Date;
}

/** Merges harvests that touch or overlap, earliest first. */
export function contiguousRanges(harvested: CompletedHarvest[]): ContiguousRange[] {
  const ranges: ContiguousRange[] = [];
  for (const harvest of harvested.toSorted((a, b) => (a.from < b.from ? -1 : 1))) {
    const { from, to, finishedAt } = harvest;
    const startedOn = dayOf(harvest.startedAt);
    const lastWhole = to < startedOn ? to : addDays(startedOn, -1);
    const last = ranges.at(-1);
    if (!last || from > addDays(last.lastWhole, 1)) {
      ranges.push({ from, to, lastWhole, finishedAt });
      continue;
    }
    if (to > last.to || (to === last.to && finishedAt > last.finishedAt)) {
      last.to = to;
      last.finishedAt = finishedAt;
    }
    if (lastWhole > last.lastWhole) last.lastWhole = lastWhole;
  }
  return ranges;
}

/**
 * The next window: from the first day that was not over when it was harvested, minus `overlap` days for what a
 * source lists late, to today. With no harvest that reaches back `reach` days, from there.
 * After a long break it starts where the last harvest ended, however long ago that is.
 */
export function nextWindow(
  harvested: CompletedHarvest[],
  { today, reach, overlap }: { today: Day; reach: number; overlap: number },
): DayWindow {
  const base = addDays(today, -reach);
  const all = contiguousRanges(harvested);
  const current = all.find(({ lastWhole }) => lastWhole >= base) ?? all.at(-1);
  const from = current && current.from <= base ? addDays(current.lastWhole, 1 - overlap) : base;
  return { from: earlierDay(from, today), to: today };
}

/** A harvest, and how many of its records could not be parsed. */
export type CountedHarvest = CompletedHarvest & { malformed: number };

/**
 * Where to start again because a harvest (newest first) met records that could not be parsed; null if the days it
 * started with were harvested since, or if it was itself the retry. A permanently malformed record is retried once.
 */
export function retryFrom(harvested: CountedHarvest[]): Day | null {
  const at = harvested.findIndex(({ malformed }) => malformed > 0);
  const broken = harvested[at];
  if (!broken) return null;
  const begins = ({ from, to }: CompletedHarvest) => from <= broken.from && to >= broken.from;
  if (harvested.slice(0, at).some(begins)) return null;
  if (harvested.slice(at + 1).some((earlier) => earlier.malformed > 0 && begins(earlier))) return null;
  return broken.from;
}

/** Whether a harvest that started after this moment reached back so many days. */
export const reachedBackSince = (harvested: CompletedHarvest[], since: Date, days: number): boolean =>
  harvested.some(({ from, startedAt }) => startedAt > since && from <= addDays(dayOf(startedAt), -days));

/** The earlier of two days. */
export const earlierDay = (a: Day, b: Day): Day => (a <= b ? a : b);
/** The later of two days. */
export const laterDay = (a: Day, b: Day): Day => (a >= b ? a : b);
