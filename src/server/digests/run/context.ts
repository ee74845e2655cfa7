import { and, eq, sql } from 'drizzle-orm';
import { preferencesOf } from '#accounts/preferences.ts';
import { anyOf, together } from '#platform/db/batch.ts';
import {
  deliveredPapers,
  emailDigests,
  paperEvents,
  paperFeedback,
  searchTerms,
  userPreferences,
  users,
} from '#platform/db/schema.ts';
import type { TopicRow } from '#topics/topic/topic.ts';
import type { DigestsApp } from '../app.ts';
import type { ReaderRow } from '../store/finish.ts';

/** What a run has to know of its term and reader. */
export interface Known {
  reader: ReaderRow;
  /** Up to when the reader knows what came out for this term: a day's highlights are no answer for the week. */
  lastAnswered: Date | null;
  /** The same without notes, which said nothing of papers. */
  lastWithPapers: Date | null;
  /** The ledger: papers that have gone out for the term. */
  sent: ReadonlySet<number>;
  /** Has its reader said of any paper what it was worth? */
  hasVerdicts: boolean;
  /** Has anything happened, since `lastWithPapers`, to a paper that went out before? */
  hasNews: boolean;
}

/** Null for a term whose reader is gone or whose account is closed. */
export async function knownOf(
  app: Pick<DigestsApp, 'db'>,
  term: Pick<TopicRow, 'id' | 'userId'>,
): Promise<Known | null> {
  const known = await read(app, term.id);
  if (!known) return null;
  const { user, preferences } = known;
  if (preferences) return { ...known, reader: { user, preferences } };
  // Writes the defaults, which an account made by hand may lack.
  await preferencesOf(app, term.userId);
  return knownOf(app, term);
}

const withPapers = ['immediate', 'weekly'];

const read = together(async ({ db }: Pick<DigestsApp, 'db'>, termIds: string[]) => {
  const rows = await db
    .select({
      termId: searchTerms.id,
      user: users,
      preferences: userPreferences,
      lastAnswered: newestEnd([...withPapers, 'note']),
      lastWithPapers: newestEnd(withPapers),
      sent: sql<number[]>`(select coalesce(json_agg(${deliveredPapers.paperId}), '[]') from ${deliveredPapers}
        where ${deliveredPapers.searchTermId} = ${searchTerms.id})`,
      hasVerdicts: sql<boolean>`exists (select from ${paperFeedback}
        where ${paperFeedback.searchTermId} = ${searchTerms.id})`,
      hasNews: sql<boolean>`exists (select from ${deliveredPapers} join ${paperEvents}
          on ${paperEvents.paperId} = ${deliveredPapers.paperId}
        where ${deliveredPapers.searchTermId} = ${searchTerms.id}
          and ${paperEvents.kind} in ('revised', 'now-published')
          and ${paperEvents.at} > ${deliveredPapers.deliveredAt}
          and ${paperEvents.at} > ${newestEnd(withPapers)})`,
    })
    .from(searchTerms)
    .innerJoin(users, eq(users.id, searchTerms.userId))
    .leftJoin(userPreferences, eq(userPreferences.userId, searchTerms.userId))
    .where(and(anyOf(searchTerms.id, termIds), eq(users.isActive, true)))
    .prepare('known-of-terms')
    .execute();
  const byTerm = new Map(rows.map((row) => [row.termId, { ...row, sent: new Set(row.sent) }]));
  return termIds.map((id) => byTerm.get(id) ?? null);
});

const newestEnd = (types: string[]) =>
  sql`(select max(${emailDigests.periodEnd}) from ${emailDigests}
    where ${emailDigests.searchTermId} = ${searchTerms.id} and ${anyOf(emailDigests.digestType, types)})`.mapWith(
    emailDigests.periodEnd,
  );
