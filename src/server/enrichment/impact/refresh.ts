import { and, desc, eq, isNull, lt, or, sql } from 'drizzle-orm';
import { lockCorpus, writeImpact } from '#corpus/works/rows.ts';
import { inWindow } from '#corpus/works/works.ts';
import type { App } from '#kit/feature.ts';
import { papers } from '#platform/db/schema.ts';
import { transaction } from '#platform/platform.ts';
import { waitFor } from '#platform/rateLimits.ts';
import { type SourceInfo, sources } from '#shared/papers/sources.ts';
import { dayMs } from '#shared/values/time.ts';
import { questionsOf } from '#sources/registry.ts';
import { batchSize, type OpenAlex, OpenAlexFailure, openAlex } from './openAlex.ts';
import { impactFrom, type Work } from './reply.ts';

/**
 * Looks up the papers of the search window in OpenAlex that were never looked up, or not for a month, newest first,
 * until none is left or the day's calls are used up. Does nothing without a key.
 *
 * Idempotent. A batch is written in one transaction: a failure leaves its papers with their earlier impact.
 * @throws OpenAlexFailure, or the signal's reason.
 */
export async function refreshImpact(app: App, signal: AbortSignal): Promise<void> {
  if (!app.config.openAlex.apiKey) return;
  const service = openAlex(questionsOf(app, signal, () => countRequest(app)));
  const journals = new Map<string, number | null>();
  let asked = 0;
  try {
    while (hasAllowance(service)) {
      const batch = await dueBatch(app);
      if (batch.length === 0) break;
      const works = await service.works(batch.map(({ doi }) => doi));
      await learnJournals(service, journals, works);
      await write(app, batch, works, journals);
      asked += batch.length;
    }
  } catch (error) {
    if (!(error instanceof OpenAlexFailure && error.kind === 'spent')) throw error;
    app.log.info({ reason: error.message }, 'no more calls to OpenAlex for today');
  }
  if (asked > 0) app.log.info({ asked, left: service.left() }, 'asked OpenAlex');
}

/** Keeps a tenth of the day's allowance for other uses of the key. */
const hasAllowance = (service: OpenAlex): boolean => (service.left() ?? 1) > 0.1;

const askAgainDays = 30;

const registered = Object.entries<SourceInfo>(sources).flatMap(([name, { eprints }]) =>
  eprints
    ? [sql`when ${papers.source} = ${name} then ${eprints.doiPrefix}::text || lower(${papers.sourceId})`]
    : [],
);

/** A paper's own DOI, else the one that its archive registers for each preprint, by which OpenAlex finds it. */
const doiOf = sql<string>`coalesce(${papers.doi}, case ${sql.join(registered, sql` `)} end)`;

/** A DOI that an OpenAlex filter can carry, where `,` and `|` separate values. https://www.crossref.org/blog/dois-and-matching-regular-expressions/ */
const hasValidDoi = sql`${doiOf} ~ '^10\\.[0-9]{4,9}/[-._;()/:a-z0-9]{1,100}$'`;

type Due = { id: number; doi: string; availableOn: string };

async function dueBatch({ db, now }: App): Promise<Due[]> {
  const at = now().getTime();
  return db
    .select({ id: papers.id, doi: doiOf, availableOn: papers.availableOn })
    .from(papers)
    .where(
      and(
        eq(papers.state, 'current'),
        hasValidDoi,
        inWindow(now()),
        or(isNull(papers.impactAskedAt), lt(papers.impactAskedAt, new Date(at - askAgainDays * dayMs))),
      ),
    )
    .orderBy(desc(papers.firstSeenAt), desc(papers.id))
    .limit(batchSize);
}

/** Counts a request against our own daily limit. @throws OpenAlexFailure `spent` when it is used up. */
async function countRequest(app: App): Promise<void> {
  if ((await waitFor(app, 'impact', { account: 'openalex' })) > 0)
    throw new OpenAlexFailure('spent', 'The daily limit of requests is used up.', null);
}

async function learnJournals(service: OpenAlex, known: Map<string, number | null>, works: Work[]) {
  const ids = [...new Set(works.flatMap(({ journal }) => (journal && !known.has(journal) ? [journal] : [])))];
  for (let at = 0; at < ids.length; at += batchSize) {
    const some = ids.slice(at, at + batchSize);
    const found = await service.venues(some);
    for (const id of some) known.set(id, found.get(id) ?? null);
  }
}

async function write(app: App, batch: Due[], works: Work[], journals: Map<string, number | null>) {
  const at = app.now();
  const byDoi = new Map(works.map((work) => [work.doi, work]));
  const rows = batch.map(({ id, doi, availableOn }) => {
    const work = byDoi.get(doi);
    if (!work) return { id, isKnown: false, impact: null, pdfUrl: null, license: null };
    const venue = work.journal === null ? null : (journals.get(work.journal) ?? null);
    const age = (at.getTime() - Date.parse(work.publicationDate ?? availableOn)) / (365.25 * dayMs);
    const { pdfUrl, license } = work;
    return { id, isKnown: true, impact: impactFrom({ ...work, venue, age }), pdfUrl, license };
  });
  await transaction(app, async ({ db }) => {
    await lockCorpus(db);
    await writeImpact(db, rows, at);
  });
}
