import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { shownOf, worksById } from '#corpus/works/works.ts';
import type { App } from '#kit/feature.ts';
import { rowsAsTable } from '#platform/db/parameters/rowsAsTable.ts';
import { deliveredPapers, emailDigests, readerPapers, searchTerms } from '#platform/db/schema.ts';
import type { Reader } from '#platform/http/route.ts';
import { transaction } from '#platform/platform.ts';
import { limit } from '#platform/rateLimits.ts';
import type { BodyOf } from '#shared/contract/endpoint.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { PaperState } from '#shared/papers/paper.ts';
import { type shelfApi, tagsAtMost } from '#shared/shelf/shelf.ts';
import type { Verdict } from '#shared/topics/feedback.ts';
import { pick, pluck } from '#shared/values/pick.ts';
import { countAsSent, judge, readFeedbackToken } from '#topics/feedback/judge.ts';
import { takeBack } from '#topics/feedback/judgements.ts';
import { topicOf } from '#topics/topic/topic.ts';
import {
  currentId,
  currentIds,
  documentOf,
  isPaperId,
  isRow,
  notFound,
  requireShelfRoom,
  rowOf,
  searchedText,
} from './papers.ts';

interface Answer {
  paperId: string;
  /** The topic whose digest has the paper; null for a paper that the reader answered or imported before. */
  termId: string | null;
  state: PaperState;
}

/**
 * Sets a reader's answer to a paper and returns the previous one. `kept` and `not` are also feedback on the topic, which is
 * deleted with them. Idempotent.
 * @throws AppError `not_found` for a paper in no digest of that topic, and for somebody else's topic
 */
export const setPaperState = (
  app: App,
  reader: Pick<Reader, 'id'>,
  { paperId, termId, state }: Answer,
): Promise<{ state: PaperState; former: PaperState }> =>
  transaction(app, async (app) => {
    const id = await currentId(app.db, paperId);
    const before = await rowOf(app.db, reader.id, id);
    const brought = termId ? await broughtBy(app, reader.id, { id, termId }) : null;
    if (!before && !brought) throw notFound();
    const former = before?.state ?? 'new';
    const searchTermId = brought?.searchTermId ?? before?.searchTermId ?? null;
    if (searchTermId && former !== state)
      await feedBack(app, { termId: searchTermId, paperId: id }, { former, state });
    const at = app.now();
    if (before) {
      if (former !== state)
        await app.db
          .update(readerPapers)
          .set({ state, changedAt: at, ...(brought && { searchTermId, digestId: brought.digestId }) })
          .where(isRow(reader.id, id));
    } else if (state !== 'new' && brought) {
      const { digestId, shown } = brought;
      await app.db.insert(readerPapers).values({
        ...{ userId: reader.id, paperId: id, state, searchTermId, digestId, shown },
        document: documentOf({ shown, note: '', tags: [] }),
        ...{ changedAt: at, addedAt: at },
      });
    }
    return { state, former };
  });

/** The topic's newest digest with the paper, and its entry there. */
async function broughtBy(app: App, userId: string, { id, termId }: { id: number; termId: string }) {
  const topic = await topicOf(app, userId, termId);
  await countAsSent(app, { termId: topic.id, paperId: id });
  const [digest] = await app.db
    .select(pick(emailDigests, 'id papersData furtherMatches'))
    .from(deliveredPapers)
    .innerJoin(emailDigests, eq(emailDigests.id, deliveredPapers.digestId))
    .where(and(eq(deliveredPapers.searchTermId, topic.id), eq(deliveredPapers.paperId, id)))
    .orderBy(desc(emailDigests.createdAt))
    .limit(1);
  if (!digest) throw notFound();
  const { papersData, furtherMatches } = digest;
  const current = await currentIds(
    app.db,
    papersData.flatMap(({ id }) => id ?? []),
  );
  const listed = papersData.find((paper) => paper.id && (current.get(paper.id) ?? paper.id) === String(id));
  // A correction digest records papers that it does not list, and a further match is listed without text.
  const [work] = listed ? [] : await worksById(app, [id]);
  const relevanceScore = furtherMatches?.find((match) => match.id === id)?.score ?? 0;
  const shown = listed ?? (work && { ...shownOf(work), relevanceScore });
  if (!shown) throw notFound();
  return { searchTermId: topic.id, digestId: digest.id, shown: { ...shown, id: String(id) } };
}

/** What an answer says to its topic. */
const verdictOf: Partial<Record<PaperState, Verdict>> = { kept: 'more', not: 'less' };

/**
 * Keep and “Not for me” are feedback for the topic. Undoing them removes that feedback, unless the reader has changed it since;
 * a kept paper that was read stays a liked one.
 */
async function feedBack(
  app: App,
  mailed: { termId: string; paperId: number },
  { former, state }: { former: PaperState; state: PaperState },
): Promise<void> {
  const [was, verdict] = [verdictOf[former], verdictOf[state]];
  if (verdict) {
    // A topic that was just deleted gets no feedback.
    const isThere = and(eq(searchTerms.id, mailed.termId), isNull(searchTerms.deletedAt));
    if (await app.db.$count(searchTerms, isThere)) await judge(app, mailed, verdict);
  } else if (was && !(former === 'kept' && state === 'done')) await takeBack(app, mailed, was);
}

/** A paper's state before a change, from which `restoreMany` restores it. */
type Former = BodyOf<typeof shelfApi.restore>['papers'][number];

