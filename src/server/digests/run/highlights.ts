import { and, eq, isNull, lte, or } from 'drizzle-orm';
import { recentCoverage } from '#corpus/harvest/coverage.ts';
import type { App } from '#kit/feature.ts';
import { searchTerms } from '#platform/db/schema.ts';
import { transaction } from '#platform/platform.ts';
import { deliveryPlan, isDeliveryDay, nextMorning } from '#topics/topic/schedule.ts';
import { isFollowed, type TopicRow } from '#topics/topic/topic.ts';
import { composeDigest } from './compose.ts';
import { loadRunContext, type RunContext, scopeOf, withReasons } from './context.ts';
import { lastDays, newCandidates, rankTopic } from './find.ts';
import { type Composed, writeDigest } from './finish.ts';

const papersAtMost = 3;
/** Minimum relevance, 0 to 1. Far above a digest's, because an extra mail has to be worth it. */
const highlightFloor = 0.6;

/**
 * A short mail of at most three papers, on days with papers far above a digest's minimum relevance, for readers who asked
 * for it. Safe to run at any time, any number of times, by many at once: the transaction that writes the mail also moves
 * the topic's next morning on, and a run that finds it moved writes nothing. Its papers count as sent, so that the weekly
 * digest does not repeat them; weaker ones wait for that digest.
 */
export async function runHighlights(app: App, termId: string): Promise<void> {
  const at = app.now();
  const [term] = await app.db.select().from(searchTerms).where(eq(searchTerms.id, termId));
  const context = term && (await loadRunContext(app, term));
  if (!term || !context?.reader.preferences.dailyHighlights) return;
  const { user, preferences } = context.reader;
  if (!term.isActive || term.deletedAt || term.status !== 'completed') return;
  if (term.nextHighlights && term.nextHighlights > at) return;
  const isFirst = term.nextHighlights === null;
  // On a delivery day the digest has everything.
  const isQuietDay = isFirst || isDeliveryDay(deliveryPlan(user, preferences, term), at);
  const digest = isQuietDay ? null : await composeHighlights(app, term, context);
  await transaction(app, async (app) => {
    const isDue = or(isNull(searchTerms.nextHighlights), lte(searchTerms.nextHighlights, at));
    const moved = await app.db
      .update(searchTerms)
      .set({ nextHighlights: nextMorning(preferences.timeZone, at), askedAt: null })
      .where(and(eq(searchTerms.id, termId), isFollowed, isDue))
      .returning({ id: searchTerms.id });
    if (moved.length && digest) await writeDigest(app, termId, digest);
  });
}

async function composeHighlights(app: App, term: TopicRow, context: RunContext): Promise<Composed | null> {
  const at = app.now();
  const scope = scopeOf(app, context.reader, term);
  const { sources } = scope.candidates;
  if (!sources.size) return null;
  const papers = await rankTopic(app, term, context, {
    candidates: newCandidates(app, term, context, scope),
    limit: papersAtMost,
    floor: Math.max(highlightFloor, scope.floor),
  });
  if (!papers.length) return null;
  return composeDigest(app, {
    ...{ term, reader: context.reader, papers, filtered: scope.filtered, days: 1, digestType: 'daily' },
    coverage: withReasons(await recentCoverage(app, sources, lastDays(at, 1)), scope),
    ...{ periodStart: term.nextHighlights!, periodEnd: at },
  });
}
