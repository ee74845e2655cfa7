/**
 * `12 Mar 2026`, in the reader's own language; the exact moment in the tooltip.
 * In the browser's zone unless another is named: a day without an hour, such as `2026-03-12`, is shown in `UTC`.
 */
export const AbsoluteDate = ({ value, time = false, zone, short = false }: AbsoluteDateProps) => {
  const date = new Date(value);
  return (
    <time dateTime={date.toISOString()} title={whole.format(date)}>
      {formatOf(time, zone, short && isThisYear(date, zone)).format(date)}
    </time>
  );
};

interface AbsoluteDateProps {
  value: string | Date;
  time?: boolean;
  /** IANA name. */
  zone?: string | undefined;
  /** Without the year where it is this one. */
  short?: boolean;
}

/** `in 3 days`, `2 hours ago`; the exact moment in the tooltip. `now` may be given. */
export const RelativeDate = ({ value, now = new Date() }: { value: string | Date; now?: Date }) => {
  const date = new Date(value);
  return (
    <time dateTime={date.toISOString()} title={whole.format(date)}>
      {relative(date, now)}
    </time>
  );
};

/** Largest whole unit; “just now” under a minute. */
export function relative(date: Date, now: Date): string {
  const seconds = (date.getTime() - now.getTime()) / 1000;
  for (const [unit, length] of units)
    if (Math.abs(seconds) >= length) return inWords.format(Math.trunc(seconds / length), unit);
  return 'just now';
}

const units = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

/** Kept, since making one takes longer than using it. */
const formats = new Map<string, Intl.DateTimeFormat>();

const isThisYear = (date: Date, timeZone: string | undefined): boolean => {
  const year = new Intl.DateTimeFormat('en', { year: 'numeric', timeZone });
  return year.format(date) === year.format(new Date());
};

function formatOf(time: boolean, timeZone: string | undefined, short: boolean): Intl.DateTimeFormat {
  const key = `${time} ${short} ${timeZone}`;
  const known = formats.get(key);
  if (known) return known;
  const format = new Intl.DateTimeFormat(undefined, {
    day: 'numeric',
    month: 'short',
    ...(short ? {} : { year: 'numeric' }),
    ...(time ? { hour: 'numeric', minute: '2-digit' } : {}),
    timeZone,
  });
  formats.set(key, format);
  return format;
}

const whole = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'long' });
const inWords = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
