import { sql } from 'drizzle-orm';
import { ingest, shownRecord } from '#corpus/works/ingest.ts';
import { OpenAlexFailure, openAlex } from '#enrichment/impact/openAlex.ts';
import type { App } from '#kit/feature.ts';
import { anyOf } from '#platform/db/batch.ts';
import { papers } from '#platform/db/schema.ts';
import { limit, rateLimit } from '#platform/rateLimits.ts';
import { AppError } from '#shared/contract/errors.ts';
import { pluck } from '#shared/values/pick.ts';
import { isAskable } from '#sources/crossref/index.ts';
import { abstractsAtOnce, openEuropePmc } from '#sources/europepmc/index.ts';
import { checked } from '#sources/record/record.ts';
import { SourceFailure } from '#sources/record/source.ts';
import { questionsOf } from '#sources/registry.ts';

/** Calls for journals, for all readers together: docs/product.md, rule 4.4. */
export const journalCalls = rateLimit('journals', { account: [[150, 23 * 60 * 60]] });

/** Calls for abstracts, of those for journals: docs/product.md, rule 4.4. */
const abstractCalls = rateLimit('journal-abstracts', { account: [[16, 23 * 60 * 60]] });

/** Days until a paper is asked for again, by how often all services answered. */
const waits = [1, 3, 9, 27];

type Due = { doi: string; paperId: number };

/** Papers of followed journals without an abstract that are due, those that were asked for least first. */
const dueBatch = async ({ db, now }: App): Promise<Due[]> =>
  (
    await db.execute<{ doi: string; paper_id: string }>(sql`
      select a.doi, max(a.paper_id) as paper_id from journal_articles a
      join papers p on p.id = a.paper_id and p.abstract is null and p.state = 'current'
      where (a.abstract_asked_at is null or (a.abstract_asked < ${waits.length} and a.abstract_asked_at
          < ${now().toISOString()}::timestamptz - (array[${sql.raw(waits.join())}])[a.abstract_asked + 1] * interval '1 day'))
        and a.issn in (select j.issn from journal_topics j join search_terms t on t.id = j.search_term_id
          where t.is_active and t.deleted_at is null)
      group by a.doi order by min(a.abstract_asked), max(a.seen_at) desc, a.doi limit 50`)
  ).rows.map(({ doi, paper_id }) => ({ doi, paperId: Number(paper_id) }));

/**
 * Asks Europe PMC, and OpenAlex if it is on, for abstracts that neither Crossref nor PubMed has, and stores what they have as
 * the article's record. Each paper is asked for four times, with growing waits. Safe to repeat; ends when the day's calls are
 * used up, or when no service answers.
 */
export async function readAbstracts(app: App, signal: AbortSignal): Promise<void> {
  const all = { account: 'crossref' };
  const spend = () => limit(app, abstractCalls, all, [journalCalls, all]);
  const asking = questionsOf(app, signal, spend);
  const services = [
    openEuropePmc(asking).abstracts,
    ...(app.config.openAlex.apiKey ? [openAlex(asking).abstracts] : []),
  ];
  try {
    for (;;) {
      const all = await dueBatch(app);
      const batch = all.slice(0, Math.max(1, abstractsAtOnce(pluck(all, 'doi'))));
      if (!batch.length) return;
      const found = new Map<string, string>();
      let answered = 0;
      for (const ask of services) {
        const dois = pluck(batch, 'doi').filter((doi) => isAskable(doi) && !found.has(doi));
        const given = dois.length ? await ask(dois).catch((error) => unanswered(app, error)) : new Map();
        if (given) answered++;
        for (const doi of dois) if (given?.get(doi)) found.set(doi, given.get(doi)!);
      }
      if (!answered) return;
      await store(app, batch, found);
      await app.db.execute(sql`update journal_articles set abstract_asked_at = ${app.now().toISOString()}::timestamptz,
        abstract_asked = abstract_asked + ${answered === services.length ? 1 : 0} where ${anyOf(sql`doi`, pluck(batch, 'doi'))}`);
    }
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'limited')) throw error;
  }
}

/** @throws what is no failure of a service */
function unanswered({ log }: App, error: unknown): null {
  if (!(error instanceof SourceFailure || error instanceof OpenAlexFailure)) throw error;
  log.warn({ reason: error.message }, 'abstracts were not found');
  return null;
}

/** Completes Crossref's record of each article, which merges with the others, and which Crossref's own abstract replaces. */
async function store(app: App, batch: Due[], found: Map<string, string>): Promise<void> {
  const had = batch.filter(({ doi }) => found.has(doi));
  const wanted = new Map(had.map(({ paperId, doi }) => [paperId, doi]));
  const works = await app.db
    .select()
    .from(papers)
    .where(anyOf(papers.id, [...wanted.keys()]));
  const records = works.map((work) => {
    const doi = wanted.get(work.id)!;
    const own = { source: 'crossref' as const, sourceId: doi, doi, version: null };
    const url = `https://doi.org/${encodeURI(doi)}`;
    return { ...shownRecord(work), ...own, url, abstract: found.get(doi)! };
  });
  await ingest(app, checked(records).records);
}
