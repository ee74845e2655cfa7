import { inArray } from 'drizzle-orm';
import { preferencesOf } from '#accounts/preferences.ts';
import { papers } from '#platform/db/schema.ts';
import type { Reader } from '#platform/http/route.ts';
import type { CloseMatch } from '#search/core/types.ts';
import type { Filters } from '#shared/topics/searchTerm.ts';
import type { WhatIf } from '#shared/topics/trends.ts';
import type { TopicsApp } from '../app.ts';
import { topicOf } from '../topic/topic.ts';
import { closeMatchesOf, today } from './closeMatches.ts';

const leftOutAtMost = 10;

/**
 * How many close matches of the last one and four weeks the filters would have kept. Stores nothing.
 * @throws AppError `not_found`.
 */
export async function tryFilters(
  app: Pick<TopicsApp, 'db' | 'index' | 'now' | 'config'>,
  reader: Reader,
  id: string,
  filters: Filters,
): Promise<WhatIf> {
  const topic = await topicOf(app, reader.id, id);
  const preferences = await preferencesOf(app, reader.id);
  const [all, filtered] = await Promise.all([
    closeMatchesOf(app, { topic, preferences, filters: null, days: 28 }),
    closeMatchesOf(app, { topic, preferences, filters, days: 28 }),
  ]);
  const passed = new Set(filtered.map((paper) => paper.id));
  const week = all.filter(({ day }) => day > today(app) - 7);
  const countOf = (some: readonly CloseMatch[]) => ({
    kept: some.filter((paper) => passed.has(paper.id)).length,
    of: some.length,
  });
  return {
    lastWeek: countOf(week),
    fourWeeks: countOf(all),
    leftOut: await titled(app, week.filter((paper) => !passed.has(paper.id)).slice(0, leftOutAtMost)),
  };
}

async function titled(
  { db }: Pick<TopicsApp, 'db'>,
  found: readonly CloseMatch[],
): Promise<WhatIf['leftOut']> {
  if (found.length === 0) return [];
  const rows = await db
    .select({ id: papers.id, title: papers.title, url: papers.url })
    .from(papers)
    .where(
      inArray(
        papers.id,
        found.map(({ id }) => id),
      ),
    );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return found.flatMap(({ id, score }) => {
    const row = byId.get(id);
    return row ? [{ title: row.title, url: row.url, relevanceScore: score }] : [];
  });
}
