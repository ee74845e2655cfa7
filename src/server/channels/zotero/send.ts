import { and, asc, eq, isNull, or } from 'drizzle-orm';
import { zoteroAccounts, zoteroPapers } from '#platform/db/schema.ts';
import { claimed, leasesOn, released } from '#platform/lease.ts';
import { unseal } from '#platform/seal.ts';
import { minuteMs, timeAfter } from '#shared/values/time.ts';
import type { ChannelsApp } from '../app.ts';
import { pauseBefore } from '../delivery/retries.ts';
import { openZotero, type Zotero, ZoteroRefusal } from './client.ts';
import { itemTypeOf, objectsOf, type SentPaper, type Target, type Templates } from './item.ts';
import { papersToSend } from './papers.ts';
import { arrivedAsFormer, writeOnce } from './write.ts';

/** Papers per write. With a PDF and a note each they stay below Zotero's limit of fifty objects. */
const papersAtOnce = 15;

type Account = typeof zoteroAccounts.$inferSelect;

/** A sending process without a heartbeat for a minute counts as dead. */
export const zoteroLeases = leasesOn({
  table: zoteroAccounts,
  id: zoteroAccounts.userId,
  token: zoteroAccounts.claimedBy,
  heartbeatAt: zoteroAccounts.claimedAt,
  expiresAfterMs: minuteMs,
});

/**
 * Sends the papers that wait for a reader's Zotero, fifteen at a time. Safe to run at any time and concurrently, because one
 * process holds a reader's lease. Keys of items are derived from reader, library and paper, so that repeating a write whose
 * response was lost creates nothing twice.
 */
export async function sendToZotero(app: ChannelsApp, userId: string): Promise<void> {
  const account = await lease(app, userId);
  if (!account) return;
  const held = { id: userId, token: account.claimedBy! };
  const zotero = openZotero(
    app.config.channels.zoteroUrl,
    unseal(app.secret, 'zotero', account.sealed) as string,
  );
  try {
    await zoteroLeases.withHeartbeat(app, held, (lost) => sendAll(app, account, { zotero, lost }));
    await release(app, held, { attempts: 0, problem: null, wait: zotero.backoff() });
  } catch (error) {
    await afterRefusal(app, account, error);
  }
}

async function lease({ db, now }: ChannelsApp, userId: string): Promise<Account | null> {
  const at = now();
  const [account] = await db
    .update(zoteroAccounts)
    .set({ ...claimed(at, crypto.randomUUID()), nextAttemptAt: null })
    .where(
      and(
        eq(zoteroAccounts.userId, userId),
        isNull(zoteroAccounts.ended),
        or(isNull(zoteroAccounts.claimedBy), zoteroLeases.isExpired(at)),
      ),
    )
    .returning();
  return account ?? null;
}

interface Sending {
  zotero: Zotero;
  lost: AbortSignal;
}

async function sendAll(app: ChannelsApp, account: Account, { zotero, lost }: Sending): Promise<void> {
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
    const papers = await papersToSend(
      app,
      userId,
      waiting.map(({ paperId }) => paperId),
    );
    const byId = new Map(papers.map((paper) => [paper.paperId, paper]));
    const rows = waiting.map((row) => ({ row, paper: byId.get(row.paperId) }));
    for (const { row, paper } of rows)
      if (!paper)
        await record(app, row, { status: 'failed', problem: 'The paper is no longer in the library.' });
    const found = rows.flatMap(({ row, paper }) => (paper ? [{ row, paper }] : []));
    if (found.length) await create(app, account, { zotero, papers: found });
    // Zotero asked for a pause. The sweep continues with the rest.
    if (zotero.backoff()) return;
  }
}

interface Waiting {
  row: typeof zoteroPapers.$inferSelect;
  paper: SentPaper;
}

async function create(
  app: ChannelsApp,
  account: Account,
  { zotero, papers }: { zotero: Zotero; papers: Waiting[] },
): Promise<void> {
  const { userId, library, collection } = account;
  const tried = papers.filter(({ row }) => row.library === library);
  const arrived = await arrivedAsFormer(
    zotero,
    { reader: userId, library },
    tried.map(({ paper }) => paper),
  );
  const waiting = papers.filter(({ paper }) => !arrived.has(paper.paperId));
  for (const { row } of papers)
    if (arrived.has(row.paperId)) await record(app, row, { status: 'sent', sentAt: app.now() });
  if (!waiting.length) return;
  const at = app
    .now()
    .toISOString()
    .replace(/\.\d+Z$/, 'Z');
  const target: Target = { library, collection, at };
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

const record = async (
  { db }: Pick<ChannelsApp, 'db'>,
  { userId, paperId }: { userId: string; paperId: number },
  change: Partial<typeof zoteroPapers.$inferInsert>,
): Promise<void> => {
  await db
    .update(zoteroPapers)
    .set(change)
    .where(and(eq(zoteroPapers.userId, userId), eq(zoteroPapers.paperId, paperId)));
};

/** After a refusal: waits, ends the connection, or drops the waiting papers after three days. */
async function afterRefusal(app: ChannelsApp, account: Account, error: unknown): Promise<void> {
  const refusal = error instanceof ZoteroRefusal ? error : null;
  if (!refusal) app.log.error({ account: account.userId, err: error }, 'papers could not be sent to Zotero');
  const held = { id: account.userId, token: account.claimedBy! };
  const problem = refusal?.message ?? 'Something went wrong on our side.';
  if (refusal?.wait === null) return release(app, held, { attempts: 0, problem, ended: problem, wait: 0 });
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

const release = async (
  { db, now }: ChannelsApp,
  held: { id: string; token: string },
  { wait, ...state }: { attempts: number; problem: string | null; ended?: string; wait: number },
): Promise<void> => {
  await db
    .update(zoteroAccounts)
    .set({ ...released, ...state, nextAttemptAt: wait ? timeAfter(now(), wait * 1000) : null })
    .where(zoteroLeases.isHeldBy(held));
};
