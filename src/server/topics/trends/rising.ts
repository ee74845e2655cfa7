import { inArray } from 'drizzle-orm';
import { papers } from '#platform/db/schema.ts';
import type { CloseMatch } from '#search/core/types.ts';
import type { Trends } from '#shared/topics/trends.ts';
import type { TopicsApp } from '../app.ts';
import { keyOf } from '../expansion/abbreviations.ts';
import { phrasesOf } from '../expansion/fromCorpus.ts';
import { isTooWide } from '../expansion/phrases.ts';
import type { TopicRow } from '../topic/topic.ts';
import { today } from './closeMatches.ts';

/** Days of the current period, which is compared with the days before. */
const nowDays = 28;
const phrasesAtMost = 6;
/** With fewer papers, or less than twice the frequency, a rise may be chance. */
const papersAtLeast = 3;
const riseAtLeast = 2;

/**
 * Phrases of two or three words that are more frequent in titles of the last four weeks than in those of the weeks
 * before, without phrases of the topic itself. One read by id, of at most 600 titles.
 */
export async function risingPhrases(
  app: Pick<TopicsApp, 'db' | 'now'>,
  topic: Pick<TopicRow, 'term' | 'expansion'>,
  close: readonly CloseMatch[],
): Promise<Trends['rising']> {
  const from = today(app) - nowDays;
  const recent = new Set(close.filter(({ day }) => day > from).map(({ id }) => id));
  const sizes = { now: recent.size, before: close.length - recent.size };
  if (sizes.now < papersAtLeast || sizes.before === 0) return { ...sizes, phrases: [] };
  const ids = close.map(({ id }) => id);
  const rows = await app.db
    .select({ id: papers.id, title: papers.title })
    .from(papers)
    .where(inArray(papers.id, ids));
  const asked = [topic.term, ...topic.expansion.map(({ phrase }) => phrase)];
  return {
    ...sizes,
    phrases: rise(
      rows.map(({ id, title }) => ({ title, isNow: recent.has(id) })),
      sizes,
      asked,
    ),
  };
}

/** The phrases of the titles that rose, the clearest first. `asked` are phrases that the reader knows already. */
export function rise(
  titles: readonly { title: string; isNow: boolean }[],
  sizes: { now: number; before: number },
  asked: readonly string[],
): Trends['rising']['phrases'] {
  const counts = new Map<string, { phrase: string; now: number; before: number }>();
  for (const { title, isNow } of titles)
    for (const [key, phrase] of phrasesOf(title)) {
      const count = counts.get(key) ?? { phrase, now: 0, before: 0 };
      count[isNow ? 'now' : 'before'] += 1;
      counts.set(key, count);
    }
  const known = ` ${asked.map(keyOf).join(' | ')} `;
  return [...counts]
    .filter(([key, { phrase }]) => !known.includes(` ${key} `) && !isTooWide(phrase))
    .filter(
      ([, { now, before }]) => now >= papersAtLeast && now * sizes.before >= riseAtLeast * before * sizes.now,
    )
    .map(([key, count]) => ({ key, count, clearness: surprise(count, sizes) }))
    .sort((a, b) => b.clearness - a.clearness || b.key.length - a.key.length || (a.key < b.key ? -1 : 1))
    .filter(
      ({ key }, at, all) =>
        !all
          .slice(0, at)
          .some((other) => ` ${other.key} `.includes(` ${key} `) || ` ${key} `.includes(` ${other.key} `)),
    )
    .slice(0, phrasesAtMost)
    .map(({ count }) => count);
}

/** The log-likelihood ratio (Dunning, 1993) of a phrase's two counts against one common share. */
function surprise(count: { now: number; before: number }, sizes: { now: number; before: number }): number {
  const share = (count.now + count.before) / (sizes.now + sizes.before);
  const part = (seen: number, of: number) => (seen ? seen * Math.log(seen / (of * share)) : 0);
  return part(count.now, sizes.now) + part(count.before, sizes.before);
}
