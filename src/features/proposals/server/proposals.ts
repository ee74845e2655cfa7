import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import { worksByAnyId } from '#corpus/works/works.ts';
import type { SeedPaper } from '#engine/core/types.ts';
import { relevanceFloor } from '#engine/score/calibrate.ts';
import { shelfImportItems, shelfImports } from '#features/imports/tables.ts';
import type { App } from '#kit/feature.ts';
import { papers, readerPapers, searchTerms } from '#platform/db/schema.ts';
import type { Reader } from '#platform/http/route.ts';
import { hasId } from '#platform/http/uuid.ts';
import { transaction } from '#platform/platform.ts';
import { AppError } from '#shared/contract/errors.ts';
import { usualSources } from '#shared/papers/sources.ts';
import { dayMs, timeBefore } from '#shared/values/time.ts';
import { currentIds, isPaperId } from '#shelf/papers.ts';
import { addTopic } from '#topics/add.ts';
import { teachWith } from '#topics/feedback/judge.ts';
import { type TopicRow, topicOf } from '#topics/topic/topic.ts';
import { type KeptProposal, learnedAtMost, type Proposals, seedsAtMost, severalFrom } from '../contract.ts';
import { topicProposals } from '../tables.ts';

/** Beyond this number, the papers of a week are shown as "at least". */
const countedAtMost = 200;
/** The longest text that a topic may have. */
const nameAtMost = 300;

/**
 * Proposes topics from the reader's papers, replacing earlier proposals. The ranking threads group the papers and search the
 * week, and serve other requests meanwhile.
 * @throws AppError as `seedsOf`
 */
export async function propose(app: App, userId: string, named: Named): Promise<Proposals> {
  const seeds = await seedsOf(app, userId, named);
  const index = await app.index.current();
  const clusters = await index.clusters(seeds, seeds.length >= severalFrom ? 'several' : 'one');
  const byId = new Map(seeds.map((seed) => [seed.id, seed]));
  const topics: KeptProposal[] = [];
  for (const [id, { name, ids }] of clusters.entries()) {
    const text = name.slice(0, nameAtMost).trim();
    const papers = ids.flatMap((one) => byId.get(one) ?? []);
    topics.push({
      id,
      name: text,
      paperIds: ids,
      isDropped: false,
      termId: null,
      ...(await yieldOfWeek(app, text, papers)),
    });
  }
  const grouped = topics.reduce((sum, { paperIds }) => sum + paperIds.length, 0);
  const proposed = { createdAt: app.now(), topics, apart: seeds.length - grouped };
  await app.db
    .insert(topicProposals)
    .values({ userId, ...proposed })
    .onConflictDoUpdate({ target: topicProposals.userId, set: proposed });
  return shownProposals(app, userId);
}

/** The number of matching papers in the last seven days, after learning from the seeds. */
async function yieldOfWeek(
  app: Pick<App, 'index' | 'now'>,
  text: string,
  papers: readonly SeedPaper[],
): Promise<Pick<KeptProposal, 'weekCount' | 'weekCountIsLeast'>> {
  const index = await app.index.current();
  const close = await index.closeMatches(
    { text, expansion: [], liked: papers.slice(0, learnedAtMost), disliked: [], vector: null },
    {
      sources: new Set(usualSources),
      availableFrom: timeBefore(app.now(), 6 * dayMs)
        .toISOString()
        .slice(0, 10),
      except: new Set(papers.map(({ id }) => id)),
    },
    { limit: countedAtMost, floor: relevanceFloor },
  );
  return { weekCount: close.length, weekCountIsLeast: close.length >= countedAtMost };
}

/** The papers to propose topics from: an import, or papers of the shelf by id. */
interface Named {
  importId?: string | undefined;
  paperIds?: string[] | undefined;
}

/**
 * The papers that the reader named, by id. Skips papers that are not on the shelf.
 * @throws AppError `not_found` for somebody else's import or if none of the papers is on the shelf, `invalid` for an import
 * that found nothing
 */
