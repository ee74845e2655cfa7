import { and, asc, eq, sql } from 'drizzle-orm';
import type { App } from '#kit/feature.ts';
import { searchTerms } from '#platform/db/schema.ts';
import type { Reader } from '#platform/http/route.ts';
import { limit } from '#platform/rateLimits.ts';
import { seal, unseal } from '#platform/seal.ts';
import { AppError } from '#shared/contract/errors.ts';
import { topicOf } from '#topics/topic/topic.ts';
import { zoteroAccounts, zoteroPapers, zoteroTopics } from '../tables.ts';
import { type KeyRights, openZotero, type Zotero, ZoteroRefusal } from './client.ts';

/**
 * Connects a reader with Zotero, or replaces the key. Checks the key's permissions first.
 * @throws AppError `invalid` for an unknown or read-only key, `unavailable` if Zotero cannot be reached
 */
export async function connectZotero(app: App, reader: Reader, key: string): Promise<void> {
  await limit(app, 'channel', { account: reader.id });
  const zotero = openZotero(app.config.zotero.url, key);
  const rights = await asked(() => zotero.rights(), refusedKey);
  const listed = await libraries(zotero, rights);
  const [first] = listed;
  if (!first) throw invalid('This key may not write to any library. Give it write access, or make another.');
  const sealed = seal(app.secret, 'zotero', key);
  const [before] = await app.db.select().from(zoteroAccounts).where(eq(zoteroAccounts.userId, reader.id));
  const isReachable = listed.some(({ id }) => id === before?.library);
  await app.db
    .insert(zoteroAccounts)
    .values({
      userId: reader.id,
      sealed,
      username: rights.username,
      library: first.id,
      libraryName: first.name,
      keptSince: app.now(),
      createdAt: app.now(),
    })
    .onConflictDoUpdate({
      target: zoteroAccounts.userId,
      set: {
        sealed,
        username: rights.username,
        ended: null,
        problem: null,
        attempts: 0,
        nextAttemptAt: null,
        // Keep the chosen library if the new key may write to it.
        ...(isReachable
          ? {}
          : { library: first.id, libraryName: first.name, collection: null, collectionName: null }),
      },
    });
}

/** Libraries that a key can write to: the reader's own, then groups. */
async function libraries(zotero: Zotero, { userID, username, access }: KeyRights) {
  const own = access?.user?.library && access.user.write ? [{ id: `users/${userID}`, name: username }] : [];
  const groups = access?.groups ?? {};
  const mayWrite = (id: number) => (groups[String(id)] ?? groups.all)?.write === true;
  const listed = Object.keys(groups).length ? await asked(() => zotero.groups(userID), refusedKey) : [];
  return [
    ...own,
    ...listed.flatMap(({ id, data }) =>
      id !== undefined && mayWrite(id) ? [{ id: `groups/${id}`, name: data.name }] : [],
    ),
  ];
}

const invalid = (sentence: string): AppError =>
  new AppError('invalid', sentence, { fields: { key: sentence } });

const refusedKey = 'Zotero does not know this key, or it may not read the library.';

/** Converts an error of Zotero's into an AppError. */
async function asked<T>(call: () => Promise<T>, refused: string): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof ZoteroRefusal)) throw error;
    if (error.wait === null) throw invalid(refused);
    throw new AppError('unavailable', `${error.message} Please try again later.`);
  }
}

/** Libraries to choose from, and the collections of one of them. */
export async function zoteroPlaces(app: App, reader: Reader, library: string | undefined) {
  const zotero = await zoteroOf(app, reader);
  const listed = await libraries(zotero, await asked(() => zotero.rights(), refusedKey));
  const chosen = listed.find(({ id }) => id === library);
  const collections = chosen ? await asked(() => zotero.collections(chosen.id), refusedKey) : [];
  return {
    libraries: listed,
    collections: collections.flatMap(({ key, data }) => (key ? [{ key, name: data.name }] : [])),
  };
}

async function zoteroOf(app: App, reader: Reader): Promise<Zotero> {
  const [row] = await app.db.select().from(zoteroAccounts).where(eq(zoteroAccounts.userId, reader.id));
  if (!row) throw notConnected();
  return openZotero(app.config.zotero.url, unseal(app.secret, 'zotero', row.sealed) as string);
}

const notConnected = () => new AppError('not_found', 'Zotero is not connected.');

