import { and, eq, inArray, isNull } from 'drizzle-orm';
import { worksById } from '#corpus/works/works.ts';
import { searchTerms, topicProposals } from '#platform/db/schema.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { KeptProposal, Proposals } from '#shared/topics/proposals.ts';
import type { ShelfApp } from '../app.ts';

/** Number of papers shown per topic. */
const examplesShown = 5;

type Row = typeof topicProposals.$inferSelect;

/** The topics last proposed to a reader; null if there are none. A proposal whose topic was deleted is open again. */
export async function readProposals(app: Pick<ShelfApp, 'db'>, userId: string): Promise<Proposals | null> {
  const [row] = await app.db.select().from(topicProposals).where(eq(topicProposals.userId, userId));
  return row ? present(app, row) : null;
}

/**
 * The same, for a reader with proposals.
 * @throws AppError `not_found` if they have been removed
 */
export async function shownProposals(app: Pick<ShelfApp, 'db'>, userId: string): Promise<Proposals> {
  const proposals = await readProposals(app, userId);
  if (!proposals) throw missing();
  return proposals;
}

/**
 * The proposed topics of a reader, locked until the transaction ends.
 * @throws AppError `not_found` if none were proposed
 */
export async function lockedProposals({ db }: Pick<ShelfApp, 'db'>, userId: string): Promise<Row> {
  const [row] = await db.select().from(topicProposals).where(eq(topicProposals.userId, userId)).for('update');
  if (!row) throw missing();
  return row;
}

/** Replaces the stored proposed topics. */
export async function keepTopics(
  { db }: Pick<ShelfApp, 'db'>,
  userId: string,
  topics: KeptProposal[],
): Promise<void> {
  await db.update(topicProposals).set({ topics }).where(eq(topicProposals.userId, userId));
}

/** The same error without proposals and for an unknown proposed topic. */
export const missing = (): AppError => new AppError('not_found', 'This proposed topic does not exist.');

/** Every proposed topic of the reader with its papers, for the data export. */
export async function exportedProposals({ db }: Pick<ShelfApp, 'db'>, userId: string) {
  const [row] = await db.select().from(topicProposals).where(eq(topicProposals.userId, userId));
  return (row?.topics ?? []).map(({ name, paperIds, isDropped, termId }) => ({
    name,
    isDropped,
    termId,
    paperIds: paperIds.map(String),
  }));
}

async function present(app: Pick<ShelfApp, 'db'>, { createdAt, topics, apart }: Row): Promise<Proposals> {
  const works = await worksById(app, [
    ...new Set(topics.flatMap(({ paperIds }) => paperIds.slice(0, examplesShown))),
  ]);
  const byId = new Map(
    works.flatMap((work) => [work.id, ...work.formerIds].map((id) => [id, work] as const)),
  );
  const followed = await existing(app, topics);
  return {
    createdAt: createdAt.toISOString(),
    papers: topics.reduce((sum, { paperIds }) => sum + paperIds.length, apart),
    apart,
    topics: topics.map(({ paperIds, termId, ...topic }) => ({
      ...topic,
      termId: termId && followed.has(termId) ? termId : null,
      papers: paperIds.length,
      examples: paperIds.slice(0, examplesShown).flatMap((id) => {
        const work = byId.get(id);
        return work ? [{ paperId: String(work.id), title: work.title }] : [];
      }),
    })),
  };
}

/** The accepted proposals whose topics the reader still follows. */
export async function existing(
  { db }: Pick<ShelfApp, 'db'>,
  topics: readonly KeptProposal[],
): Promise<Set<string>> {
  const ids = topics.flatMap(({ termId }) => termId ?? []);
  if (!ids.length) return new Set();
  const rows = await db
    .select({ id: searchTerms.id })
    .from(searchTerms)
    .where(and(inArray(searchTerms.id, ids), isNull(searchTerms.deletedAt)));
  return new Set(rows.map(({ id }) => id));
}