async function seedsOf(
  { db }: Pick<App, 'db'>,
  userId: string,
  { importId, paperIds = [] }: Named,
): Promise<SeedPaper[]> {
  const found = importId ? await ofImport(db, userId, importId) : await ofShelf(db, userId, paperIds);
  if (found.length) return found;
  throw importId
    ? new AppError(
        'invalid',
        'None of these references was found, so there is nothing to propose topics from.',
      )
    : new AppError('not_found', 'None of these papers is on your shelf.');
}

const columns = { id: papers.id, title: papers.title, abstract: papers.abstract };

async function ofImport(db: App['db'], userId: string, importId: string): Promise<SeedPaper[]> {
  const own = and(hasId(shelfImports.id, importId), eq(shelfImports.userId, userId));
  const known = await db.$count(shelfImports, own);
  if (!known) throw new AppError('not_found', 'This import does not exist.');
  return db
    .selectDistinctOn([papers.id], columns)
    .from(shelfImportItems)
    .innerJoin(papers, eq(papers.id, shelfImportItems.paperId))
    .where(and(eq(shelfImportItems.importId, importId), isNotNull(shelfImportItems.outcome)))
    .orderBy(papers.id)
    .limit(seedsAtMost);
}

async function ofShelf(db: App['db'], userId: string, paperIds: string[]): Promise<SeedPaper[]> {
  const given = [...new Set(paperIds.filter(isPaperId))];
  const current = await currentIds(db, given);
  const wanted = given.map((id) => Number(current.get(id) ?? id));
  if (!wanted.length) return [];
  return db
    .select(columns)
    .from(readerPapers)
    .innerJoin(papers, eq(papers.id, readerPapers.paperId))
    .where(and(eq(readerPapers.userId, userId), inArray(readerPapers.paperId, wanted)))
    .orderBy(papers.id);
}

/** Number of papers shown per topic. */
const examplesShown = 5;

type Row = typeof topicProposals.$inferSelect;

/** The topics last proposed to a reader; null if there are none. A proposal whose topic was deleted is open again. */
export async function readProposals(app: Pick<App, 'db'>, userId: string): Promise<Proposals | null> {
  const [row] = await app.db.select().from(topicProposals).where(eq(topicProposals.userId, userId));
  return row ? present(app, row) : null;
}

/**
 * The same, for a reader with proposals.
 * @throws AppError `not_found` if they have been removed
 */
export async function shownProposals(app: Pick<App, 'db'>, userId: string): Promise<Proposals> {
  const proposals = await readProposals(app, userId);
  if (!proposals) throw missing();
  return proposals;
}

/**
 * The proposed topics of a reader, locked until the transaction ends.
 * @throws AppError `not_found` if none were proposed
 */
async function lockedProposals({ db }: Pick<App, 'db'>, userId: string): Promise<Row> {
  const [row] = await db.select().from(topicProposals).where(eq(topicProposals.userId, userId)).for('update');
  if (!row) throw missing();
  return row;
}

/** Replaces the stored proposed topics. */
async function keepTopics({ db }: Pick<App, 'db'>, userId: string, topics: KeptProposal[]): Promise<void> {
  await db.update(topicProposals).set({ topics }).where(eq(topicProposals.userId, userId));
}

/** The same error without proposals and for an unknown proposed topic. */
const missing = (): AppError => new AppError('not_found', 'This proposed topic does not exist.');

/** Every proposed topic of the reader with its papers, for the data export. */
export async function exportedProposals({ db }: Pick<App, 'db'>, userId: string) {
  const [row] = await db.select().from(topicProposals).where(eq(topicProposals.userId, userId));
  return (row?.topics ?? []).map(({ name, paperIds, isDropped, termId }) => ({
    name,
    isDropped,
    termId,
    paperIds: paperIds.map(String),
  }));
}

