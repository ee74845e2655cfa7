/** Dates and numbers as pages and mails write them: `Fri 20 Nov 2026`, `20 Nov`, `7:00 AM`, `22 to 28 November`. */

export interface DateStyle {
  /** IANA time zone; by default the one of this runtime. A calendar day such as `2026-03-12` belongs in `UTC`. */
  zone?: string | undefined;
  weekday?: boolean;
  /** True by default. */
  year?: boolean;
  /** Adds the time of day: `Fri 20 Nov 2026, 7:00 AM`. */
  time?: boolean;
}

/** A moment in words. @throws RangeError for an invalid date or an unknown zone. */
export function dateInWords(moment: Date, style: DateStyle = {}): string {
  const { weekday, day, month, year } = partsOf(moment, style.zone);
  const parts = [style.weekday && weekday, day, month, (style.year ?? true) && year];
  const words = parts.filter(Boolean).join(' ');
  return style.time ? `${words}, ${timeInWords(moment, style.zone)}` : words;
}

/** `7:00 AM`, with a no-break space. */
export function timeInWords(moment: Date, zone?: string): string {
  const { hour, minute, dayPeriod } = partsOf(moment, zone);
  return `${hour}:${minute}\u00a0${dayPeriod}`;
}

/** A full hour, 0 to 23: `8:00 AM`. */
export const hourInWords = (hour: number): string => timeInWords(new Date(Date.UTC(2000, 0, 1, hour)), 'UTC');

/**
 * Two calendar days, both included: `22 to 28 November`, `29 November to 5 December`. Writes shared parts once, and years
 * only if one of them is not that of `now`.
 */
export function daysInWords(from: Date, to: Date, now: Date): string {
  const named = (day: Date): NamedParts => ({ ...partsOf(day, 'UTC'), name: months.format(day) });
  const [a, b, today] = [named(from), named(to), named(now)];
  const isThisYear = a.year === b.year && b.year === today.year;
  const last = `${b.day} ${b.name}${isThisYear ? '' : ` ${b.year}`}`;
  if (a.year !== b.year) return `${a.day} ${a.name} ${a.year} to ${last}`;
  if (a.name !== b.name) return `${a.day} ${a.name} to ${last}`;
  return a.day === b.day ? last : `${a.day} to ${last}`;
}

const months = new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' });

/**
 * An ISO day as `3 May 2026`; a month or year alone if no more is known, never its first day. Null if it is none. With `now`,
 * a day of its year is written without it.
 */
export function dayInWords(iso: string | null | undefined, now?: Date): string | null {
  const day = new Date(iso || 'none');
  if (!iso || Number.isNaN(day.getTime())) return null;
  const isThisYear = iso.length > 7 && day.getUTCFullYear() === now?.getUTCFullYear();
  const words = dateInWords(day, { zone: 'UTC', year: !isThisYear });
  return words.slice(iso.length <= 4 ? -4 : iso.length <= 7 ? -8 : 0);
}

type NamedParts = Parts & { name: string };
type Parts = Record<'weekday' | 'day' | 'month' | 'year' | 'hour' | 'minute' | 'dayPeriod', string>;

function partsOf(moment: Date, zone: string | undefined): Parts {
  const key = zone ?? '';
  const format = formats.get(key) ?? newFormat(zone);
  formats.set(key, format);
  return Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, value])) as Parts;
}

/** Cached by zone, because creating a format is slower than using it. */
const formats = new Map<string, Intl.DateTimeFormat>();

const newFormat = (timeZone: string | undefined) =>
  new Intl.DateTimeFormat('en-US', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    hourCycle: 'h12',
    timeZone,
  });

const numbers = new Intl.NumberFormat('en-US');

/** `1,204`. One format for all: `toLocaleString` looks for its own at each call. */
export const withCommas = (number: number): string => numbers.format(number);
