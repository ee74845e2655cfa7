import { and, eq, sql } from 'drizzle-orm';
import { anyOf, together } from '#platform/db/batch.ts';
import { deliveredPapers, emailDigests, searchTerms, userPreferences, users } from '#platform/db/schema.ts';
import { transaction } from '#platform/platform.ts';
import { whenQuiet } from '#platform/sendPriority.ts';
import type { Coverage } from '#shared/digests/digest.ts';
import { minuteMs, timeAfter } from '#shared/time.ts';
import { type DeliveryPlan, deliveryPlan, nextDelivery } from '#topics/topic/schedule.ts';
import type { DigestsApp } from '../app.ts';
import { sweepSeconds } from '../delivery/deliver.ts';
import { ClaimLost, type Held, isInHand, isMine } from './lease.ts';

export interface ReaderRow {
  user: typeof users.$inferSelect;
  preferences: typeof userPreferences.$inferSelect;
}

/** A composed digest, and the papers that its term must not get again. */
export interface Composed {
  row: typeof emailDigests.$inferInsert & { id: string };
  paperIds: number[];
}

/**
 * Writes the digest, the ledger and the term in one transaction, with the job that delivers it; without a digest
 * the term alone. Nothing is written by a run that has lost its claim. Runs that end at about the same time share
 * the transaction; what one of them cannot have written does not keep the others from it.
 * @throws ClaimLost
 */
export async function settle(
  app: Settling,
  held: Held,
  digest: Composed | null,
  detail: string | null,
): Promise<void> {
  if (!(await settleTogether(app, { held, digest, detail })))
    throw new ClaimLost('the term was changed, or taken over, while it was searched');
}

type Settling = Pick<DigestsApp, 'db' | 'now' | 'sendAll'>;
type Outcome = { held: Held; digest: Composed | null; detail: string | null };

/** For each whether its claim still held. */
const settleTogether = together(
  async (app: Settling, outcomes: Outcome[]): Promise<boolean[]> => {
    // The embedded database does one thing at a time: a mail that was taken must not wait for its note behind this.
    await whenQuiet();
    return transaction(app, (app) => settleAll(app, outcomes));
  },
  { atMost: 8, patience: 20 },
);

async function settleAll(app: Settling, outcomes: Outcome[]): Promise<boolean[]> {
  const plans = await lockTerms(app, outcomes);
  const mine = outcomes.filter(({ held }) => plans.has(held.term.id));
  await writeDigests(
    app,
    mine.flatMap(({ held, digest }) => (digest ? [{ ...digest, termId: held.term.id }] : [])),
  );
  const at = app.now();
  await finishTerms(
    app.db,
    mine.map(({ held: { term }, detail }) => ({
      id: term.id,
      detail,
      next: nextDelivery(plans.get(term.id)!, later(at, term.nextScheduledRun)),
    })),
    at,
  );
  return outcomes.map(({ held }) => plans.has(held.term.id));
}

/**
 * Held until the end of the transaction, those that are still in the hands of their run. The delivery plans are read
 * here, not at the beginning of the run: a reader may have changed one meanwhile, and whoever changes it now waits
 * for us. Locked in the order of their ids, so that two transactions never wait for each other.
 */
async function lockTerms(
  { db }: Pick<DigestsApp, 'db'>,
  outcomes: Outcome[],
): Promise<Map<string, DeliveryPlan>> {
  const rows = await db
    .select({
      id: searchTerms.id,
      claimedBy: searchTerms.claimedBy,
      schedule: searchTerms.schedule,
      subscriptionTier: users.subscriptionTier,
      isUnlimited: users.isUnlimited,
      deliveryDay: userPreferences.deliveryDay,
      timeZone: userPreferences.timeZone,
    })
    .from(searchTerms)
    .innerJoin(users, eq(users.id, searchTerms.userId))
    .innerJoin(userPreferences, eq(userPreferences.userId, searchTerms.userId))
    .where(
      and(
        anyOf(
          searchTerms.id,
          outcomes.map(({ held }) => held.term.id),
        ),
        isInHand,
      ),
    )
    .orderBy(searchTerms.id)
    .for('update', { of: searchTerms })
    .prepare('lock-terms')
    .execute();
  const tokens = new Map(outcomes.map(({ held: { term, token } }) => [term.id, token]));
  return new Map(
    rows
      .filter(({ id, claimedBy }) => claimedBy === tokens.get(id))
      .map((row) => [row.id, deliveryPlan(row, row, row)]),
  );
}

