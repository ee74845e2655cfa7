import { dateInWords, dayInWords } from '#shared/values/dates.ts';

interface AbsoluteDateProps {
  value: string | Date;
  /** Adds weekday and time of day. */
  time?: boolean;
  weekday?: boolean;
  /** IANA time zone; the browser's by default. A calendar day such as `2026-03-12` is shown in `UTC`. */
  zone?: string | undefined;
  /** Without the year if it is this year. */
  short?: boolean;
}

/** `12 Mar 2026`, or with the time `Thu 12 Mar 2026, 7:00 AM`; the exact moment is in the tooltip. */
export const AbsoluteDate = ({
  value,
  time = false,
  weekday = time,
  zone,
  short = false,
}: AbsoluteDateProps) => {
  const date = new Date(value);
  // A year or month alone stays one.
  if (typeof value === 'string' && value.length < 10)
    return <time dateTime={value}>{dayInWords(value)}</time>;
  return (
    <time dateTime={date.toISOString()} title={exact.format(date)}>
      {dateInWords(date, { zone, weekday, time, year: !(short && isThisYear(date, zone)) })}
    </time>
  );
};

interface RelativeDateProps {
  value: string | Date | null;
  before?: string;
  after?: string;
  /** In place of all that where there is no date. */
  never?: string;
}

/** `in 3 days`, `2 hours ago`; the exact moment is in the tooltip. */
export const RelativeDate = ({ value, before, after, never }: RelativeDateProps) => {
  if (!value) return never;
  const date = new Date(value);
  return (
    <>
      {before}
      <time dateTime={date.toISOString()} title={exact.format(date)}>
        {relative(date, new Date())}
      </time>
      {after}
    </>
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

const isThisYear = (date: Date, zone: string | undefined): boolean =>
  yearOf(date, zone) === yearOf(new Date(), zone);

const yearOf = (date: Date, zone: string | undefined): string => dateInWords(date, { zone }).slice(-4);

const exact = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'long' });
/** Not “tomorrow”, which 47 hours ahead would be wrong. */
const inWords = new Intl.RelativeTimeFormat('en-US', { numeric: 'always' });
