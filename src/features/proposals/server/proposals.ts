import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import { worksByAnyId } from '#corpus/works/works.ts';
import type { SeedPaper } from '#engine/core/types.ts';
import { relevanceFloor } from '#engine/score/calibrate.ts';
import { shelfImportItems, shelfImports } from '#features/imports/tables.ts';
import type { App } from '#kit/feature.ts';
import { papers, readerPapers, searchTerms } from '#platform/db/schema.ts';
import { type Route, serveReader } from '#platform/http/route.ts';
import { hasId } from '#platform/http/uuid.ts';
import { transaction } from '#platform/platform.ts';
import { limit, limited } from '#platform/rateLimits.ts';
import type { BodyOf } from '#shared/contract/endpoint.ts';
import { AppError } from '#shared/contract/errors.ts';
import { usualSources } from '#shared/papers/sources.ts';
import { dayMs, timeBefore } from '#shared/values/time.ts';
import { currentIds, isPaperId } from '#shelf/papers.ts';
import { dayOf } from '#sources/record/days.ts';
import { addTopic } from '#topics/edit.ts';
import { teachWith } from '#topics/feedback/judge.ts';
import { presentTopic } from '#topics/present.ts';
import { type TopicRow, topicOf } from '#topics/topic/topic.ts';
import {
  type KeptProposal,
  learnedAtMost,
  type Proposals,
  proposalApi,
  seedsAtMost,
  severalFrom,
} from '../contract.ts';
import { topicProposals } from '../tables.ts';

/** Beyond this number, the papers of a week are shown as "at least". */
const countedAtMost = 200;
/** The longest text that a topic may have. */
const nameAtMost = 300;

export const routes: Route<App>[] = [
  serveReader(proposalApi.propose, async (app, { reader, body }) => ({
    proposals: await limited(app, ['proposals', { account: reader.id }], () => propose(app, reader.id, body)),
  })),
  serveReader(proposalApi.read, async (app, { reader }) => ({
    proposals: await readProposals(app, reader.id),
  })),
  serveReader(proposalApi.change, async (app, { reader, params, body, network }) => {
    await limit(app, 'understanding', { network });
    return { proposals: await changeProposal(app, reader.id, params.topic, body) };
  }),
  serveReader(proposalApi.accept, async (app, { reader, params, body, network }) => {
    const topic = await limited(app, ['search', { account: reader.id, network }], () =>
      acceptProposal(app, reader.id, params.topic, body.termId),
    );
    return {
      message: body.termId
        ? `“${topic.term}” learns from these papers, starting with the next digest.`
        : `You follow “${topic.term}.” The first digest will be emailed to you when it is done.`,
      searchTerm: await presentTopic(app, topic),
      proposals: await shownProposals(app, reader.id),
    };
  }),
];

/**
 * Proposes topics from the reader's papers, replacing earlier proposals. The ranking threads group the papers and search the
 * week, and serve other requests meanwhile.
 * @throws AppError as `seedsOf`
 */
async function propose(app: App, userId: string, named: Named): Promise<Proposals> {
  const seeds = await seedsOf(app, userId, named);
  const index = await app.index.current();
  const clusters = await index.clusters(seeds, seeds.length >= severalFrom ? 'several' : 'one');
  const byId = new Map(seeds.map((seed) => [seed.id, seed]));
  const topics: KeptProposal[] = [];
  for (const [id, { name, ids }] of clusters.entries()) {
    const text = name.slice(0, nameAtMost).trim();
    const papers = ids.flatMap((one) => byId.get(one) ?? []);
    const counts = await yieldOfWeek(app, text, papers);
    topics.push({ id, name: text, paperIds: ids, isDropped: false, termId: null, ...counts });
  }
  const grouped = topics.reduce((sum, { paperIds }) => sum + paperIds.length, 0);
  const proposed = { createdAt: app.now(), topics, apart: seeds.length - grouped };
  const row = { userId, ...proposed };
  const target = topicProposals.userId;
  await app.db.insert(topicProposals).values(row).onConflictDoUpdate({ target, set: proposed });
  return shownProposals(app, userId);
}

/** The number of matching papers in the last seven days, after learning from the seeds. */
async function yieldOfWeek(app: App, text: string, papers: readonly SeedPaper[]) {
  const index = await app.index.current();
  const close = await index.closeMatches(
    { text, expansion: [], liked: papers.slice(0, learnedAtMost), disliked: [], vector: null },
    {
      sources: new Set(usualSources),
      availableFrom: dayOf(timeBefore(app.now(), 6 * dayMs)),
      except: new Set(papers.map(({ id }) => id)),
    },
    { limit: countedAtMost, floor: relevanceFloor },
  );
  return { weekCount: close.length, weekCountIsLeast: close.length >= countedAtMost };
}

/** The papers to propose topics from: an import, or papers of the shelf by id. */
type Named = BodyOf<typeof proposalApi.propose>;

/**
 * The papers that the reader named, by id. Skips papers that are not on the shelf.
 * @throws AppError `not_found` for somebody else's import or if none of the papers is on the shelf, `invalid` for an import
 * that found nothing
 */
async function seedsOf({ db }: App, userId: string, { importId, paperIds = [] }: Named) {
  const found = importId ? await ofImport(db, userId, importId) : await ofShelf(db, userId, paperIds);
  if (found.length) return found;
  if (!importId) throw new AppError('not_found', 'None of these papers is on your shelf.');
  const none = 'None of these references was found, so there is nothing to propose topics from.';
  throw new AppError('invalid', none);
}

const columns = { id: papers.id, title: papers.title, abstract: papers.abstract };

