import { addDays, firstHalf, length } from '../record/days.ts';
import type { DayWindow } from '../record/source.ts';

/** The position of a PubMed harvest: the pass, the part of the window, and the number of its records already read. */
export interface HarvestPosition extends DayWindow {
  /** `entered`: new records; `retracted`: older articles whose retraction was recorded in the window. */
  pass: 'entered' | 'retracted';
  /** Part of a single day with more records than PubMed returns: a range of PMIDs, both ends included. */
  pmids: [first: number, last: number] | null;
  offset: number;
}

/** PMIDs have eight digits at most: https://www.nlm.nih.gov/bsd/mms/medlineelements.html#pmid */
const allPmids: [number, number] = [1, 99_999_999];

/** PubMed's query for each pass; `all[sb]` means every citation. */
export function termOf({ pass, pmids }: HarvestPosition): { term: string; datetype: 'edat' | 'mdat' } {
  const within = pmids ? ` AND ${pmids[0]}:${pmids[1]}[uid]` : '';
  return pass === 'retracted'
    ? { term: `"retracted publication"[pt]${within}`, datetype: 'mdat' }
    : { term: `all[sb]${within}`, datetype: 'edat' };
}

/** The position at the start of a window. */
export const startOf = (window: DayWindow): HarvestPosition => ({
  pass: 'entered',
  from: window.from,
  to: window.to,
  pmids: null,
  offset: 0,
});

/** The first half of a position with too many records: half of its days or, for a single day, of its PMIDs. */
export function firstPart(position: HarvestPosition): HarvestPosition {
  if (length(position) > 1) return { ...position, ...firstHalf(position), offset: 0 };
  const [first, last] = position.pmids ?? allPmids;
  return { ...position, pmids: [first, Math.floor((first + last) / 2)], offset: 0 };
}

/** The position after all records of this one; null after the last. */
export function nextPosition(
  { pass, to, pmids }: HarvestPosition,
  window: DayWindow,
): HarvestPosition | null {
  if (pmids && pmids[1] < allPmids[1])
    return { pass, from: to, to, pmids: [pmids[1] + 1, allPmids[1]], offset: 0 };
  if (to < window.to) return { pass, from: addDays(to, 1), to: window.to, pmids: null, offset: 0 };
  return pass === 'entered' ? { ...startOf(window), pass: 'retracted' } : null;
}

/** A position as text, for the harvest to store. */
export const cursorOf = ({ pass, from, to, pmids, offset }: HarvestPosition): string =>
  [pass, from, to, offset, ...(pmids ? [pmids.join('-')] : [])].join(':');

/** The position of a cursor; the start if the cursor is invalid or belongs to another window. */
export function positionOf(cursor: string, window: DayWindow): HarvestPosition {
  const form = /^(entered|retracted):(\d{4}-\d\d-\d\d):(\d{4}-\d\d-\d\d):(\d{1,9})(?::(\d{1,8})-(\d{1,8}))?$/;
  const [, pass, from = '', to = '', offset, first, last] = form.exec(cursor) ?? [];
  const inside = from && window.from <= from && from <= to && to <= window.to;
  const pmids: HarvestPosition['pmids'] = first && last ? [Number(first), Number(last)] : null;
  return inside
    ? { pass: pass as HarvestPosition['pass'], from, to, pmids, offset: Number(offset) }
    : startOf(window);
}