/**
 * Chooses the library and collection for papers, and whether kept papers go there. Papers sent before stay where they are.
 * @throws AppError `invalid` for a library or collection that the key cannot use
 */
export async function changeZotero(
  app: App,
  reader: Reader,
  wanted: { library: string; collection: string | null; sendsKept: boolean },
): Promise<void> {
  const { libraries, collections } = await zoteroPlaces(app, reader, wanted.library);
  const library = libraries.find(({ id }) => id === wanted.library);
  const collection = collections.find(({ key }) => key === wanted.collection);
  if (!library) throw new AppError('invalid', 'Please choose a library from the list.');
  if (wanted.collection && !collection)
    throw new AppError('invalid', 'Please choose a collection from the list.');
  await app.db
    .update(zoteroAccounts)
    .set({
      library: library.id,
      libraryName: library.name,
      collection: collection?.key ?? null,
      collectionName: collection?.name ?? null,
      keptSince: wanted.sendsKept
        ? sql`coalesce(${zoteroAccounts.keptSince}, ${app.now().toISOString()}::timestamptz)`
        : null,
      ended: null,
      problem: null,
      attempts: 0,
      nextAttemptAt: null,
    })
    .where(eq(zoteroAccounts.userId, reader.id));
}

/** Sets whether all papers of a topic's future digests go to Zotero. */
export async function setZoteroTopic(app: App, reader: Reader, topicId: string, sends: boolean) {
  const topic = await topicOf(app, reader.id, topicId);
  const [account] = await app.db.select().from(zoteroAccounts).where(eq(zoteroAccounts.userId, reader.id));
  if (!account) throw new AppError('conflict', 'Zotero is not connected.');
  if (sends)
    await app.db
      .insert(zoteroTopics)
      .values({ searchTermId: topic.id, userId: reader.id, since: app.now() })
      .onConflictDoNothing();
  else await app.db.delete(zoteroTopics).where(eq(zoteroTopics.searchTermId, topic.id));
}

/** Deletes the key and the record of sent papers. */
export async function disconnectZotero({ db }: App, reader: Reader): Promise<void> {
  await db.delete(zoteroAccounts).where(eq(zoteroAccounts.userId, reader.id));
}

/** A reader's connection as the API returns it; null without one. */
export async function readZotero({ db }: Pick<App, 'db'>, userId: string) {
  const [row] = await db.select().from(zoteroAccounts).where(eq(zoteroAccounts.userId, userId));
  if (!row) return null;
  const topics = await db
    .select({ id: zoteroTopics.searchTermId })
    .from(zoteroTopics)
    .innerJoin(
      searchTerms,
      and(eq(searchTerms.id, zoteroTopics.searchTermId), sql`${searchTerms.deletedAt} is null`),
    )
    .where(eq(zoteroTopics.userId, userId));
  const counted = await db
    .select({ status: zoteroPapers.status, count: sql<number>`count(*)::int` })
    .from(zoteroPapers)
    .where(eq(zoteroPapers.userId, userId))
    .groupBy(zoteroPapers.status);
  const count = (wanted: string) => counted.find(({ status }) => status === wanted)?.count ?? 0;
  return {
    username: row.username,
    library: { id: row.library, name: row.libraryName },
    collection: row.collection ? { key: row.collection, name: row.collectionName ?? '' } : null,
    sendsKept: row.keptSince !== null,
    topics: topics.map(({ id }) => id),
    connectedAt: row.createdAt,
    ended: row.ended,
    problem: row.problem,
    papers: { waiting: count('pending'), sent: count('sent'), failed: count('failed') },
  };
}

/** For the mail about a new password. */
export const zoteroInWords = async ({ db }: Pick<App, 'db'>, userId: string): Promise<string[]> =>
  (await db.select().from(zoteroAccounts).where(eq(zoteroAccounts.userId, userId))).map(
    ({ username }) => `what is sent to the library of ${username} in Zotero`,
  );

/** A reader's connection with every paper sent, for the data export. */
export async function exportZotero(app: Pick<App, 'db'>, userId: string) {
  const account = await readZotero(app, userId);
  if (!account) return null;
  const rows = await app.db
    .select()
    .from(zoteroPapers)
    .where(eq(zoteroPapers.userId, userId))
    .orderBy(asc(zoteroPapers.createdAt), asc(zoteroPapers.paperId));
  return {
    ...account,
    sentPapers: rows.map((row) => ({ ...row, paperId: String(row.paperId) })),
  };
}
