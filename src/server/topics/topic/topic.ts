import { and, count, eq, isNull, sql } from 'drizzle-orm';
import { prepared } from '#platform/db/prepared.ts';
import { searchTerms } from '#platform/db/schema.ts';
import { isUuid } from '#platform/http/uuid.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { SearchTerm } from '#shared/topics/searchTerm.ts';
import type { TopicsApp } from '../app.ts';

export type TopicRow = typeof searchTerms.$inferSelect;

/** The reader's own term; a foreign or deleted one is as missing as one that never was. */
export async function topicOf({ db }: Pick<TopicsApp, 'db'>, userId: string, id: string): Promise<TopicRow> {
  const [term] = isUuid(id)
    ? await db
        .select()
        .from(searchTerms)
        .where(and(eq(searchTerms.id, id), eq(searchTerms.userId, userId), isNull(searchTerms.deletedAt)))
    : [];
  if (!term) throw new AppError('not_found', 'This search term does not exist.');
  return term;
}

/** Oldest first. */
export async function topicsOf({ db }: Pick<TopicsApp, 'db'>, userId: string): Promise<TopicRow[]> {
  return statements(db).ofUser.execute({ userId });
}

const statements = prepared((db) => ({
  ofUser: db
    .select()
    .from(searchTerms)
    .where(and(eq(searchTerms.userId, sql.placeholder('userId')), isNull(searchTerms.deletedAt)))
    .orderBy(searchTerms.createdAt, searchTerms.id)
    .prepare('terms_of_user'),
}));

export async function countTopics({ db }: Pick<TopicsApp, 'db'>, userId: string): Promise<number> {
  const [row] = await db
    .select({ terms: count() })
    .from(searchTerms)
    .where(and(eq(searchTerms.userId, userId), isNull(searchTerms.deletedAt)));
  return row?.terms ?? 0;
}

/** One reader keeps a topic once, however it is spelled: compatibility forms, case and spaces are folded. */
export const topicKey = (term: string): string =>
  term.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();

/** The row as the dashboard sees it. */
export const topicFields = (row: TopicRow, expansionCounts?: Record<string, number>): SearchTerm => ({
  id: row.id,
  term: row.term,
  isActive: row.isActive,
  isFree: row.isFree,
  status: row.status,
  statusDetail: row.statusDetail,
  lastProcessedAt: row.lastProcessedAt?.toISOString() ?? null,
  nextScheduledRun: row.nextScheduledRun?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
  expansion: row.expansion,
  expansionCounts,
  filters: row.filters,
  schedule: row.schedule,
});
