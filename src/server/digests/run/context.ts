import { and, eq, sql } from 'drizzle-orm';
import { preferencesOf } from '#accounts/preferences.ts';
import type { App } from '#kit/feature.ts';
import { anyOf, batched } from '#platform/db/batch.ts';
import {
  deliveredPapers,
  emailDigests,
  paperEvents,
  paperFeedback,
  readerPapers,
  searchTerms,
  userPreferences,
  users,
} from '#platform/db/schema.ts';
import { subscriberIn } from '#shared/billing/plan.ts';
import type { Coverage } from '#shared/digests/digest.ts';
import { filtersInWords } from '#shared/topics/settingsInWords.ts';
import {
  filtersInForce,
  moreSourcesOf,
  scopeOfFilters,
  type TopicRow,
  type TopicScope,
} from '#topics/topic/topic.ts';
import type { ReaderRow } from './finish.ts';

/** What a run needs to know about its topic and reader. */
export interface RunContext {
  reader: ReaderRow;
  /** End of the last period answered by a digest or a notice; highlights do not count. */
  lastAnswered: Date | null;
  /** End of the last period answered by a digest with papers. */
  lastWithPapers: Date | null;
  /** Papers already sent for the topic, or for another topic if one of them is a followed thing; and the topic's seeds. */
  sent: ReadonlySet<number>;
  /** Whether the reader has judged any paper of the topic. */
  hasVerdicts: boolean;
  /** Whether there are events, since `lastWithPapers`, of papers sent before, or of papers that the reader keeps. */
  hasNews: boolean;
}

/** The run context of a topic. Null if its reader was deleted or the account is closed. */
export async function loadRunContext(
  app: App,
  term: Pick<TopicRow, 'id' | 'userId'>,
): Promise<RunContext | null> {
  const context = await read(app, term.id);
  if (!context) return null;
  const { preferences } = context;
  const user = subscriberIn(app.config.edition, context.user);
  if (preferences) return { ...context, reader: { user, preferences } };
  // Writes the default preferences, which may be missing for an account created by hand.
  await preferencesOf(app, term.userId);
  return loadRunContext(app, term);
}

/** Up to when the digest that sent a paper knew the corpus. */
const knownAtDelivery = sql`(select least(${deliveredPapers.deliveredAt}, ${emailDigests.periodEnd}) from ${emailDigests}
  where ${emailDigests.id} = ${deliveredPapers.digestId})`;

const withPapers = ['immediate', 'weekly'];

const read = batched(async ({ db }: App, termIds: string[]) => {
  const rows = await db
    .select({
      termId: searchTerms.id,
      user: users,
      preferences: userPreferences,
      lastAnswered: newestEnd([...withPapers, 'note']),
      lastWithPapers: newestEnd(withPapers),
      sent: sql<number[]>`(select coalesce(json_agg(had.paper_id), '[]') from (
        select ${deliveredPapers.paperId} from ${deliveredPapers} join ${searchTerms} told
          on told.id = ${deliveredPapers.searchTermId}
        where told.user_id = ${searchTerms.userId}
          and (told.id = ${searchTerms.id} or coalesce(told.kind, ${searchTerms.kind}) is not null)
        union select ${paperFeedback.paperId} from ${paperFeedback}
        where ${paperFeedback.searchTermId} = ${searchTerms.id}) had)`,
      hasVerdicts: sql<boolean>`exists (select from ${paperFeedback}
        where ${paperFeedback.searchTermId} = ${searchTerms.id})`,
      hasNews: sql<boolean>`exists (select from ${deliveredPapers} join ${paperEvents}
          on ${paperEvents.paperId} = ${deliveredPapers.paperId}
        where ${deliveredPapers.searchTermId} = ${searchTerms.id}
          and ${paperEvents.kind} in ('revised', 'now-published')
          and ${paperEvents.at} > ${knownAtDelivery}
          and ${paperEvents.at} > ${newestEnd(withPapers)})
        or exists (select from ${readerPapers} join ${paperEvents}
          on ${paperEvents.paperId} = ${readerPapers.paperId}
        where ${readerPapers.userId} = ${searchTerms.userId} and ${readerPapers.state} = 'kept'
          and ${paperEvents.kind} in ('revised', 'now-published')
          and ${paperEvents.at} > ${readerPapers.addedAt})`,
    })
    .from(searchTerms)
    .innerJoin(users, eq(users.id, searchTerms.userId))
    .leftJoin(userPreferences, eq(userPreferences.userId, searchTerms.userId))
    .where(and(anyOf(searchTerms.id, termIds), eq(users.isActive, true)));
  const byTerm = new Map(rows.map((row) => [row.termId, { ...row, sent: new Set(row.sent) }]));
  return termIds.map((id) => byTerm.get(id) ?? null);
});

const newestEnd = (types: string[]) =>
  sql`(select max(${emailDigests.periodEnd}) from ${emailDigests}
    where ${emailDigests.searchTermId} = ${searchTerms.id} and ${anyOf(emailDigests.digestType, types)})`.mapWith(
    emailDigests.periodEnd,
  );

/** The sources and filters of a topic's digests: those of the preferences, narrowed by the topic's own filters. */
export interface Scope extends TopicScope {
  /** The active filters, as a sentence; null for none. */
  filtered: string | null;
}

/** The scope of one topic, from its reader's preferences and the filters that the plan covers. */
export function scopeOf(
  app: Pick<App, 'config'>,
  { user, preferences }: ReaderRow,
  term: Pick<TopicRow, 'filters' | 'moreSources'>,
): Scope {
  const filters = filtersInForce(user, term);
  const scope = scopeOfFilters(preferences, filters, moreSourcesOf(app, term));
  return { ...scope, filtered: filtersInWords(filters) };
}

/** Coverage that names the topic's filters as the reason if they, and not the preferences, turned a source off. */
export const withReasons = (coverage: Coverage[], { leftOut }: Scope): Coverage[] =>
  coverage.map((receipt) =>
    receipt.outcome === 'off' && leftOut.has(receipt.source)
      ? { ...receipt, sentence: 'Left out by the filters of this topic.' }
      : receipt,
  );
