import { DateTime } from 'luxon';

/** `3 May 2026`, as days are counted in that zone. */
export const dayOf = (moment: Date, zone = 'UTC'): string => inZone(moment, zone).toFormat('d LLLL yyyy');

/** `3 May 2026 at 14:05 (UTC)`. */
export const momentOf = (moment: Date, zone = 'UTC'): string => {
  const at = inZone(moment, zone);
  return `${at.toFormat('d LLLL yyyy')} at ${at.toFormat('HH:mm')} (${at.zoneName})`;
};

/** `26 April – 3 May 2026`, `26–30 April 2026`, `3 May 2026`. */
export function rangeOf(from: DateTime, to: DateTime): string {
  if (from.hasSame(to, 'day')) return to.toFormat('d LLLL yyyy');
  if (from.hasSame(to, 'month')) return `${from.day}–${to.toFormat('d LLLL yyyy')}`;
  return `${from.toFormat(from.year === to.year ? 'd LLLL' : 'd LLLL yyyy')} – ${to.toFormat('d LLLL yyyy')}`;
}

/** An ISO day (or the year or month alone, as sources sometimes know no more) in words; null when it is none. */
export const dayInWords = (iso: string | null | undefined): string | null => (iso ? inWords(iso) : null);

const inWords = remembered((iso) => {
  const day = DateTime.fromISO(iso, { zone: 'UTC', locale: 'en-GB' });
  if (!day.isValid) return null;
  return day.toFormat(iso.length <= 4 ? 'yyyy' : iso.length <= 7 ? 'LLLL yyyy' : 'd LLLL yyyy');
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
  const at = DateTime.fromJSDate(moment, { zone }).setLocale('en-GB');
  return at.isValid ? at : DateTime.fromJSDate(moment, { zone: 'UTC' }).setLocale('en-GB');
}
