import { eq, sql } from 'drizzle-orm';
import { screenedPapers, screenings } from '#platform/db/schema.ts';
import { AppError } from '#shared/contract/errors.ts';
import { estimateConfidence, type Screening, type UnreadEstimate } from '#shared/topics/screening.ts';
import type { TopicRow } from '#topics/topic/topic.ts';
import type { ShelfApp } from '../app.ts';
import { mostRelevant } from './unread.ts';

export type ScreeningRow = typeof screenings.$inferSelect;

/**
 * A topic's screening.
 * @throws AppError `not_found` if it is not screened
 */
export async function screeningOf({ db }: Pick<ShelfApp, 'db'>, topic: TopicRow): Promise<ScreeningRow> {
  const [row] = await db.select().from(screenings).where(eq(screenings.searchTermId, topic.id));
  if (!row) throw new AppError('not_found', 'This search term is not being screened.');
  return row;
}

/** The progress of a topic's screening, with the estimate of unread relevant papers; null if it is not screened. */
export async function stateOf({ db }: Pick<ShelfApp, 'db'>, topic: TopicRow): Promise<Screening | null> {
  const [row] = await db.select().from(screenings).where(eq(screenings.searchTermId, topic.id));
  if (!row) return null;
  const counted = await countsOf(db, row);
  const reasons = await db
    .select({ reason: screenedPapers.reason, papers: sql<number>`count(*)::int` })
    .from(screenedPapers)
    .where(
      sql`${screenedPapers.searchTermId} = ${topic.id} and ${screenedPapers.decision} = 'exclude' and ${screenedPapers.reason} <> ''`,
    )
    .groupBy(screenedPapers.reason)
    .orderBy(sql`count(*) desc, ${screenedPapers.reason}`);
  const { identified, unread, include, exclude, maybe } = counted;
  const isReading = counted.drawn > 0 && counted.drawnUnread > 0;
  return {
    from: row.from,
    startedAt: row.startedAt.toISOString(),
    rounds: row.rounds,
    isCut: row.isCut,
    identified,
    unread,
    include,
    exclude,
    maybe,
    reasons,
    sample: isReading ? { drawn: counted.drawn, left: counted.drawnUnread } : null,
    estimate: estimateOf(row, counted),
  };
}

type Counts = Awaited<ReturnType<typeof countsOf>>;

/** Counts of a screening's papers. `drawn…` count the last sample, `found` the papers it could have drawn. */
async function countsOf(db: ShelfApp['db'], { searchTermId, samples }: ScreeningRow) {
  const last = samples.length;
  const { decision, unreadAt, drawnBy } = screenedPapers;
  const count = (condition: ReturnType<typeof sql>) =>
    sql<number>`(count(*) filter (where ${condition}))::int`;
  const isRelevant = sql`${decision} in ('include', 'maybe')`;
  const wasUnread = sql`${last} > 0 and ${unreadAt} = ${last}`;
  const isDrawn = sql`${last} > 0 and ${drawnBy} = ${last}`;
  const [counts] = await db
    .select({
      identified: sql<number>`count(*)::int`,
      unread: count(sql`${decision} is null`),
      include: count(sql`${decision} = 'include'`),
      exclude: count(sql`${decision} = 'exclude'`),
      maybe: count(sql`${decision} = 'maybe'`),
      drawn: count(isDrawn),
      drawnUnread: count(sql`${isDrawn} and ${decision} is null`),
      drawnRelevant: count(sql`${isDrawn} and ${isRelevant}`),
      found: count(sql`${wasUnread} and ${isRelevant}`),
      /** Unread papers that the last sample could not have drawn, so it says nothing about them. */
      unreadOutside: count(sql`${decision} is null and not (${wasUnread})`),
    })
    .from(screenedPapers)
    .where(eq(screenedPapers.searchTermId, searchTermId));
  return counts!;
}

/** Null until a sample has been read completely, and again after papers were added. */
function estimateOf({ samples }: ScreeningRow, counts: Counts): UnreadEstimate | null {
  const sample = samples.at(-1);
  if (!sample || counts.drawn === 0 || counts.drawnUnread > 0 || counts.unreadOutside > 0) return null;
  const held = { of: sample.of, drawn: counts.drawn, relevant: counts.drawnRelevant };
  const unreadAtMost = Math.min(
    counts.unread,
    Math.max(0, mostRelevant(held, estimateConfidence) - counts.found),
  );
  const found = counts.include + counts.maybe;
  return {
    at: sample.at,
    ...held,
    unreadAtMost,
    foundAtLeast: found + unreadAtMost > 0 ? found / (found + unreadAtMost) : 1,
  };
}