async function ofImport(db: App['db'], userId: string, importId: string): Promise<SeedPaper[]> {
  const own = and(hasId(shelfImports.id, importId), eq(shelfImports.userId, userId));
  if (!(await db.$count(shelfImports, own))) throw new AppError('not_found', 'This import does not exist.');
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
async function readProposals(app: App, userId: string): Promise<Proposals | null> {
  const [row] = await app.db.select().from(topicProposals).where(eq(topicProposals.userId, userId));
  return row ? present(app, row) : null;
}

/**
 * The same, for a reader with proposals.
 * @throws AppError `not_found` if they have been removed
 */
async function shownProposals(app: App, userId: string): Promise<Proposals> {
  const proposals = await readProposals(app, userId);
  if (!proposals) throw missing();
  return proposals;
}

/**
 * Changes one of a reader's proposed topics in a transaction, which locks them all. `change` returns what takes the place of each:
 * one topic, or none. @throws AppError `not_found` if none were proposed
 */
const changeTopics = <T>(
  app: App,
  userId: string,
  change: (
    app: App,
    topics: KeptProposal[],
  ) => Promise<[result: T, next: (one: KeptProposal) => KeptProposal | null]>,
): Promise<T> =>
  transaction(app, async (app) => {
    const mine = eq(topicProposals.userId, userId);
    const [row] = await app.db.select().from(topicProposals).where(mine).for('update');
    if (!row) throw missing();
    const [result, next] = await change(app, row.topics);
    const topics = row.topics.flatMap((one) => next(one) ?? []);
    await app.db.update(topicProposals).set({ topics }).where(mine);
    return result;
  });

/** The same error without proposals and for an unknown proposed topic. */
const missing = (): AppError => new AppError('not_found', 'This proposed topic does not exist.');

/** Every proposed topic of the reader with its papers, for the data export. */
export async function exportedProposals({ db }: App, userId: string) {
  const [row] = await db.select().from(topicProposals).where(eq(topicProposals.userId, userId));
  return (row?.topics ?? []).map((topic) => ({ ...topic, paperIds: topic.paperIds.map(String) }));
}

async function present(app: App, { createdAt, topics, apart }: Row): Promise<Proposals> {
  const examples = topics.flatMap(({ paperIds }) => paperIds.slice(0, examplesShown));
  const byId = await worksByAnyId(app, [...new Set(examples)]);
  const followed = await existing(app, topics);
  return {
    ...{ createdAt: createdAt.toISOString(), apart },
    papers: topics.reduce((sum, { paperIds }) => sum + paperIds.length, apart),
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
async function existing({ db }: App, topics: readonly KeptProposal[]): Promise<Set<string>> {
  const ids = topics.flatMap(({ termId }) => termId ?? []);
  if (!ids.length) return new Set();
  const live = and(inArray(searchTerms.id, ids), isNull(searchTerms.deletedAt));
  const rows = await db.select({ id: searchTerms.id }).from(searchTerms).where(live);
  return new Set(rows.map(({ id }) => id));
}

/**
 * Adds a proposed topic, whose ranking starts with its papers as liked ones. With `termId`, or if the reader already follows
 * a topic of that name, adds them as liked papers there. Idempotent.
 * @throws AppError `not_found`; if the plan is full, as `addTopic`
 */
const acceptProposal = (app: App, userId: string, id: number, termId?: string): Promise<TopicRow> =>
  changeTopics(app, userId, async (app, topics) => {
    const proposed = topics.find((one) => one.id === id);
    if (!proposed) throw missing();
    const topic = termId
      ? await topicOf(app, userId, termId)
      : (await addTopic(app, userId, proposed.name)).topic;
    const current = await currentIds(app.db, proposed.paperIds.map(String));
    const papers = proposed.paperIds.map((paper) => Number(current.get(String(paper)) ?? paper));
    await teachWith(app, topic.id, papers.slice(0, learnedAtMost));
    return [topic, (one) => (one === proposed ? { ...one, termId: topic.id, isDropped: false } : one)];
  });

/**
 * Renames a proposed topic, merges another into it, or drops it. Counts the papers of the week again if they change.
 * Idempotent, except for merging.
 * @throws AppError `not_found`; `conflict` for a topic that is already followed
 */
async function changeProposal(
  app: App,
  userId: string,
  id: number,
  change: BodyOf<typeof proposalApi.change>,
): Promise<Proposals> {
  const changed = await changeTopics(app, userId, async (app, topics) => {
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
    return [next, (one) => (one === topic ? next : one === other ? null : one)];
  });
  if (change.name !== undefined || change.merge !== undefined) await countAgain(app, userId, changed);
  return shownProposals(app, userId);
}

/** Merges two lists ordered by typicality into one. */
function alternating(one: readonly number[], other: readonly number[]): number[] {
  const placeAt = (at: number) => (at < one.length ? at / one.length : (at - one.length) / other.length);
  const places = [...one, ...other].map((id, at) => ({ id, place: placeAt(at) }));
  return places.sort((a, b) => a.place - b.place).map(({ id }) => id);
}

/** Counts outside the transaction, because ranking takes a while. A topic changed meanwhile keeps its count. */
async function countAgain(app: App, userId: string, { id, name, paperIds }: KeptProposal): Promise<void> {
  const rows = await app.db.select(columns).from(papers).where(inArray(papers.id, paperIds));
  const byId = new Map(rows.map((row) => [row.id, row]));
  const seeds = paperIds.flatMap((one) => byId.get(one) ?? []);
  const counts = await yieldOfWeek(app, name, seeds);
  const isSame = (one: KeptProposal) =>
    one.id === id && one.name === name && one.paperIds.length === paperIds.length;
  await changeTopics(app, userId, async () => [null, (one) => (isSame(one) ? { ...one, ...counts } : one)]);
}
