import { LRUCache } from 'lru-cache';
import { DateTime } from 'luxon';
import { dateInWords, dayInWords as dayInWordsOf, daysInWords } from '#shared/values/dates.ts';

/** `Sun 3 May 2026`, the day in this time zone. */
export const dayOf = (moment: Date, zone = 'UTC'): string =>
  dateInWords(moment, { zone: inZone(moment, zone).zoneName!, weekday: true });

/** `Sun 3 May 2026, 2:05 PM (UTC)`. */
export const momentOf = (moment: Date, zone = 'UTC'): string => {
  const { zoneName } = inZone(moment, zone);
  return `${dateInWords(moment, { zone: zoneName!, weekday: true, time: true })} (${zoneName})`;
};

/** `26 April to 3 May`, `3 May`: the days of a mail, which has its own date and leaves out the year. */
export const rangeOf = (from: DateTime, to: DateTime): string =>
  daysBetween(`${from.toISODate()}/${to.toISODate()}`);

/** As `rangeOf`, of two ISO days with a slash between them. */
export const daysBetween = remembered((days) => {
  const [from, to] = days.split('/') as [string, string];
  return daysInWords(new Date(from), new Date(to), new Date(to));
});

/** An ISO day in words, or a year or month alone, if the source knows no more; null if it is not one. */
export const dayInWords = (iso: string | null | undefined): string | null => (iso && inWords(iso)) || null;

const inWords = remembered((iso) => dayInWordsOf(iso) ?? '');

/** Caches the words for days, which take longer to format than the rest of a line, and of which a week has few. */
export function remembered(say: (of: string) => string): (of: string) => string {
  const said = new LRUCache<string, string>({ max: 5000, memoMethod: say });
  return (of) => said.memo(of);
}

/** An unknown zone counts as UTC: a wrong setting must not hold a mail back. */
export function inZone(moment: Date, zone: string): DateTime {
  const at = DateTime.fromJSDate(moment, { zone }).setLocale('en-US');
  return at.isValid ? at : DateTime.fromJSDate(moment, { zone: 'UTC' }).setLocale('en-US');
}
