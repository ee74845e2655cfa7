import { timeInWords } from '#shared/values/dates.ts';
import type { SelectGroup } from '#web/ui/Form.tsx';

/** Every zone this browser knows, by region, with UTC and the current zone even if unknown. */
export function zoneGroups(
  current: string,
  known: readonly string[] = Intl.supportedValuesOf('timeZone'),
): SelectGroup[] {
  const zones = new Set(['UTC', ...[...known, current].sort()]);
  const regions = Map.groupBy(zones, (zone) => (zone.includes('/') ? zone.split('/', 1)[0]! : general));
  return [...regions]
    .sort(([a], [b]) => Number(b === general) - Number(a === general) || a.localeCompare(b))
    .map(([label, zones]) => ({ label, options: zones.map((value) => ({ value, label: placeOf(value) })) }));
}

const general = 'General';

/** `Berlin`, `Argentina, Ushuaia` */
export const placeOf = (zone: string): string =>
  zone
    .slice(zone.indexOf('/') + 1)
    .replaceAll('_', ' ')
    .replaceAll('/', ', ');

/** `New York time`, `UTC` */
export const zoneInWords = (zone: string): string => (zone === 'UTC' ? 'UTC' : `${placeOf(zone)} time`);

/** The local time in a zone, such as `2:32 PM`; null for a zone this browser does not know. */
export const clockIn = (zone: string, now: Date): string | null => ifKnown(() => timeInWords(now, zone));

/** What `format` makes of a moment in a zone; null for a zone this browser does not know. */
export function ifKnown<T>(format: () => T): T | null {
  try {
    return format();
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
