import { eq, sql } from 'drizzle-orm';
import { screenedPapers, screenings, userPreferences } from '#platform/db/schema.ts';
import type { Reader } from '#platform/http/route.ts';
import { transaction } from '#platform/platform.ts';
import { AppError } from '#shared/contract/errors.ts';
import { mostScreened } from '#shared/topics/screening.ts';
import { filtersInForce, scopeOfFilters } from '#topics/topic/scope.ts';
import type { TopicRow } from '#topics/topic/topic.ts';
import type { ShelfApp } from '../app.ts';

/**
 * Starts screening a topic with all its matches since a day, or adds later matches. An earlier day adds older papers; a
 * later one removes nothing. Idempotent while nothing new matches.
 * @throws AppError `invalid` for a future day
 */
export async function startScreening(
  app: ShelfApp,
  reader: Reader,
  topic: TopicRow,
  from: string,
): Promise<void> {
  if (from > app.now().toISOString().slice(0, 10))
    throw new AppError('invalid', 'Choose a day that is not still to come.');
  const { ids, total } = await matchesOf(app, reader, topic, from);
  await transaction(app, async ({ db, now }) => {
    const at = now();
    await db
      .insert(screenings)
      .values({ searchTermId: topic.id, from, startedAt: at })
      .onConflictDoUpdate({
        target: screenings.searchTermId,
        set: { from: sql`least(${screenings.from}, excluded.from_day)` },
      });
    const [screening] = await db
      .select()
      .from(screenings)
      .where(eq(screenings.searchTermId, topic.id))
      .for('update');
    const held = await db
      .select({ id: screenedPapers.paperId })
      .from(screenedPapers)
      .where(eq(screenedPapers.searchTermId, topic.id));
    const isHeld = new Set(held.map(({ id }) => id));
    const fresh = ids.filter((id) => !isHeld.has(id));
    const fitting = fresh.slice(0, mostScreened - held.length);
    // Skip papers deleted since the search.
    const { rows: added } = await db.execute(sql`
      insert into screened_papers (search_term_id, paper_id)
      select ${topic.id}::uuid, p.id from papers p
      where p.id in (select value::bigint from json_array_elements_text(${JSON.stringify(fitting)}::json))
      on conflict do nothing returning 1`);
    const rounds = [...screening!.rounds];
    if (added.length > 0 || rounds.length === 0) rounds.push({ at: at.toISOString(), added: added.length });
    await db
      .update(screenings)
      .set({ rounds, isCut: total > ids.length || fresh.length > fitting.length })
      .where(eq(screenings.searchTermId, topic.id));
  });
}

/** Ends the screening of a topic and deletes its decisions. Idempotent. */
export async function endScreening({ db }: Pick<ShelfApp, 'db'>, topic: TopicRow): Promise<void> {
  await db.delete(screenings).where(eq(screenings.searchTermId, topic.id));
}

/** The matches under the active filters, from the sources that the reader's preferences allow. */
async function matchesOf(app: ShelfApp, reader: Reader, topic: TopicRow, from: string) {
  const [preferences] = await app.db
    .select()
    .from(userPreferences)
    .where(eq(userPreferences.userId, reader.id));
  if (!preferences) throw new AppError('not_found', 'This search term does not exist.');
  const { candidates } = scopeOfFilters(preferences, filtersInForce(reader, topic));
  const index = await app.index.current();
  return index.matching(
    { text: topic.term, expansion: topic.expansion, liked: [], disliked: [], vector: null },
    { ...candidates, availableFrom: from },
    mostScreened,
  );
}
