/** Dates and numbers as pages and mails write them: `Fri 20 Nov 2026`, `20 Nov`, `7:00 AM`, `Sun 22 to Sat 28 Mar 2026`. */

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
  const words = [style.weekday && weekday, day, month, (style.year ?? true) && year]
    .filter(Boolean)
    .join(' ');
  return style.time ? `${words}, ${timeInWords(moment, style.zone)}` : words;
}

/** `7:00 AM`, with a no-break space. */
export function timeInWords(moment: Date, zone?: string): string {
  const { hour, minute, dayPeriod } = partsOf(moment, zone);
  return `${hour}:${minute}\u00a0${dayPeriod}`;
}

/** A full hour, 0 to 23: `8:00 AM`. */
export const hourInWords = (hour: number): string => timeInWords(new Date(Date.UTC(2000, 0, 1, hour)), 'UTC');

/** Two calendar days, both included: `Sun 22 to Sat 28 Mar 2026`. Writes shared parts once. */
export function daysInWords(from: Date, to: Date): string {
  const last = dateInWords(to, { zone: 'UTC', weekday: true });
  if (from.getTime() === to.getTime()) return last;
  const [a, b] = [partsOf(from, 'UTC'), partsOf(to, 'UTC')];
  if (a.year !== b.year) return `${dateInWords(from, { zone: 'UTC', weekday: true })} to ${last}`;
  return `${a.weekday} ${a.day}${a.month === b.month ? '' : ` ${a.month}`} to ${last}`;
}

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
