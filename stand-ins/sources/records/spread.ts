/** The fields that decide a record's date. */
export interface Dated {
  id: string;
  /** As the source wrote it, `2019 Sep-Oct`; null if it gave none. */
  published: string | null;
}

const day = 86_400_000;

/**
 * Dates (milliseconds, UTC) for records, spread evenly over the last `days` days and never after `now`. Keeps their order
 * in time; records without a date are spread among the others. The same records on the same day get the same dates,
 * whatever their order in the files.
 */
export function spread(records: Dated[], { days, now }: { days: number; now: Date }): number[] {
  const keys = records.map(({ published }) => sortKey(published));
  const byId = (a: number, b: number) => (records[a]!.id < records[b]!.id ? -1 : 1);
  const indexes = records.map((_, index) => index);
  const dated = indexes.filter((at) => keys[at] !== null).sort((a, b) => keys[a]! - keys[b]! || byId(a, b));
  const undated = indexes.filter((index) => keys[index] === null).sort(byId);

  const moments = new Array<number>(records.length);
  for (const order of [dated, undated])
    for (const [place, index] of order.entries())
      moments[index] = momentAt((place + 0.5) / order.length, days, now);
  return moments;
}

function momentAt(share: number, days: number, now: Date): number {
  const today = startOfDay(now.getTime());
  const position = share * days;
  const whole = Math.min(days - 1, Math.floor(position));
  const start = today - (days - 1 - whole) * day;
  // Use only the part of today that has passed, so that no date is in the future.
  const length = start === today ? now.getTime() - today : day;
  return start + Math.floor((position - whole) * length);
}

export const startOfDay = (at: number): number => Math.floor(at / day) * day;

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const seasons: Record<string, number> = { winter: 1, spring: 4, summer: 7, fall: 10, autumn: 10 };

/** A number that grows with the date, from the known parts of year, month and day; null without a year. */
export function sortKey(published: string | null): number | null {
  const year = /\b(?:1[5-9]|2\d)\d\d\b/.exec(published ?? '');
  if (!published || !year) return null;
  const rest = published.slice(year.index + 4);
  const word = /[a-z]{3,}/i.exec(rest)?.[0].toLowerCase() ?? '';
  const numbers = (rest.match(/\d{1,2}/g) ?? []).map(Number);
  const named = months.indexOf(word.slice(0, 3)) + 1 || seasons[word];
  const month = named || numbers.shift() || 0;
  return Number(year[0]) * 10_000 + month * 100 + (numbers[0] ?? 0);
}
