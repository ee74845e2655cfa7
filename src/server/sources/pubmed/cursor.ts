import { addDays } from '../record/days.ts';
import type { Day, DayWindow } from '../record/source.ts';

/** Where a harvest of PubMed stands: which pass, over which days of the window, behind how many records. */
export interface Place extends DayWindow {
  /**
   * `entered`: what came in; `retracted`: older articles whose retraction was recorded in the window;
   * `lost`: the end of a harvest that could not reach all records of a day.
   */
  pass: 'entered' | 'retracted' | 'lost';
  offset: number;
}

/** The passes as PubMed is asked for them; `all[sb]` is every citation. */
export const termOf = ({ pass }: Place): { term: string; datetype: 'edat' | 'mdat' } =>
  pass === 'retracted'
    ? { term: '"retracted publication"[pt]', datetype: 'mdat' }
    : { term: 'all[sb]', datetype: 'edat' };

export const start = (window: DayWindow): Place => ({ pass: 'entered', ...window, offset: 0 });

/** What comes behind all records of a place; null behind the last. */
export function following({ pass, to }: Place, window: DayWindow): Place | null {
  if (to < window.to) return { pass, from: addDays(to, 1), to: window.to, offset: 0 };
  return pass === 'entered' ? { ...start(window), pass: 'retracted' } : null;
}

export const cursorOf = ({ pass, from, to, offset }: Place): string => [pass, from, to, offset].join(':');

/** The place of a cursor; the start when the cursor is none of ours or of another window. */
export function placeOf(cursor: string, window: DayWindow): Place {
  const match = /^(entered|retracted|lost):(\d{4}-\d\d-\d\d):(\d{4}-\d\d-\d\d):(\d{1,9})$/.exec(cursor);
  if (!match) return start(window);
  const [, pass, from, to, offset] = match as unknown as [string, Place['pass'], Day, Day, string];
  const inside = window.from <= from && from <= to && to <= window.to;
  return inside ? { pass, from, to, offset: Number(offset) } : start(window);
}
