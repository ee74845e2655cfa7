import { and, desc, eq, gte, isNull, lt, ne, or } from 'drizzle-orm';
import type { Coverage } from '../../shared/digest.ts';
import type { SourceName } from '../../shared/paper.ts';
import { type App, transaction } from '../app.ts';
import { deliveredPapers, emailDigests, searchTerms, userPreferences, users } from '../db/schema.ts';
import { enqueue } from '../queues.ts';
import { relevanceFloor } from '../ranking/_plain.ts';
import type { Ranked, Topic } from '../ranking/ranked.ts';
import type { TermRow } from '../searchTerms/term.ts';
import type { DayWindow, SourceQuery } from '../sources/source.ts';
import { composeDigest } from './compose.ts';
import { gather } from './gather.ts';
import { nextDelivery } from './when.ts';

/** Papers in one digest. */
const digestSize = 10;
/** A first search looks back further until it has this many. */
const enough = 5;
const widths = [7, 30, 90, 365];
/** A claim older than this belonged to a worker that died. */
export const claimMinutes = 10;
/** A weekly digest never brings papers older than this: they came to the library through somebody's first search. */
const weeklyReachDays = 60;

type ReaderRow = { user: typeof users.$inferSelect; preferences: typeof userPreferences.$inferSelect };

/**
 * Searches one term, composes its digest and asks for its delivery. Safe to run at any time, any number of
 * times, by any number of workers: the claim lets one in, and a period is answered once.
 */
export async function runTerm(app: App, termId: string): Promise<void> {
  const term = await claim(app, termId);
  if (!term) return;
  try {
    const reader = await readerOf(app, term.userId);
    if (!reader) return;
    if (term.lastProcessedAt === null) await firstRun(app, term, reader);
    else await weeklyRun(app, term, reader);
  } catch (error) {
    await putBack(app, term, 'Something went wrong on our side. We will try again.');
    throw error;
  }
}

async function claim({ db, now }: App, termId: string): Promise<TermRow | undefined> {
  const at = now();
  const [term] = await db
    .update(searchTerms)
    .set({ status: 'processing', claimedAt: at })
    .where(
      and(
        eq(searchTerms.id, termId),
        eq(searchTerms.isActive, true),
        isNull(searchTerms.deletedAt),
        or(
          ne(searchTerms.status, 'processing'),
          lt(searchTerms.claimedAt, new Date(at.getTime() - claimMinutes * 60_000)),
        ),
        // A job that comes a second time finds the term done and not due.
        or(
          isNull(searchTerms.lastProcessedAt),
          lt(searchTerms.nextScheduledRun, new Date(at.getTime() + 1000)),
        ),
      ),
    )
    .returning();
  return term;
}

async function readerOf({ db }: App, userId: string): Promise<ReaderRow | undefined> {
  const [row] = await db
    .select({ user: users, preferences: userPreferences })
    .from(users)
    .innerJoin(userPreferences, eq(userPreferences.userId, users.id))
    .where(and(eq(users.id, userId), eq(users.isActive, true)));
  return row;
}

/** Looks back 7 days, then 30, 90, 365, until enough papers clear the floor. */
async function firstRun(app: App, term: TermRow, reader: ReaderRow): Promise<void> {
  const topic = topicOf(term);
  const wanted = wantedSources(reader.preferences);
  const failed = new Map<SourceName, Coverage>();
  const except = await alreadySent(app, term.id);
  let found: { papers: Ranked[]; coverage: Coverage[]; days: number } | null = null;
  for (const days of widths) {
    const window = lastDays(app.now(), days);
    const coverage = await gather(app, queryOf(term), wanted, window, failed);
    for (const receipt of coverage) if (receipt.outcome === 'failed') failed.set(receipt.source, receipt);
    if (failed.size === wanted.size) return failWhole(app, term, coverage);
    const index = await app.window.current();
    const papers = index.rank(
      topic,
      { sources: wanted, availableFrom: window.from, except },
      { limit: digestSize, floor: relevanceFloor },
    );
    found = { papers, coverage, days };
    if (papers.length >= enough) break;
  }
  await settle(app, term, reader, { ...found!, digestType: 'immediate', periodStart: term.requestedAt });
}

/** Everything first seen since the term's last digest; the ledger keeps out what went before. */
async function weeklyRun(app: App, term: TermRow, reader: ReaderRow): Promise<void> {
  const last = await lastDigestOf(app, term.id);
  const periodStart = last?.periodEnd ?? term.lastProcessedAt ?? term.createdAt;
  if (!reader.preferences.weeklyDigest) return reschedule(app, term, reader, null);
  const days = Math.max(1, Math.ceil((app.now().getTime() - periodStart.getTime()) / 86_400_000));
  const window = lastDays(app.now(), days);
  const wanted = wantedSources(reader.preferences);
  const coverage = await gather(app, queryOf(term), wanted, window);
  if (coverage.every(({ outcome }) => outcome === 'failed' || outcome === 'off'))
    return failWhole(app, term, coverage);
  const index = await app.window.current();
  const papers = index.rank(
    topicOf(term),
    {
      sources: wanted,
      availableFrom: lastDays(app.now(), Math.max(days, weeklyReachDays)).from,
      // An hour of overlap: a row gets its first-seen moment a little before it can be seen.
      firstSeenAfter: periodStart.getTime() - 3_600_000,
      except: await alreadySent(app, term.id),
    },
    { limit: digestSize, floor: relevanceFloor },
  );
  await settle(app, term, reader, { papers, coverage, days, digestType: 'weekly', periodStart });
}