/** On a machine whose clock is slow the next delivery must not be the present one over again. */
const later = (a: Date, b: Date | null): Date => (b && b > a ? b : a);

async function finishTerms(
  db: DigestsApp['db'],
  terms: { id: string; detail: string | null; next: Date }[],
  at: Date,
): Promise<void> {
  if (!terms.length) return;
  const column = (values: unknown[], type: string) => sql`${sql.param(values)}::${sql.raw(type)}[]`;
  const done = sql`unnest(${column(
    terms.map(({ id }) => id),
    'uuid',
  )}, ${column(
    terms.map(({ detail }) => detail),
    'text',
  )}, ${column(
    terms.map(({ next }) => next.toISOString()),
    'timestamptz',
  )}) as done(id, detail, next)`;
  await db
    .update(searchTerms)
    .set({
      status: 'completed',
      statusDetail: sql`done.detail`,
      lastProcessedAt: at,
      nextScheduledRun: sql`done.next`,
      claimedAt: null,
      claimedBy: null,
      failures: 0,
    })
    .from(done)
    .where(sql`${searchTerms.id} = done.id`)
    .prepare('finish-terms')
    .execute();
}

/** One digest, in the caller's transaction. */
export const writeDigest = (
  app: Pick<DigestsApp, 'db' | 'now' | 'sendAll'>,
  termId: string | null,
  digest: Composed,
): Promise<void> => writeDigests(app, [{ ...digest, termId }]);

/** A period is answered once: a second digest for it writes nothing, and asks for no second mail. */
async function writeDigests(
  { db, now, sendAll }: Pick<DigestsApp, 'db' | 'now' | 'sendAll'>,
  digests: (Composed & { termId: string | null })[],
): Promise<void> {
  if (!digests.length) return;
  const at = now();
  const nextAttemptAt = timeAfter(at, sweepSeconds * 1000);
  const rows = await db
    .insert(emailDigests)
    .values(digests.map(({ row }) => ({ ...row, nextAttemptAt })))
    .onConflictDoNothing()
    .returning({ id: emailDigests.id });
  const written = new Set(rows.map(({ id }) => id));
  const entries = digests.flatMap(({ row: { id }, termId, paperIds }) =>
    termId && written.has(id) ? paperIds.map((paperId) => ({ termId, paperId, digestId: id })) : [],
  );
  if (entries.length) await enter(db, entries, at);
  if (rows.length)
    await sendAll(
      'deliver-digest',
      rows.map(({ id }) => ({ payload: { digestId: id }, key: id })),
      db,
    );
}

/** Writes papers into the ledger. */
async function enter(
  db: DigestsApp['db'],
  entries: { termId: string; paperId: number; digestId: string }[],
  at: Date,
): Promise<void> {
  await db
    .insert(deliveredPapers)
    .select(sql`select term, paper, digest, ${at.toISOString()}::timestamptz from unnest(
      ${sql.param(entries.map(({ termId }) => termId))}::uuid[],
      ${sql.param(entries.map(({ paperId }) => paperId))}::bigint[],
      ${sql.param(entries.map(({ digestId }) => digestId))}::uuid[]) as entry(term, paper, digest)`)
    .onConflictDoNothing()
    .prepare('enter-papers')
    .execute();
}

/** No source answered: the term is failed, with the reason, until its next try. */
export function failWhole(app: Pick<DigestsApp, 'db' | 'now' | 'log'>, held: Held, coverage: Coverage[]) {
  const said = coverage.flatMap(({ sentence }) => (sentence ? [sentence] : []));
  app.log.warn({ term: held.term.id, said }, 'no source answered for a term');
  const sentence = `None of the sources could be read. ${said[0] ?? ''} We will try again by ourselves.`;
  return putBack(app, held, sentence.replace(/\s+/g, ' '));
}

/** Failed, and due again after 2, 4, 8 … minutes, six hours at most. */
export async function putBack(
  { db, now }: Pick<DigestsApp, 'db' | 'now'>,
  held: Held,
  sentence: string,
): Promise<void> {
  const failures = Math.min(held.term.failures + 1, 30);
  const minutes = Math.min(360, 2 ** failures);
  await db
    .update(searchTerms)
    .set({
      status: 'failed',
      statusDetail: sentence,
      claimedAt: null,
      claimedBy: null,
      failures,
      nextScheduledRun: timeAfter(now(), minutes * minuteMs),
    })
    .where(isMine(held));
}
