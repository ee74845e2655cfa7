import { DateTime } from 'luxon';
import { rangeOf, remembered } from '#mail/layout/dates.ts';
import { count, shorten } from '#mail/layout/words.ts';
import type { Coverage } from '#shared/digests/digest.ts';
import { withCommas } from '#shared/values/dates.ts';
import { plain } from '#shared/values/plainText.ts';

const later = 'Anything missed will be in a later digest.';

/**
 * The outcome of one source, in words. A failure is never shown as "0 papers". `days` is false if the mail has the same
 * days for all sources.
 */
export function receiptOf(row: Coverage, { days = true }: { days?: boolean } = {}): string {
  const why = row.sentence ? `${sentence(shorten(plain(row.sentence), 240))} ` : '';
  if (row.outcome === 'off') return why ? uncapitalised(why.trim()) : 'turned off in your preferences.';
  if (row.outcome === 'failed') return `did not answer. ${why}${later}`;
  const looked = `${days ? `${window(row)}: ` : ''}${count(row.records, 'record')} read`;
  const given = row.papers ? `, ${withCommas(row.papers)} in this digest` : '';
  const unread = row.malformed ? `, ${withCommas(row.malformed)} could not be read` : '';
  if (row.outcome === 'partial') return `${looked}${given}${unread}; only part arrived. ${why}${later}`;
  return `${looked}${given}${unread}.`;
}

/** The days, if they are the same for all sources that were asked. */
export function daysAsked(rows: Coverage[]): string | null {
  const windows = new Set(rows.filter(({ outcome }) => outcome !== 'off').map(window));
  return windows.size === 1 ? [...windows][0]! : null;
}

const window = ({ from, to }: Coverage): string => windowOf(`${from} – ${to}`);

const windowOf = remembered((days) => {
  const [from = '', to = ''] = days.split(' – ');
  const [first, last] = [from, to].map((day) => DateTime.fromISO(day, { zone: 'UTC', locale: 'en-US' }));
  return first?.isValid && last?.isValid ? rangeOf(first, last) : shorten(plain(days), 60);
});

const uncapitalised = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

const sentence = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);
