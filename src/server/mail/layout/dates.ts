import { DateTime } from 'luxon';
import { dateInWords, daysInWords } from '#shared/values/dates.ts';

/** `Sun 3 May 2026`, as days are counted in that zone. */
export const dayOf = (moment: Date, zone = 'UTC'): string =>
  dateInWords(moment, { zone: inZone(moment, zone).zoneName!, weekday: true });

/** `Sun 3 May 2026, 2:05 PM (UTC)`. */
export const momentOf = (moment: Date, zone = 'UTC'): string => {
  const { zoneName } = inZone(moment, zone);
  return `${dateInWords(moment, { zone: zoneName!, weekday: true, time: true })} (${zoneName})`;
};

/** `Sun 26 Apr to Sun 3 May 2026`, `Sun 3 May 2026`. */
export const rangeOf = (from: DateTime, to: DateTime): string =>
  daysBetween(`${from.toISODate()}/${to.toISODate()}`);

const daysBetween = remembered((days) => {
  const [from, to] = days.split('/') as [string, string];
  return daysInWords(new Date(from), new Date(to));
});

/** An ISO day (or the year or month alone, as sources sometimes know no more) in words; null when it is none. */
export const dayInWords = (iso: string | null | undefined): string | null => (iso ? inWords(iso) : null);

const inWords = remembered((iso) => {
  const day = DateTime.fromISO(iso, { zone: 'UTC', locale: 'en-US' });
  if (!day.isValid) return null;
  return day.toFormat(iso.length <= 4 ? 'yyyy' : iso.length <= 7 ? 'LLL yyyy' : 'd LLL yyyy');
});

/** Days take longer to say than the rest of a line, and the digests of a week share a few: said once. */
export function remembered<T>(say: (of: string) => T, atMost = 5000): (of: string) => T {
  const said = new Map<string, T>();
  return (of) => {
    if (said.has(of)) return said.get(of)!;
    if (said.size >= atMost) said.clear();
    const words = say(of);
    said.set(of, words);
    return words;
  };
}

/** An unknown zone counts as UTC: a wrong setting must not hold a mail back. */
export function inZone(moment: Date, zone: string): DateTime {
  const at = DateTime.fromJSDate(moment, { zone }).setLocale('en-US');
  return at.isValid ? at : DateTime.fromJSDate(moment, { zone: 'UTC' }).setLocale('en-US');
}
