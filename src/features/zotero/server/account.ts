import { and, asc, count, eq, isNull, sql } from 'drizzle-orm';
import { originOf, recordActivity } from '#accounts/credentials/activity.ts';
import { requireProof } from '#accounts/credentials/proof.ts';
import type { App } from '#kit/feature.ts';
import { searchTerms } from '#platform/db/schema.ts';
import { answerMs } from '#platform/http/outbound.ts';
import { type Route, serveReader } from '#platform/http/route.ts';
import { limit } from '#platform/rateLimits.ts';
import { seal, unseal } from '#platform/seal.ts';
import type { BodyOf } from '#shared/contract/endpoint.ts';
import { AppError } from '#shared/contract/errors.ts';
import { pick } from '#shared/values/pick.ts';
import { topicOf } from '#topics/topic/topic.ts';
import { zoteroApi } from '../contract.ts';
import { zoteroAccounts, zoteroPapers, zoteroTopics } from '../tables.ts';
import { type KeyRights, openZotero, type Zotero, ZoteroRefusal } from './client.ts';

const reset = { ended: null, problem: null, attempts: 0, nextAttemptAt: null };

export const routes: Route<App>[] = [
  serveReader(zoteroApi.read, async (app, { reader }) => ({ account: await readZotero(app, reader.id) })),
  serveReader(zoteroApi.connect, async (app, call) => {
    const { reader, body } = call;
    // Needs a proof, because the key may be somebody else's, and kept papers would go to their library.
    await requireProof(app, reader);
    const detail = await connect(app, reader.id, body.key);
    await recordActivity(app, reader.id, 'zotero-connected', { detail, from: originOf(call) });
    return { account: await readZotero(app, reader.id) };
  }),
  serveReader(zoteroApi.places, (app, { reader, query }) => placesOf(app, reader.id, query.library)),
  serveReader(zoteroApi.change, async (app, { reader, body }) => {
    await change(app, reader.id, body);
    return { account: await readZotero(app, reader.id) };
  }),
  serveReader(zoteroApi.setTopic, async (app, { reader, params, body: { sends } }) => {
    const topic = await topicOf(app, reader.id, params.id);
    if (!(await accountOf(app, reader.id))) throw new AppError('conflict', 'Zotero is not connected.');
    if (sends)
      await app.db
        .insert(zoteroTopics)
        .values({ searchTermId: topic.id, userId: reader.id, since: app.now() })
        .onConflictDoNothing();
    else await app.db.delete(zoteroTopics).where(eq(zoteroTopics.searchTermId, topic.id));
    return {
      message: sends
        ? 'Every paper of this topic goes to Zotero from now on.'
        : 'This topic no longer goes to Zotero.',
    };
  }),
  serveReader(zoteroApi.disconnect, async ({ db }, { reader }) => {
    await db.delete(zoteroAccounts).where(eq(zoteroAccounts.userId, reader.id));
    return { message: 'Nothing goes to Zotero any more. What is there stays.' };
  }),
];

const accountOf = async ({ db }: Pick<App, 'db'>, userId: string) =>
  (await db.select().from(zoteroAccounts).where(eq(zoteroAccounts.userId, userId)))[0];

/**
 * Connects a reader with Zotero, or replaces the key. Checks the key's permissions first.
 * @returns the name of the account there
 * @throws AppError `invalid` for an unknown or read-only key, `unavailable` if Zotero cannot be reached
 */
async function connect(app: App, userId: string, key: string): Promise<string> {
  await limit(app, 'channel', { account: userId });
  const zotero = openZotero(app.config.zotero.url, key, answerMs);
  const rights = await asked(() => zotero.rights());
  const listed = await libraries(zotero, rights);
  const [first] = listed;
  if (!first) throw invalid('This key may not write to any library. Give it write access, or make another.');
  const given = { sealed: seal(app.secret, 'zotero', key), username: rights.username };
  const place = { library: first.id, libraryName: first.name };
  const before = await accountOf(app, userId);
  // Keep the chosen library if the new key may write to it.
  const isReachable = listed.some(({ id }) => id === before?.library);
  const moved = isReachable ? {} : { ...place, collection: null, collectionName: null };
  await app.db
    .insert(zoteroAccounts)
    .values({ userId, ...given, ...place, keptSince: app.now(), createdAt: app.now() })
    .onConflictDoUpdate({ target: zoteroAccounts.userId, set: { ...given, ...reset, ...moved } });
  return rights.username;
}

