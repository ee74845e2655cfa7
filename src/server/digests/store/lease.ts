import { and, eq, isNull, lt, lte, ne, or, sql } from 'drizzle-orm';
import { anyOf, together } from '#platform/db/batch.ts';
import { type emailDigests, searchTerms } from '#platform/db/schema.ts';
import type { TopicRow } from '#topics/topic/topic.ts';
import type { DigestsApp } from '../app.ts';

/** A row in hand says so this often … */
const beatMilliseconds = 15_000;
/** … and one that has not for so long was in the hands of a process that is dead. */
export const deadAfterMilliseconds = 60_000;

/** A term in hand. Only the run whose `token` stands in the row may settle it. */
export interface Held {
  term: TopicRow;
  token: string;
}

/** The row is in other hands by now, or was changed by its reader: what was done with it counts for nothing. */
export class ClaimLost extends Error {}

/**
 * Lets one run in: null when the term is not due, in other hands, paused or deleted.
 * Safe to call at any time, by many at once.
 */
export const claimTerm = together(async ({ db, now }: Pick<DigestsApp, 'db' | 'now'>, termIds: string[]) => {
  const at = now();
  // One name for all that are claimed together: a row's own id tells them apart.
  const token = crypto.randomUUID();
  const terms = await db
    .update(searchTerms)
    .set({ status: 'processing', claimedAt: at, claimedBy: token, askedAt: null })
    .where(
      and(
        anyOf(searchTerms.id, termIds),
        eq(searchTerms.isActive, true),
        isNull(searchTerms.deletedAt),
        or(ne(searchTerms.status, 'processing'), isDead(searchTerms.claimedAt, at)),
        // A job that comes a second time finds the term done and not due.
        or(isNull(searchTerms.lastProcessedAt), lte(searchTerms.nextScheduledRun, at)),
      ),
    )
    .returning()
    .prepare('claim-terms')
    .execute();
  const byId = new Map(terms.map((term) => [term.id, term]));
  return termIds.map((id): Held | null => {
    const term = byId.get(id);
    // Asked for twice at one time, it is given out once.
    byId.delete(id);
    return term ? { term, token } : null;
  });
});

export const isDead = (claimedAt: typeof searchTerms.claimedAt | typeof emailDigests.claimedAt, at: Date) =>
  or(isNull(claimedAt), lt(claimedAt, new Date(at.getTime() - deadAfterMilliseconds)));

/** Whoever has claimed it: a run may still write such a term. */
export const isInHand = and(
  eq(searchTerms.status, 'processing'),
  eq(searchTerms.isActive, true),
  isNull(searchTerms.deletedAt),
);

/** The condition under which a run may still write its term. */
export const isMine = ({ term, token }: Held) =>
  and(eq(searchTerms.id, term.id), eq(searchTerms.claimedBy, token), isInHand);

/** Says every few seconds that the run is alive; false once the term is in other hands. */
export async function touchTerm(
  { db, now }: Pick<DigestsApp, 'db' | 'now'>,
  { term, token }: Held,
): Promise<boolean> {
  const rows = await db
    .update(searchTerms)
    .set({ claimedAt: now() })
    .where(and(eq(searchTerms.id, term.id), eq(searchTerms.claimedBy, token)))
    .returning({ id: searchTerms.id });
  return rows.length > 0;
}

/** Lets the next one in at once: the run was cut short, and nothing of it was written. */
export async function giveBack({ db }: Pick<DigestsApp, 'db'>, { term, token }: Held): Promise<void> {
  await db
    .update(searchTerms)
    .set({
      status: sql`case when ${searchTerms.lastProcessedAt} is null then 'pending' else 'completed' end`,
      claimedAt: null,
      claimedBy: null,
      askedAt: null,
    })
    .where(
      and(
        eq(searchTerms.id, term.id),
        eq(searchTerms.status, 'processing'),
        eq(searchTerms.claimedBy, token),
      ),
    );
}

/**
 * Does `work` while `touch` keeps the row's claim young. The signal is aborted when the claim is lost;
 * that `touch` could not be asked is no loss yet.
 */
export async function whileAlive<T>(
  { log }: Pick<DigestsApp, 'log'>,
  touch: () => Promise<boolean>,
  work: (lost: AbortSignal) => Promise<T>,
): Promise<T> {
  const lost = new AbortController();
  const timer = setInterval(() => {
    touch().then(
      (mine) => mine || lost.abort(new ClaimLost('the claim was taken over')),
      (error: unknown) => log.warn({ err: error }, 'a claim could not be kept young'),
    );
  }, beatMilliseconds);
  timer.unref();
  try {
    return await work(lost.signal);
  } finally {
    clearInterval(timer);
  }
}