/**
 * Answers, tags or untags many papers of a reader's shelf in one transaction. Skips ids that are not on it. Returns the
 * previous state of each paper. Idempotent.
 * @throws AppError `invalid`, without any change, if a paper would have too many tags
 */
export const changeMany = (
  app: App,
  reader: Pick<Reader, 'id'>,
  { ids, state, addTags, removeTags }: BodyOf<typeof shelfApi.change>,
): Promise<Former[]> =>
  transaction(app, async (app) => {
    const rows = await rowsOf(app, reader.id, ids);
    const changes = rows.map((row) => {
      const kept = row.tags.filter((tag) => !removeTags.includes(tag));
      return { row, state: state ?? row.state, tags: [...new Set([...kept, ...addTags])] };
    });
    await setAll(app, reader, changes);
    return rows.map(({ paperId, state, tags }) => ({ id: String(paperId), state, tags }));
  });

/** Restores the state and tags of each paper. Skips papers that have left the shelf since. Idempotent. */
export const restoreMany = (app: App, reader: Pick<Reader, 'id'>, papers: Former[]): Promise<void> =>
  transaction(app, async (app) => {
    const rows = await rowsOf(app, reader.id, pluck(papers, 'id'));
    const byId = new Map(papers.map((paper) => [paper.id, paper]));
    const changes = rows.flatMap((row): Changed[] => {
      const former = byId.get(String(row.paperId));
      return former ? [{ row, state: former.state, tags: former.tags }] : [];
    });
    await setAll(app, reader, changes);
  });

type Row = typeof readerPapers.$inferSelect;

/** Locks rows in order of id, so that two changes never deadlock. */
async function rowsOf({ db }: App, userId: string, ids: string[]): Promise<Row[]> {
  const given = [...new Set(ids.filter(isPaperId))];
  const current = await currentIds(db, given);
  const wanted = given.map((id) => Number(current.get(id) ?? id));
  if (!wanted.length) return [];
  return db
    .select()
    .from(readerPapers)
    .where(and(eq(readerPapers.userId, userId), inArray(readerPapers.paperId, wanted)))
    .orderBy(readerPapers.paperId)
    .for('update');
}

/** A row and its new values. */
type Changed = { row: Row; state: PaperState; tags: string[] };

/** Writes tags in one statement, but answers one by one, because each may change a topic's feedback. */
async function setAll(app: App, reader: Pick<Reader, 'id'>, changes: Changed[]): Promise<void> {
  if (changes.some(({ tags }) => tags.length > tagsAtMost))
    throw new AppError('invalid', `A paper can have at most ${tagsAtMost} tags.`);
  const tagged = changes
    .filter(({ row, tags }) => tags.join('\n') !== row.tags.join('\n'))
    .map(({ row, tags }) => ({ paperId: row.paperId, tags, text: searchedText({ ...row, tags }) }));
  if (tagged.length)
    await app.db.execute(sql`
      update reader_papers p
      set tags = r.tags, document = to_tsvector('english', r.text)
      from ${rowsAsTable({ paperId: 'bigint', tags: 'text[]', text: 'text' }, tagged)} as r
      where p.user_id = ${reader.id} and p.paper_id = r."paperId"`);
  for (const { row, state } of changes)
    if (state !== row.state)
      await setPaperState(app, reader, { paperId: String(row.paperId), termId: null, state });
}

/**
 * Sets a reader's note (Markdown source) or tags of a paper. Idempotent; absent fields stay.
 * @throws AppError `not_found` for a paper that the reader has not answered or imported; as `requireShelfRoom`
 */
export const annotate = (
  app: App,
  reader: Pick<Reader, 'id'>,
  { paperId, ...given }: BodyOf<typeof shelfApi.annotate> & { paperId: string },
): Promise<{ note: string; tags: string[] }> =>
  transaction(app, async ({ db }) => {
    const id = await currentId(db, paperId);
    const row = await rowOf(db, reader.id, id);
    if (!row) throw notFound();
    const { note = row.note, tags = row.tags } = given;
    const noteBytes = Buffer.byteLength(note) - Buffer.byteLength(row.note);
    if (noteBytes > 0) await requireShelfRoom(db, reader.id, { papers: 0, noteBytes });
    const document = documentOf({ shown: row.shown, note, tags });
    await db.update(readerPapers).set({ note, tags, document }).where(isRow(reader.id, id));
    return { note, tags };
  });

/**
 * Like `setPaperState`, for a reader who pressed the button of a mail's “Keep” link, signed in or not. The link expires with
 * its topic.
 * @throws AppError `not_found` for an invalid or expired link, `limited`
 */
export async function setStateByLink(
  app: App,
  { token, state, network }: { token: string; state: PaperState; network: string },
): Promise<{ state: PaperState; former: PaperState }> {
  const mailed = readFeedbackToken(app, token);
  const [topic] = mailed
    ? await app.db
        .select({ userId: searchTerms.userId })
        .from(searchTerms)
        .where(and(eq(searchTerms.id, mailed.termId), isNull(searchTerms.deletedAt)))
    : [];
  if (!mailed || !topic)
    throw new AppError('not_found', 'This link is incomplete or its topic was deleted. Nothing was changed.');
  await limit(app, 'feedback', { account: mailed.termId, network });
  const paperId = String(mailed.paperId);
  return setPaperState(app, { id: topic.userId }, { paperId, termId: mailed.termId, state });
}