/** Libraries that a key can write to: the reader's own, then groups. */
async function libraries(zotero: Zotero, { userID, username, access }: KeyRights) {
  const own = access?.user?.library && access.user.write ? [{ id: `users/${userID}`, name: username }] : [];
  const groups = access?.groups ?? {};
  const mayWrite = (id: number) => (groups[String(id)] ?? groups.all)?.write === true;
  const listed = Object.keys(groups).length ? await asked(() => zotero.groups(userID)) : [];
  return [
    ...own,
    ...listed.flatMap(({ id, data }) =>
      id !== undefined && mayWrite(id) ? [{ id: `groups/${id}`, name: data.name }] : [],
    ),
  ];
}

const invalid = (sentence: string): AppError =>
  new AppError('invalid', sentence, { fields: { key: sentence } });

/** Converts an error of Zotero's into an AppError. */
async function asked<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof ZoteroRefusal)) throw error;
    if (error.wait === null) throw invalid('Zotero does not know this key, or it may not read the library.');
    throw new AppError('unavailable', `${error.message} Please try again later.`);
  }
}

/** Libraries to choose from, and the collections of one of them. @throws AppError `not_found` without a connection */
async function placesOf(app: App, userId: string, library: string | undefined) {
  const account = await accountOf(app, userId);
  if (!account) throw new AppError('not_found', 'Zotero is not connected.');
  const key = unseal(app.secret, 'zotero', account.sealed) as string;
  const zotero = openZotero(app.config.zotero.url, key, answerMs);
  const listed = await libraries(zotero, await asked(() => zotero.rights()));
  const chosen = listed.find(({ id }) => id === library);
  const collections = chosen ? await asked(() => zotero.collections(chosen.id)) : [];
  return {
    libraries: listed,
    collections: collections.flatMap(({ key, data }) => (key ? [{ key, name: data.name }] : [])),
  };
}

/**
 * Chooses the library and collection for papers, and whether kept papers go there. Papers sent before stay where they are.
 * @throws AppError `invalid` for a library or collection that the key cannot use
 */
async function change(app: App, userId: string, wanted: BodyOf<typeof zoteroApi.change>): Promise<void> {
  const { libraries, collections } = await placesOf(app, userId, wanted.library);
  const library = libraries.find(({ id }) => id === wanted.library);
  const collection = collections.find(({ key }) => key === wanted.collection);
  if (!library) throw new AppError('invalid', 'Please choose a library from the list.');
  if (wanted.collection && !collection)
    throw new AppError('invalid', 'Please choose a collection from the list.');
  const since = sql`coalesce(${zoteroAccounts.keptSince}, ${app.now().toISOString()}::timestamptz)`;
  await app.db
    .update(zoteroAccounts)
    .set({
      ...{ ...reset, library: library.id, libraryName: library.name },
      ...{ collection: collection?.key ?? null, collectionName: collection?.name ?? null },
      keptSince: wanted.sendsKept ? since : null,
    })
    .where(eq(zoteroAccounts.userId, userId));
}

/** A reader's connection as the API returns it; null without one. */
async function readZotero({ db }: App, userId: string) {
  const row = await accountOf({ db }, userId);
  if (!row) return null;
  const topics = await db
    .select({ id: zoteroTopics.searchTermId })
    .from(zoteroTopics)
    .innerJoin(searchTerms, and(eq(searchTerms.id, zoteroTopics.searchTermId), isNull(searchTerms.deletedAt)))
    .where(eq(zoteroTopics.userId, userId));
  const counted = await db
    .select({ status: zoteroPapers.status, papers: count() })
    .from(zoteroPapers)
    .where(eq(zoteroPapers.userId, userId))
    .groupBy(zoteroPapers.status);
  const papers = (wanted: string) => counted.find(({ status }) => status === wanted)?.papers ?? 0;
  return {
    ...pick(row, 'username ended problem'),
    library: { id: row.library, name: row.libraryName },
    collection: row.collection ? { key: row.collection, name: row.collectionName ?? '' } : null,
    sendsKept: row.keptSince !== null,
    topics: topics.map(({ id }) => id),
    connectedAt: row.createdAt,
    papers: { waiting: papers('pending'), sent: papers('sent'), failed: papers('failed') },
  };
}

/** For the mail about a new password. */
export async function zoteroInWords(app: App, userId: string): Promise<string[]> {
  const account = await accountOf(app, userId);
  return account ? [`what is sent to the library of ${account.username} in Zotero`] : [];
}

/** A reader's connection with every paper sent, for the data export. */
export async function exportZotero(app: App, userId: string) {
  const account = await readZotero(app, userId);
  if (!account) return null;
  const rows = await app.db
    .select()
    .from(zoteroPapers)
    .where(eq(zoteroPapers.userId, userId))
    .orderBy(asc(zoteroPapers.createdAt), asc(zoteroPapers.paperId));
  return { ...account, sentPapers: rows.map((row) => ({ ...row, paperId: String(row.paperId) })) };
}
