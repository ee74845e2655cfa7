import { and, eq, getTableColumns, gt, inArray, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { App } from '#kit/feature.ts';
import { anyOf, batched } from '#platform/db/batch.ts';
import type { Db } from '#platform/db/open.ts';
import { type ColumnType, rowsAsTable } from '#platform/db/parameters/rowsAsTable.ts';
import { deliveredPapers, emailDigests, searchTerms, userPreferences, users } from '#platform/db/schema.ts';
import { uuidFrom } from '#platform/http/uuid.ts';
import { LeaseLost, released } from '#platform/lease.ts';
import { transaction } from '#platform/platform.ts';
import { type Subscriber, subscriberIn } from '#shared/billing/plan.ts';
import type { Coverage } from '#shared/digests/digest.ts';
import { pick, pluck } from '#shared/values/pick.ts';
import { hourMs, minuteMs, timeAfter } from '#shared/values/time.ts';
import { deliveryOf, deliveryPlan } from '#topics/topic/schedule.ts';
import { isFollowed } from '#topics/topic/topic.ts';
import { holdsLease, isLeased, type Lease, sweepSeconds } from './lease.ts';

/** All columns but the long list of further matches, which neither a mail nor an archive of 200 digests shows. */
const { content: _empty, furtherMatches: _further, ...digestColumns } = getTableColumns(emailDigests);

export { digestColumns };

/** A digest's row with everything that its mail and its page show. */
export type DigestRow = Omit<typeof emailDigests.$inferSelect, 'content' | 'furtherMatches'>;

export interface ReaderRow {
  user: Omit<typeof users.$inferSelect, 'subscriptionTier'> & Subscriber;
  preferences: typeof userPreferences.$inferSelect;
}

/** A composed digest, and the papers that its topic must not get again. */
export type Composed = { row: typeof emailDigests.$inferInsert & { id: string }; paperIds: number[] };

/**
 * Writes the digest, its papers as sent, and the topic's next run in one transaction, with the job that delivers the
 * digest; without a digest, the topic alone. A run that has lost its lease writes nothing. Runs that end at about the
 * same time share the transaction; a run whose lease is lost does not stop the others in the batch.
 * @throws LeaseLost
 */
export async function finishRun(
  app: App,
  lease: Lease,
  digest: Composed | null,
  detail: string | null,
): Promise<void> {
  const ending = await finishBatched(app, { lease, digest, detail });
  if (ending === 'told') throw new ToldMeanwhile();
  if (ending === 'lost')
    throw new LeaseLost('the topic was changed, or leased by another run, while it was searched');
}

/** Another digest of the reader, written since this one was started, has one of its papers. */
export class ToldMeanwhile extends Error {}

/**
 * Topics whose digest would tell what another topic of the reader has told, or may tell in this transaction, where one of
 * them is a followed thing. Digests of a reader who follows things wait for each other here.
 */
async function toldTwice(db: App['db'], outcomes: Outcome[]): Promise<Set<string>> {
  const [again, written] = [new Set<string>(), new Set<string>()];
  // Without later states of papers that the reader has.
  const fresh = outcomes.flatMap(({ lease, digest }) => {
    const papers = (digest?.row.papersData ?? []).filter(({ note }) => note === 'new' || note === 'late');
    return papers.length ? [{ ...lease.term, papers: papers.map(({ id }) => Number(id)) }] : [];
  });
  if (!fresh.length) return again;
  const { rows: locked } = await db.execute<{ user_id: string }>(sql`
    select user_id, pg_advisory_xact_lock(7214010, hashtext(user_id::text)) from (
      select distinct user_id from ${searchTerms}
      where ${anyOf(searchTerms.userId, pluck(fresh, 'userId'))} and kind is not null order by user_id
    ) as follow`);
  const follow = new Set(pluck(locked, 'user_id'));
  for (const { id, userId, kind, papers } of fresh) {
    if (!follow.has(userId)) continue;
    const { rows } = await db.execute(sql`select from ${deliveredPapers} had
      join ${searchTerms} told on told.id = had.search_term_id and told.user_id = ${userId} and told.id <> ${id}
      where had.paper_id = any(${sql.param(papers)}::bigint[])
        and coalesce(told.kind, ${kind}) is not null limit 1`);
    if (rows.length || written.has(userId)) again.add(id);
    written.add(userId);
  }
  return again;
}

type Outcome = { lease: Lease; digest: Composed | null; detail: string | null };

type Ending = 'done' | 'lost' | 'told';

/** For each run, whether it still held its lease and told nothing twice. */
const finishBatched = batched(
  (app: App, outcomes: Outcome[]): Promise<Ending[]> => transaction(app, (app) => finishAll(app, outcomes)),
  { atMost: 16, maxWaitMs: 20 },
);

async function finishAll(app: App, outcomes: Outcome[]): Promise<Ending[]> {
  const plans = await lockTopics(app, outcomes);
  const held = outcomes.filter(({ lease }) => plans.has(lease.term.id));
  const again = await toldTwice(app.db, held);
  const leased = held.filter(({ lease }) => !again.has(lease.term.id));
  const digests = leased.flatMap(({ lease, digest }) => (digest ? { ...digest, termId: lease.term.id } : []));
  await writeDigests(app, digests);
  const at = app.now();
  const done = leased.map(({ lease: { term }, detail }) => {
    const after = laterOf(at, term.nextScheduledRun);
    const next = deliveryOf(plans.get(term.id)!, { after, requestedAt: term.requestedAt });
    // What came after that was not looked at, however long the run took.
    return { id: term.id, detail, lookedAt: term.claimedAt ?? at, next };
  });
  await updateTopics(app.db, done);
  return outcomes.map(({ lease: { term } }) =>
    again.has(term.id) ? 'told' : plans.has(term.id) ? 'done' : 'lost',
  );
}

/**
 * Locks the topics that are still leased by their run, until the end of the transaction, and reads their delivery
 * plans. Read here and not at the start of the run: a reader may have changed a plan meanwhile, and a change made now
 * waits for this transaction. Locked in order of id, so that two transactions never wait for each other.
 */
async function lockTopics({ db, config }: App, outcomes: Outcome[]) {
  const tokens = new Map(outcomes.map(({ lease: { term, leaseToken } }) => [term.id, leaseToken]));
  const rows = await db
    .select({
      ...pick(searchTerms, 'id claimedBy schedule'),
      ...pick(users, 'subscriptionTier isUnlimited'),
      ...pick(userPreferences, 'deliveryDay timeZone'),
    })
    .from(searchTerms)
    .innerJoin(users, eq(users.id, searchTerms.userId))
    .innerJoin(userPreferences, eq(userPreferences.userId, searchTerms.userId))
    .where(and(anyOf(searchTerms.id, [...tokens.keys()]), isLeased))
    .orderBy(searchTerms.id)
    .for('update', { of: searchTerms });
  return new Map(
    rows
      .filter(({ id, claimedBy }) => claimedBy === tokens.get(id))
      .map((row) => [row.id, deliveryPlan(subscriberIn(config.edition, row), row, row)]),
  );
}

/** On a machine whose clock is slow, the next delivery must not be the present one again. */
const laterOf = (a: Date, b: Date | null): Date => (b && b > a ? b : a);

async function updateTopics(
  db: App['db'],
  terms: { id: string; detail: string | null; lookedAt: Date; next: Date }[],
): Promise<void> {
  if (!terms.length) return;
  const columns = { id: 'uuid', detail: 'text', lookedAt: 'timestamptz', next: 'timestamptz' } as const;
  await db
    .update(searchTerms)
    .set({
      status: 'completed',
      statusDetail: sql`done.detail`,
      lastProcessedAt: sql`done."lookedAt"`,
      nextScheduledRun: sql`done.next`,
      waitingSince: null,
      ...released,
      failures: 0,
    })
    .from(sql`${rowsAsTable(columns, terms)} as done`)
    .where(sql`${searchTerms.id} = done.id`);
}

/** One digest, in the caller's transaction. */
export const writeDigest = (app: App, termId: string | null, digest: Composed): Promise<void> =>
  writeDigests(app, [{ ...digest, termId }]);

/** The columns that a composed digest fills; the others belong to its delivery. */
const composed = Object.entries({
  ...pick(emailDigests, 'id userId searchTermId searchTerm digestType subject papersData aiSummary summary'),
  ...pick(emailDigests, 'writtenBy byModel coverage windowDays filtered passedOver closeMatches'),
  ...pick(emailDigests, 'furtherMatches nearestMiss periodStart periodEnd createdAt nextAttemptAt'),
});
const composedNames = sql.raw(composed.map(([, { name }]) => name).join(', '));
const composedTypes = Object.fromEntries(
  composed.map(([key, column]) => [key, column.getSQLType() as ColumnType]),
);

/** A period gets one digest: a second one writes nothing and enqueues no second mail. */
async function writeDigests(
  { db, now, sendAll }: App,
  digests: (Composed & { termId: string | null })[],
): Promise<void> {
  if (!digests.length) return;
  const at = now();
  const nextAttemptAt = timeAfter(at, sweepSeconds * 1000);
  const always = { summary: [], coverage: [], createdAt: at };
  const rowsOf = digests.map(({ row }) => ({ ...always, ...row, nextAttemptAt }));
  const { rows } = await db.execute<{ id: string }>(sql`
    insert into ${emailDigests} (${composedNames})
    select * from ${rowsAsTable(composedTypes, rowsOf)} as composed
    on conflict do nothing returning id`);
  const written = new Set(rows.map(({ id }) => id));
  const sent = digests.flatMap(({ row: { id }, termId, paperIds }) =>
    termId && written.has(id) ? paperIds.map((paper) => ({ term: termId, paper, digest: id })) : [],
  );
  const columns = { term: 'uuid', paper: 'bigint', digest: 'uuid' } as const;
  if (sent.length)
    await db
      .insert(deliveredPapers)
      .select(sql`select sent.*, ${at.toISOString()}::timestamptz from ${rowsAsTable(columns, sent)} as sent`)
      .onConflictDoNothing();
  const jobs = rows.map(({ id }) => ({ payload: { digestId: id }, key: id }));
  if (jobs.length) await sendAll('deliver-digest', jobs, db);
}

/**
 * The id of the only digest for this key, which also becomes its mail's Message-ID: a UUID (version 8, RFC 9562) made of
 * a hash. A digest may be composed again, if a standby takes over that had not received the first one. It is then the
 * same mail, and mail programs show it once.
 * @param key the topic, the type of digest and the start of its period; for retractions the reader and the papers
 * @returns the same id for the same key, in lower case
 */
export const digestId = (...key: (string | number | Date)[]): string =>
  uuidFrom('digest', ...key.map((part) => (part instanceof Date ? part.toISOString() : part)));

/** Maximum wait of a digest for a source that is behind. After that it is sent and says what is missing. */
export const waitAtMostMs = 4 * hourMs;
/** Pause before a waiting digest is checked again, unless a harvest is completed earlier. */
const lookAgainMs = 30 * minuteMs;

/**
 * Lets a due digest wait for its sources. Stores the reason, releases the topic, and makes it due again in half an hour,
 * but not later than the wait ends. Does nothing without the lease.
 */
export async function waitForSources({ db, now }: App, lease: Lease, sentence: string) {
  const at = now();
  const since = lease.term.waitingSince ?? at;
  const end = timeAfter(since, waitAtMostMs);
  const again = timeAfter(at, lookAgainMs);
  await db
    .update(searchTerms)
    .set({
      status: 'completed',
      statusDetail: sentence,
      ...released,
      failures: 0,
      waitingSince: since,
      nextScheduledRun: again < end ? again : end,
    })
    .where(holdsLease(lease));
}

/** Makes every waiting digest due now, because the source that it waits for may just have been read. Idempotent. */
export async function lookAgain({ db, now }: App): Promise<void> {
  const at = now();
  const isDone = inArray(searchTerms.status, ['completed', 'failed']);
  await db
    .update(searchTerms)
    .set({ nextScheduledRun: at })
    .where(
      and(isNotNull(searchTerms.waitingSince), gt(searchTerms.nextScheduledRun, at), isDone, isFollowed),
    );
}

/**
 * Marks the topic as failed, with the reason, because no source answered, and as due again later. If `waits`, the
 * digest's time to wait for its sources starts now.
 */
export function failNoSource(
  app: App,
  lease: Lease,
  coverage: readonly Coverage[],
  { waits }: { waits: boolean },
): Promise<void> {
  const said = coverage.flatMap(({ sentence }) => sentence || []);
  app.log.warn({ term: lease.term.id, said }, 'no source answered for a topic');
  const sentence = `None of the sources answered. ${said[0] ?? ''} We will try again automatically; nothing is lost.`;
  const { waitingSince } = lease.term;
  return retryLater(app, lease, sentence.replace(/\s+/g, ' '), {
    waitingSince: waitingSince ?? (waits ? app.now() : null),
  });
}

/**
 * Marks the topic as failed, and as due again after 2, 4, 8 … minutes, at most six hours. Does nothing without the lease.
 */
export async function retryLater(
  { db, now }: App,
  lease: Lease,
  sentence: string,
  { waitingSince = lease.term.waitingSince } = {},
): Promise<void> {
  const failures = Math.min(lease.term.failures + 1, 30);
  const minutes = Math.min(360, 2 ** failures);
  await db
    .update(searchTerms)
    .set({
      status: 'failed',
      statusDetail: sentence,
      ...released,
      failures,
      waitingSince,
      nextScheduledRun: timeAfter(now(), minutes * minuteMs),
    })
    .where(holdsLease(lease));
}

/** Moves the ledger and announced events from absorbed works to those that stay, so that nothing is sent twice. */
export async function moveLedger(db: Db, pairs: SQL): Promise<void> {
  await db.execute(sql`
    insert into delivered_papers (search_term_id, paper_id, digest_id, delivered_at)
    select d.search_term_id, j.kept, d.digest_id, d.delivered_at
    from delivered_papers d join ${pairs} on d.paper_id = j.absorbed
    order by d.delivered_at
    on conflict do nothing`);
  await db.execute(sql`
    insert into told_corrections (user_id, paper_id, digest_id, kind, event_id)
    select t.user_id, j.kept, t.digest_id, t.kind, t.event_id from told_corrections t join ${pairs} on t.paper_id = j.absorbed
    on conflict do nothing`);
}
