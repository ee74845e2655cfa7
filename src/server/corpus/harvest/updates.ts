import { and, desc, eq, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import type { App } from '#kit/feature.ts';
import { papers, systemState } from '#platform/db/schema.ts';
import { recordMoment } from '#platform/installation.ts';
import { transaction } from '#platform/platform.ts';
import { limit } from '#platform/rateLimits.ts';
import { AppError } from '#shared/contract/errors.ts';
import { dayMs, timeBefore } from '#shared/values/time.ts';
import { batchSize, type Crossref, isAskable, openCrossref } from '#sources/crossref/index.ts';
import type { RegisteredNotice } from '#sources/crossref/reply.ts';
import { addDays, dayOf } from '#sources/record/days.ts';
import { questionsOf } from '#sources/registry.ts';
import { identifierKey } from '../works/identity/identifiers.ts';
import { linkArticles } from '../works/ingest.ts';
import { attachNotices, type Notice } from '../works/notices.ts';
import { lockCorpus } from '../works/rows.ts';
import { ownersOf } from '../works/stored.ts';
import { inWindow } from '../works/works.ts';

/**
 * Stores notices that publishers and Retraction Watch registered at Crossref about works of the corpus, and the articles of
 * preprints. First reads everything registered since the last run, which is a few lists. Then looks up works that were
 * never looked up, newest first, twenty per request, until the daily limit of requests is reached.
 *
 * Does nothing unless it is turned on. Safe to repeat: each notice makes one event, whichever sources report it. Results
 * before a failure stay.
 * @throws SourceFailure, or the signal's reason.
 */
export async function readUpdates(app: App, signal: AbortSignal): Promise<void> {
  if (!app.config.crossref.isOn) return;
  const registry = openRegistry(app, 'updates', signal);
  const done = { notices: 0, links: 0, asked: 0 };
  try {
    await readRecent(app, registry, done);
    await readHeld(app, registry, done);
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'limited')) throw error;
  } finally {
    app.log.info(done, 'asked the registry of DOIs');
  }
}

/** The registry of DOIs. Each request counts against a daily limit, and rejects with AppError `limited` beyond it. */
export const openRegistry = (app: App, of: Parameters<typeof limit>[1], signal: AbortSignal) =>
  openCrossref(questionsOf(app, signal, () => limit(app, of, { account: 'crossref' })));

type Done = { notices: number; links: number; asked: number };

/** Days that are read again, because Crossref's index is hours behind. */
const overlapDays = 2;

async function readRecent(app: App, registry: Crossref, done: Done): Promise<void> {
  const at = app.now();
  const [last] = await app.db.select().from(systemState).where(eq(systemState.name, 'updates'));
  const { harvestDays } = app.config.sources;
  const from = last ? addDays(dayOf(last.at), -overlapDays) : addDays(dayOf(at), -harvestDays);
  const window = { from, to: dayOf(at) };
  for await (const notices of registry.notices(window)) done.notices += await attach(app, notices);
  for await (const links of registry.articles(window)) done.links += await linkArticles(app, links);
  await recordMoment(app.db, 'updates', { at });
}

/** A work is looked up again after this time. Notices registered meanwhile come with the lists. */
const askAgainDays = 90;

async function readHeld(app: App, registry: Crossref, done: Done): Promise<void> {
  for (;;) {
    const batch = await dueBatch(app);
    const dois = batch.flatMap(({ doi }) => (doi && isAskable(doi) ? [doi] : []));
    if (dois.length) {
      const { notices, links } = await registry.about(dois);
      done.notices += await attach(app, notices);
      done.links += await linkArticles(app, links);
      done.asked += dois.length;
    }
    await app.db.execute(sql`
      update papers set updates_asked_at = ${app.now().toISOString()}::timestamptz
      where id in (select json_array_elements_text(${JSON.stringify(batch.map(({ id }) => id))}::json)::bigint)`);
    if (batch.length < batchSize) return;
  }
}

const dueBatch = ({ db, now }: App) =>
  db
    .select({ id: papers.id, doi: papers.doi })
    .from(papers)
    .where(
      and(
        isNotNull(papers.doi),
        inWindow(now()),
        or(isNull(papers.updatesAskedAt), lt(papers.updatesAskedAt, timeBefore(now(), askAgainDays * dayMs))),
      ),
    )
    .orderBy(sql`${papers.updatesAskedAt} asc nulls first`, desc(papers.firstSeenAt), desc(papers.id))
    .limit(batchSize);

/** Stores the notices about works of the corpus. Returns their number. */
const attach = (app: App, registered: RegisteredNotice[]): Promise<number> =>
  transaction(app, async ({ db, now }) => {
    await lockCorpus(db);
    const dois = registered.map(({ about }) => ({ kind: 'doi', value: about }) as const);
    const owners = await ownersOf(db, dois);
    const notices = registered
      .filter(({ about }) => owners.has(identifierKey({ kind: 'doi', value: about })))
      .map(
        ({ kind, about, doi }): Notice => ({
          source: 'crossref',
          sourceId: `${kind} ${about} ${doi}`,
          kind,
          about: [{ kind: 'doi', value: about }],
          signature: null,
          doi,
          url: `https://doi.org/${encodeURI(doi)}`,
        }),
      );
    await attachNotices(db, notices, [], now());
    return notices.length;
  });
