import { eq } from 'drizzle-orm';
import type { Coverage } from '../../shared/digest.ts';
import { type App, transaction } from '../app.ts';
import { deliveredPapers, emailDigests, searchTerms, userPreferences, users } from '../db/schema.ts';
import { enqueue } from '../queues.ts';
import { deliveryPlan, nextDelivery } from '../searchTerms/when.ts';
import { ClaimLost, type Held, isMine } from './claim.ts';
import { sweepSeconds } from './deliver.ts';

export interface ReaderRow {
  user: typeof users.$inferSelect;
  preferences: typeof userPreferences.$inferSelect;
}

/** A composed digest, and the papers that its term must not get again. */
export interface Composed {
  row: typeof emailDigests.$inferInsert;
  paperIds: number[];
}

/**
 * Writes the digest, the ledger and the term in one transaction, with the job that delivers it; without a digest
 * the term alone. Nothing is written by a run that has lost its claim.
 * @throws ClaimLost
 */
export const settle = (
  app: Pick<App, 'db' | 'now' | 'send'>,
  held: Held,
  digest: Composed | null,
  detail: string | null,
): Promise<void> =>
  transaction(app, async (app) => {
    const plan = await lockTerm(app, held);
    if (digest) await writeDigest(app, held.term.id, digest);
    const at = app.now();
    await app.db
      .update(searchTerms)
      .set({
        status: 'completed',
        statusDetail: detail,
        lastProcessedAt: at,
        nextScheduledRun: nextDelivery(plan, later(at, held.term.nextScheduledRun)),
        claimedAt: null,
        claimedBy: null,
        failures: 0,
      })
      .where(eq(searchTerms.id, held.term.id));
  });

/**
 * Held until the end of the transaction. The delivery plan is read here, not at the beginning of the run: a reader
 * may have changed it meanwhile, and whoever changes it now waits for us.
 */
async function lockTerm({ db }: Pick<App, 'db'>, held: Held) {
  const [row] = await db
    .select({ schedule: searchTerms.schedule, user: users, preferences: userPreferences })
    .from(searchTerms)
    .innerJoin(users, eq(users.id, searchTerms.userId))
    .innerJoin(userPreferences, eq(userPreferences.userId, searchTerms.userId))
    .where(isMine(held))
    .for('update', { of: searchTerms });
  if (!row) throw new ClaimLost('the term was changed, or taken over, while it was searched');
  return deliveryPlan(row.user, row.preferences, row);
}

/** On a machine whose clock is slow the next delivery must not be the present one over again. */
const later = (a: Date, b: Date | null): Date => (b && b > a ? b : a);

/** A period is answered once: a second digest for it writes nothing, and asks for no second mail. */
export async function writeDigest(
  app: Pick<App, 'db' | 'now' | 'send'>,
  termId: string | null,
  { row, paperIds }: Composed,
): Promise<void> {
  const [written] = await app.db
    .insert(emailDigests)
    .values({ ...row, nextAttemptAt: new Date(app.now().getTime() + sweepSeconds * 1000) })
    .onConflictDoNothing()
    .returning({ id: emailDigests.id });
  if (!written) return;
  if (termId && paperIds.length)
    await app.db
      .insert(deliveredPapers)
      .values(
        paperIds.map((paperId) => ({
          searchTermId: termId,
          paperId,
          digestId: written.id,
          deliveredAt: app.now(),
        })),
      )
      .onConflictDoNothing();
  await enqueue(app, 'deliver-digest', { digestId: written.id }, { key: written.id });
}

/** No source answered: the term is failed, with the reason, until its next try. */
export function failWhole(app: Pick<App, 'db' | 'now' | 'log'>, held: Held, coverage: Coverage[]) {
  const said = coverage.flatMap(({ sentence }) => (sentence ? [sentence] : []));
  app.log.warn({ term: held.term.id, said }, 'no source answered for a term');
  const sentence = `None of the sources could be read. ${said[0] ?? ''} We will try again by ourselves.`;
  return putBack(app, held, sentence.replace(/\s+/g, ' '));
}

/** Failed, and due again after 2, 4, 8 … minutes, six hours at most. */
export async function putBack(
  { db, now }: Pick<App, 'db' | 'now'>,
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
      nextScheduledRun: new Date(now().getTime() + minutes * 60_000),
    })
    .where(isMine(held));
}
