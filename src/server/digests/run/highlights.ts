import { and, eq, isNull, lte, or } from 'drizzle-orm';
import { searchTerms } from '#platform/db/schema.ts';
import { transaction } from '#platform/platform.ts';
import { deliveryPlan, isDeliveryDay, nextMorning } from '#topics/topic/schedule.ts';
import type { TopicRow } from '#topics/topic/topic.ts';
import type { DigestsApp } from '../app.ts';
import { composeDigest } from '../compose/digest.ts';
import { writeDigest } from '../store/finish.ts';
import { type Known, knownOf } from './context.ts';
import { receiptsOf } from './cover.ts';
import { lastDays, newPapers } from './runTopic.ts';
import { scopeOf, withReasons } from './scope.ts';

const papersAtMost = 3;
/** Well above a digest's floor: a mail out of turn has to be worth it. */
const highlightFloor = 0.6;

/**
 * A short mail of at most three papers, on days that brought something far above the floor, for readers who asked
 * for it. Safe to run at any time, any number of times, by many at once: the term's next morning moves on in the
 * transaction that writes the mail, and whoever finds it moved writes nothing. Its papers are in the ledger, so
 * that the weekly digest does not bring them again; what does not reach it comes with the week.
 */
export async function runHighlights(app: DigestsApp, termId: string): Promise<void> {
  const { db, now } = app;
  const at = now();
  const [term] = await db.select().from(searchTerms).where(eq(searchTerms.id, termId));
  const known = term && (await knownOf(app, term));
  if (!term || !known?.reader.preferences.dailyHighlights) return;
  const { reader } = known;
  if (!term.isActive || term.deletedAt || term.status !== 'completed') return;
  if (term.nextHighlights && term.nextHighlights > at) return;
  const isFirst = term.nextHighlights === null;
  const digest =
    isFirst ||
    isDeliveryDay(deliveryPlan(reader.user, reader.preferences, term), at) /* its digest brings everything */
      ? null
      : await compose(term, known);
  await transaction(app, async (app) => {
    const moved = await app.db
      .update(searchTerms)
      .set({ nextHighlights: nextMorning(reader.preferences.timeZone, at), askedAt: null })
      .where(
        and(
          eq(searchTerms.id, termId),
          eq(searchTerms.isActive, true),
          isNull(searchTerms.deletedAt),
          or(isNull(searchTerms.nextHighlights), lte(searchTerms.nextHighlights, at)),
        ),
      )
      .returning({ id: searchTerms.id });
    if (moved.length && digest) await writeDigest(app, termId, digest);
  });

  async function compose(term: TopicRow, known: Known) {
    const scope = scopeOf(known.reader, term);
    const { sources } = scope.candidates;
    if (!sources.size) return null;
    const papers = await newPapers(app, term, scope, known, {
      limit: papersAtMost,
      floor: Math.max(highlightFloor, scope.floor),
    });
    if (!papers.length) return null;
    const coverage = withReasons(await receiptsOf(app, sources, lastDays(at, 1)), scope);
    return composeDigest(app, {
      ...{ term, reader: known.reader, papers, coverage, filtered: scope.filtered },
      days: 1,
      digestType: 'daily',
      periodStart: term.nextHighlights!,
      periodEnd: at,
    });
  }
}