/** Writes the digest, the ledger and the term in one transaction, with the job that delivers it. */
async function settle(
  app: App,
  term: TermRow,
  reader: ReaderRow,
  found: {
    papers: Ranked[];
    coverage: Coverage[];
    days: number;
    digestType: 'immediate' | 'weekly';
    periodStart: Date;
  },
): Promise<void> {
  const digest = await composeDigest(app, { term, reader, ...found, periodEnd: app.now() });
  if (!digest) return reschedule(app, term, reader, nothingNew(found));
  await transaction(app, async (app) => {
    const [written] = await app.db
      .insert(emailDigests)
      .values(digest.row)
      .onConflictDoNothing()
      .returning({ id: emailDigests.id });
    if (written) {
      if (digest.paperIds.length)
        await app.db
          .insert(deliveredPapers)
          .values(
            digest.paperIds.map((paperId) => ({
              searchTermId: term.id,
              paperId,
              digestId: written.id,
              deliveredAt: app.now(),
            })),
          )
          .onConflictDoNothing();
      await enqueue(app, 'deliver-digest', { digestId: written.id }, { key: written.id });
    }
    await reschedule(app, term, reader, partly(found.coverage));
  });
}

/** The term is done until its next delivery; a term reworded or deleted meanwhile keeps its new state. */
async function reschedule(
  { db, now }: Pick<App, 'db' | 'now'>,
  term: TermRow,
  reader: ReaderRow,
  detail: string | null,
) {
  await db
    .update(searchTerms)
    .set({
      status: 'completed',
      statusDetail: detail,
      lastProcessedAt: now(),
      nextScheduledRun: nextDelivery(reader.preferences, now()),
      claimedAt: null,
      failures: 0,
    })
    .where(and(eq(searchTerms.id, term.id), eq(searchTerms.requestedAt, term.requestedAt)));
}

async function failWhole(app: App, term: TermRow, coverage: Coverage[]): Promise<void> {
  const said = coverage.flatMap(({ sentence }) => (sentence ? [sentence] : []));
  app.log.warn({ term: term.id, said }, 'no source answered for a term');
  await putBack(
    app,
    term,
    `None of the sources could be read. ${said[0] ?? ''} We will try again by ourselves.`.replace(
      /\s+/g,
      ' ',
    ),
  );
}

/** Failed, and due again after 2, 4, 8 … minutes, six hours at most. */
async function putBack({ db, now }: App, term: TermRow, sentence: string): Promise<void> {
  const minutes = Math.min(360, 2 ** (term.failures + 1));
  await db
    .update(searchTerms)
    .set({
      status: 'failed',
      statusDetail: sentence,
      claimedAt: null,
      failures: term.failures + 1,
      nextScheduledRun: new Date(now().getTime() + minutes * 60_000),
    })
    .where(and(eq(searchTerms.id, term.id), eq(searchTerms.requestedAt, term.requestedAt)));
}

const nothingNew = ({ days }: { days: number }): string =>
  `Nothing in the last ${days} days was close enough to this topic. We keep looking.`;

/** What a reader should know of a digest that lacks a source. */
function partly(coverage: Coverage[]): string | null {
  const failed = coverage.filter(({ outcome, sentence }) => outcome === 'failed' && sentence);
  if (!failed.length) return null;
  return `${failed.map(({ sentence }) => sentence).join(' ')} What was missed comes with a later digest.`;
}

const topicOf = (term: TermRow): Topic => ({
  text: term.term,
  expansion: term.expansion,
  liked: [],
  disliked: [],
  vector: null,
});

const queryOf = (term: TermRow): SourceQuery => ({
  phrases: [term.term, ...term.expansion.filter(({ weight }) => weight >= 0.5).map(({ phrase }) => phrase)],
});

export function wantedSources(preferences: ReaderRow['preferences']): ReadonlySet<SourceName> {
  const wanted = new Set<SourceName>();
  if (preferences.includePubmed) wanted.add('pubmed');
  if (preferences.includeArxiv) wanted.add('arxiv');
  if (preferences.includeBiorxiv) wanted.add('biorxiv').add('medrxiv');
  return wanted;
}

function lastDays(now: Date, days: number): DayWindow {
  const day = (at: number) => new Date(at).toISOString().slice(0, 10);
  return { from: day(now.getTime() - days * 86_400_000), to: day(now.getTime()) };
}

async function alreadySent({ db }: App, termId: string): Promise<Set<number>> {
  const rows = await db
    .select({ paperId: deliveredPapers.paperId })
    .from(deliveredPapers)
    .where(eq(deliveredPapers.searchTermId, termId));
  return new Set(rows.map(({ paperId }) => paperId));
}

async function lastDigestOf({ db }: App, termId: string) {
  const [last] = await db
    .select({ periodEnd: emailDigests.periodEnd })
    .from(emailDigests)
    .where(and(eq(emailDigests.searchTermId, termId), gte(emailDigests.periodEnd, new Date(0))))
    .orderBy(desc(emailDigests.periodEnd))
    .limit(1);
  return last;
}
