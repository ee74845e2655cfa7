import { createHash } from 'node:crypto';
import { and, asc, eq, getTableColumns, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import { shownOf, worksByAnyId } from '#corpus/works/works.ts';
import { citationsOf } from '#features/citations/server/citation.ts';
import type { App } from '#kit/feature.ts';
import { deliveredPapers, emailDigests, paperIdentifiers, readerPapers } from '#platform/db/schema.ts';
import { claimed, leasesOn, released } from '#platform/lease.ts';
import { pauseBefore } from '#platform/retries.ts';
import { unseal } from '#platform/seal.ts';
import { pluck } from '#shared/values/pick.ts';
import { minuteMs, timeAfter } from '#shared/values/time.ts';
import { zoteroAccounts, zoteroPapers } from '../tables.ts';
import {
  itemKey,
  itemTypeOf,
  objectsOf,
  openZotero,
  readWritten,
  refusalOf,
  type SentPaper,
  type Templates,
  type Written,
  type Zotero,
  type ZoteroObject,
  ZoteroRefusal,
} from './client.ts';

/** Papers per write. With a PDF and a note each they stay below Zotero's limit of fifty objects. */
const papersAtOnce = 15;

type Account = typeof zoteroAccounts.$inferSelect;

/** A sending process without a heartbeat for a minute counts as dead. */
const zoteroLeases = leasesOn({ ...getTableColumns(zoteroAccounts), id: zoteroAccounts.userId }, minuteMs);

/**
 * Sends the papers that wait for a reader's Zotero, fifteen at a time. Safe to run at any time and concurrently, because one
 * process holds a reader's lease. Keys of items are derived from reader, library and paper, so that repeating a write whose
 * response was lost creates nothing twice.
 */
export async function sendToZotero(app: App, userId: string): Promise<void> {
  const at = app.now();
  const isFree = or(isNull(zoteroAccounts.claimedBy), zoteroLeases.isExpired(at));
  const [account] = await app.db
    .update(zoteroAccounts)
    .set({ ...claimed(at, crypto.randomUUID()), nextAttemptAt: null })
    .where(and(eq(zoteroAccounts.userId, userId), isNull(zoteroAccounts.ended), isFree))
    .returning();
  if (!account) return;
  const held = { id: userId, token: account.claimedBy! };
  const zotero = openZotero(app.config.zotero.url, unseal(app.secret, 'zotero', account.sealed) as string);
  try {
    await zoteroLeases.withHeartbeat(app, held, (lost) => sendAll(app, account, zotero, lost));
    await release(app, held, { attempts: 0, problem: null, wait: zotero.backoff() });
  } catch (error) {
    await afterRefusal(app, account, error);
  }
}

async function sendAll(app: App, account: Account, zotero: Zotero, lost: AbortSignal): Promise<void> {
  const { userId } = account;
  for (;;) {
    const waiting = await app.db
      .select()
      .from(zoteroPapers)
      .where(and(eq(zoteroPapers.userId, userId), eq(zoteroPapers.status, 'pending')))
      .orderBy(asc(zoteroPapers.createdAt), asc(zoteroPapers.paperId))
      .limit(papersAtOnce);
    if (!waiting.length) return;
    lost.throwIfAborted();
    const papers = await papersToSend(app, userId, pluck(waiting, 'paperId'));
    const byId = new Map(papers.map((paper) => [paper.paperId, paper]));
    const found: Waiting[] = [];
    for (const row of waiting) {
      const paper = byId.get(row.paperId);
      if (paper) found.push({ row, paper });
      else await record(app, row, { status: 'failed', problem: 'The paper is no longer in the library.' });
    }
    if (found.length) await create(app, account, zotero, found);
    // Zotero asked for a pause. The sweep continues with the rest.
    if (zotero.backoff()) return;
  }
}

type Waiting = { row: typeof zoteroPapers.$inferSelect; paper: SentPaper };

async function create(app: App, account: Account, zotero: Zotero, papers: Waiting[]): Promise<void> {
  const { userId, library, collection } = account;
  const tried = papers.filter(({ row }) => row.library === library);
  const arrived = await arrivedAsFormer(zotero, { reader: userId, library }, pluck(tried, 'paper'));
  const waiting = papers.filter(({ paper }) => !arrived.has(paper.paperId));
  for (const { row } of papers)
    if (arrived.has(row.paperId)) await record(app, row, { status: 'sent', sentAt: app.now() });
  if (!waiting.length) return;
  const target = { library, collection, at: `${app.now().toISOString().slice(0, 19)}Z` };
  const templates: Templates = new Map();
  for (const type of new Set(waiting.map(({ paper }) => itemTypeOf(paper.citation))))
    templates.set(type, await zotero.template(type));
  // Recorded before the write, so that we know what may exist if the response is lost.
  for (const { row } of waiting) if (row.library !== library) await record(app, row, { library });
  const objects = waiting.map(({ paper }) => objectsOf(userId, paper, target, templates));
  const written = await writeOnce(zotero, library, { objects: objects.flat(), attempts: account.attempts });
  const outcomes = waiting.map(({ row }, at) => {
    const [item, ...children] = objects[at]!.map(({ key }) => written.get(key)!);
    return { row, item: item!, children };
  });
  if (outcomes.some(({ item }) => item.code === 409 && /^Collection /.test(item.message)))
    throw new ZoteroRefusal('The collection is no longer there. Choose another.', 409, null);
  for (const { row, item, children } of outcomes) {
    const problem = children.find(({ isThere }) => !isThere)?.message ?? null;
    if (item.isThere) await record(app, row, { status: 'sent', sentAt: app.now(), problem });
    // The paper itself is invalid, so another attempt would fail too.
    else if (item.code < 500 && item.code !== 429)
      await record(app, row, { status: 'failed', problem: item.message.slice(0, 300) });
  }
  if (outcomes.some(({ item }) => !item.isThere && (item.code >= 500 || item.code === 429)))
    throw new ZoteroRefusal('Zotero could not save some papers.', 200, 0);
}

const record = ({ db }: App, { userId, paperId }: Waiting['row'], change: Partial<Waiting['row']>) =>
  db
    .update(zoteroPapers)
    .set(change)
    .where(and(eq(zoteroPapers.userId, userId), eq(zoteroPapers.paperId, paperId)));

/** After a refusal: waits, ends the connection, or drops the waiting papers after three days. */
async function afterRefusal(app: App, account: Account, error: unknown): Promise<void> {
  const refusal = error instanceof ZoteroRefusal ? error : null;
  if (!refusal) app.log.error({ account: account.userId, err: error }, 'papers could not be sent to Zotero');
  const held = { id: account.userId, token: account.claimedBy! };
  const problem = refusal?.message ?? 'Something went wrong on our side.';
  if (refusal?.wait === null) {
    await release(app, held, { attempts: 0, problem, ended: problem, wait: 0 });
    return;
  }
  const attempts = account.attempts + 1;
  const pause = pauseBefore(attempts, refusal?.wait ?? 0);
  app.log.warn({ account: account.userId, attempts, pause, problem }, 'Zotero has to wait');
  if (pause === null)
    await app.db
      .update(zoteroPapers)
      .set({ status: 'failed', problem: `Stopped trying after three days: ${problem}` })
      .where(and(eq(zoteroPapers.userId, account.userId), eq(zoteroPapers.status, 'pending')));
  await release(app, held, { attempts: pause === null ? 0 : attempts, problem, wait: pause ?? 0 });
}

const release = (
  { db, now }: App,
  held: { id: string; token: string },
  { wait, ...state }: { attempts: number; problem: string | null; ended?: string; wait: number },
) =>
  db
    .update(zoteroAccounts)
    .set({ ...released, ...state, nextAttemptAt: wait ? timeAfter(now(), wait * 1000) : null })
    .where(zoteroLeases.isHeldBy(held));

const rowsPerRound = 1000;

/**
 * Adds a row for every paper that has to go to Zotero, and enqueues every reader whose papers are due. Sends nothing itself.
 * Safe to run at any time and concurrently, because a paper has one row per reader.
 */
export async function planZotero(app: App): Promise<void> {
  await writeDown(app);
  const jobs = (await dueReaders(app)).map(({ id }) => ({ payload: { userId: id }, key: id }));
  if (jobs.length) await app.sendAll('send-to-zotero', jobs);
}

/** Papers kept since kept papers go there, and papers of digests since their topic goes there. */
async function writeDown({ db, now }: App): Promise<void> {
  const at = sql`${now().toISOString()}::timestamptz`;
  await db.execute(sql`
    insert into zotero_papers (user_id, paper_id, created_at)
    select z.user_id, p.paper_id, ${at}
    from zotero_accounts z join reader_papers p on p.user_id = z.user_id
    where z.ended is null and z.kept_since is not null and p.state = 'kept' and p.changed_at >= z.kept_since
      and not exists (select 1 from zotero_papers l where l.user_id = z.user_id and l.paper_id = p.paper_id)
    limit ${rowsPerRound}
    on conflict do nothing`);
  await db.execute(sql`
    insert into zotero_papers (user_id, paper_id, created_at)
    select distinct z.user_id, d.paper_id, ${at}
    from zotero_accounts z join zotero_topics t on t.user_id = z.user_id
      join delivered_papers d on d.search_term_id = t.search_term_id
    where z.ended is null and d.delivered_at >= t.since
      and not exists (select 1 from zotero_papers l where l.user_id = z.user_id and l.paper_id = d.paper_id)
    limit ${rowsPerRound}
    on conflict do nothing`);
}

/** Readers with waiting papers for whom no worker is sending. Skips a row for a minute after it was enqueued. */
async function dueReaders({ db, now }: App): Promise<{ id: string }[]> {
  const at = now();
  const moment = (time: Date) => sql`${time.toISOString()}::timestamptz`;
  const { rows } = await db.execute<{ id: string }>(sql`
    with open as (
      select user_id from zotero_accounts
      where ended is null and (next_attempt_at is null or next_attempt_at <= ${moment(at)})
        and (claimed_by is null or ${zoteroLeases.isExpired(at)})
        and exists (select 1 from zotero_papers p where p.user_id = zotero_accounts.user_id and p.status = 'pending')
      limit ${rowsPerRound}
      for update skip locked)
    update zotero_accounts z set next_attempt_at = ${moment(timeAfter(at, minuteMs))}
    from open where z.user_id = open.user_id
    returning z.user_id as id`);
  return rows;
}

/** Releases readers for whom a killed process was sending. Only for the embedded database, which one process owns. */
export async function releaseZotero({ db }: App): Promise<void> {
  await db.execute(
    sql`update zotero_accounts set claimed_at = null, claimed_by = null, next_attempt_at = null where claimed_by is not null`,
  );
}

/** Zotero has the paper under the absorbed id, so it is not sent again under the remaining one. */
export async function movePapers(db: App['db'], pairs: SQL): Promise<void> {
  await db.execute(sql`
    insert into zotero_papers as z (user_id, paper_id, status, problem, library, created_at, sent_at)
    select distinct on (o.user_id, j.kept) o.user_id, j.kept, o.status, o.problem, o.library, o.created_at, o.sent_at
    from zotero_papers o join ${pairs} on o.paper_id = j.absorbed
    order by o.user_id, j.kept, o.sent_at nulls last, o.library is null
    on conflict (user_id, paper_id) do update set
      status = excluded.status, problem = excluded.problem, library = excluded.library,
      created_at = excluded.created_at, sent_at = excluded.sent_at
    where z.library is null`);
}

/**
 * One write. Its token is the same for every attempt with the same objects, so that Zotero refuses a repeated write. Then it
 * looks up which objects exist, and writes only the others, under another token.
 */
async function writeOnce(
  zotero: Zotero,
  library: string,
  { objects, attempts }: { objects: ZoteroObject[]; attempts: number },
): Promise<Map<string, Written>> {
  const keys = objects.map(({ key }) => key);
  const answer = await zotero.write(library, objects, tokenOf(keys));
  if (answer.status === 200) return byKey(keys, readWritten(answer, keys.length));
  if (answer.status !== 412) throw refusalOf(answer);
  const there = await zotero.existing(library, keys);
  const rest = objects.filter(({ key }) => !there.has(key));
  const again = rest.length ? await zotero.write(library, rest, tokenOf([...keys, attempts])) : null;
  if (again && again.status !== 200) throw refusalOf(again);
  const found = new Map([...there].map((key) => [key, { isThere: true, code: 412, message: '' }]));
  const missing = rest.map(({ key }) => key);
  return new Map([...found, ...(again ? byKey(missing, readWritten(again, missing.length)) : [])]);
}

const byKey = (keys: string[], written: Written[]): Map<string, Written> =>
  new Map(keys.map((key, at) => [key, written[at]!]));

const tokenOf = (parts: (string | number)[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);

/** Papers that the library has under the id of a work merged into theirs since their first attempt, whose answer was lost. */
async function arrivedAsFormer(
  zotero: Zotero,
  { reader, library }: { reader: string; library: string },
  papers: SentPaper[],
): Promise<Set<number>> {
  const keysOf = ({ formerIds }: SentPaper) => formerIds.map((id) => itemKey(reader, library, id, 'item'));
  const keys = papers.flatMap(keysOf);
  const there = keys.length ? await zotero.existing(library, keys) : new Set();
  return new Set(
    papers.filter((paper) => keysOf(paper).some((key) => there.has(key))).map(({ paperId }) => paperId),
  );
}

/** Papers from the corpus, with the reader's tags and notes. Skips deleted papers. */
async function papersToSend(app: App, userId: string, ids: number[]): Promise<SentPaper[]> {
  const byId = await worksByAnyId(app, ids);
  const kept = await app.db
    .select({ paperId: readerPapers.paperId, tags: readerPapers.tags, note: readerPapers.note })
    .from(readerPapers)
    .where(and(eq(readerPapers.userId, userId), inArray(readerPapers.paperId, ids)));
  const brought = await app.db
    .select({ paperId: deliveredPapers.paperId, topic: sql<string>`min(${emailDigests.searchTerm})` })
    .from(deliveredPapers)
    .innerJoin(emailDigests, eq(emailDigests.id, deliveredPapers.digestId))
    .where(and(eq(emailDigests.userId, userId), inArray(deliveredPapers.paperId, ids)))
    .groupBy(deliveredPapers.paperId);
  const joined = await app.db
    .select({ paperId: paperIdentifiers.paperId, former: paperIdentifiers.value })
    .from(paperIdentifiers)
    .where(and(eq(paperIdentifiers.kind, 'joined'), inArray(paperIdentifiers.paperId, ids)));
  const former = Map.groupBy(joined, ({ paperId }) => paperId);
  const shelf = new Map(kept.map((row) => [row.paperId, row]));
  const topics = new Map(brought.map(({ paperId, topic }) => [paperId, topic]));
  const found = ids.flatMap((paperId) => {
    const work = byId.get(paperId);
    return work ? [{ paperId, work, paper: shownOf(work) }] : [];
  });
  const citations = citationsOf(found);
  return found.map(({ paperId, work }, at) => ({
    paperId,
    formerIds: (former.get(paperId) ?? []).map((row) => Number(row.former)),
    citation: citations[at]!,
    pdfUrl: work.pdfUrl,
    topic: topics.get(paperId) ?? null,
    tags: shelf.get(paperId)?.tags ?? [],
    note: shelf.get(paperId)?.note ?? '',
  }));
}