async function present(app: Pick<App, 'db'>, { createdAt, topics, apart }: Row): Promise<Proposals> {
  const examples = topics.flatMap(({ paperIds }) => paperIds.slice(0, examplesShown));
  const byId = await worksByAnyId(app, [...new Set(examples)]);
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
async function existing({ db }: Pick<App, 'db'>, topics: readonly KeptProposal[]): Promise<Set<string>> {
  const ids = topics.flatMap(({ termId }) => termId ?? []);
  if (!ids.length) return new Set();
  const rows = await db
    .select({ id: searchTerms.id })
    .from(searchTerms)
    .where(and(inArray(searchTerms.id, ids), isNull(searchTerms.deletedAt)));
  return new Set(rows.map(({ id }) => id));
}

/**
 * Adds a proposed topic, whose ranking starts with its papers as liked ones. With `termId`, or if the reader already follows
 * a topic of that name, adds them as liked papers there. Idempotent.
 * @throws AppError `not_found`; if the plan is full, as `addTopic`
 */
export const acceptProposal = (
  app: App,
  reader: Pick<Reader, 'id'>,
  { id, termId }: { id: number; termId?: string | undefined },
): Promise<TopicRow> =>
  transaction(app, async (app) => {
    const { topics } = await lockedProposals(app, reader.id);
    const proposed = topics.find((one) => one.id === id);
    if (!proposed) throw missing();
    const topic = termId
      ? await topicOf(app, reader.id, termId)
      : (await addTopic(app, reader.id, proposed.name)).topic;
    const current = await currentIds(app.db, proposed.paperIds.map(String));
    const papers = proposed.paperIds.map((paper) => Number(current.get(String(paper)) ?? paper));
    await teachWith(app, topic.id, papers.slice(0, learnedAtMost));
    await keepTopics(
      app,
      reader.id,
      topics.map((one) => (one === proposed ? { ...one, termId: topic.id, isDropped: false } : one)),
    );
    return topic;
  });

interface Change {
  name?: string | undefined;
  /** The topic whose papers are added to this one. */
  merge?: number | undefined;
  isDropped?: boolean | undefined;
}

/**
 * Renames a proposed topic, merges another into it, or drops it. Counts the papers of the week again if they change.
 * Idempotent, except for merging.
 * @throws AppError `not_found`; `conflict` for a topic that is already followed
 */
export async function changeProposal(
  app: App,
  userId: string,
  id: number,
  change: Change,
): Promise<Proposals> {
  const changed = await transaction(app, async (app) => {
    const { topics } = await lockedProposals(app, userId);
    const followed = await existing(app, topics);
    const open = (wanted: number): KeptProposal => {
      const topic = topics.find((one) => one.id === wanted);
      if (!topic) throw missing();
      if (topic.termId && followed.has(topic.termId))
        throw new AppError('conflict', 'You follow this topic already.');
      return topic;
    };
    const topic = open(id);
    const other = change.merge === undefined || change.merge === id ? null : open(change.merge);
    const next: KeptProposal = {
      ...topic,
      name: change.name ?? topic.name,
      isDropped: change.isDropped ?? topic.isDropped,
      paperIds: other ? alternating(topic.paperIds, other.paperIds) : topic.paperIds,
    };
    await keepTopics(
      app,
      userId,
      topics.flatMap((one) => (one === topic ? [next] : one === other ? [] : [one])),
    );
    return next;
  });
  if (change.name !== undefined || change.merge !== undefined) await countAgain(app, userId, changed);
  return shownProposals(app, userId);
}

/** Merges two lists ordered by typicality into one. */
function alternating(one: readonly number[], other: readonly number[]): number[] {
  const places = [...one, ...other].map((id, at) => ({
    id,
    place: at < one.length ? at / one.length : (at - one.length) / other.length,
  }));
  return places.sort((a, b) => a.place - b.place).map(({ id }) => id);
}

/** Counts outside the transaction, because ranking takes a while. A topic changed meanwhile keeps its count. */
async function countAgain(app: App, userId: string, { id, name, paperIds }: KeptProposal): Promise<void> {
  const rows = await app.db
    .select({ id: papers.id, title: papers.title, abstract: papers.abstract })
    .from(papers)
    .where(inArray(papers.id, paperIds));
  const byId = new Map(rows.map((row) => [row.id, row]));
  const counts = await yieldOfWeek(
    app,
    name,
    paperIds.flatMap((one) => byId.get(one) ?? []),
  );
  await transaction(app, async (app) => {
    const { topics } = await lockedProposals(app, userId);
    const isSame = (one: KeptProposal) =>
      one.id === id && one.name === name && one.paperIds.length === paperIds.length;
    await keepTopics(
      app,
      userId,
      topics.map((one) => (isSame(one) ? { ...one, ...counts } : one)),
    );
  });
}
