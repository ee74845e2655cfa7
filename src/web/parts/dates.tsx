/** `12 Mar 2026`, in the reader's own language and zone; the exact moment in the tooltip. */
export const AbsoluteDate = ({ value, time = false }: { value: string | Date; time?: boolean }) => {
  const date = new Date(value);
  return (
    <time dateTime={date.toISOString()} title={whole.format(date)}>
      {(time ? withTime : dayOnly).format(date)}
    </time>
  );
};

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

const dayOnly = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric' });
const withTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const whole = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'long' });
const inWords = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
