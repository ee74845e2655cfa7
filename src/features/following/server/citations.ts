import { and, desc, eq, gt, sql } from 'drizzle-orm';
import { openRegistry } from '#corpus/harvest/updates.ts';
import { identifierKey } from '#corpus/works/identity/identifiers.ts';
import { ingest } from '#corpus/works/ingest.ts';
import { ownersOf } from '#corpus/works/stored.ts';
import { worksById } from '#corpus/works/works.ts';
import type { App, Followed } from '#kit/feature.ts';
import { anyOf } from '#platform/db/batch.ts';
import { papers } from '#platform/db/schema.ts';
import { type Route, serveReader } from '#platform/http/route.ts';
import { limit, limited } from '#platform/rateLimits.ts';
import { sentencesOf } from '#reading/text/sentences.ts';
import { AppError } from '#shared/contract/errors.ts';
import { pluck } from '#shared/values/pick.ts';
import { dayMs, hourMs, timeBefore } from '#shared/values/time.ts';
import { batchSize, isAskable } from '#sources/crossref/index.ts';
import { openEuropePmc } from '#sources/europepmc/index.ts';
import { addDays, dayOf } from '#sources/record/days.ts';
import { doiOf } from '#sources/record/record.ts';
import { SourceFailure } from '#sources/record/source.ts';
import { questionsOf } from '#sources/registry.ts';
import { addTopic } from '#topics/edit.ts';
import { followingApi } from '../contract.ts';
import { citationsAsked, citingPapers, followedThings } from '../tables.ts';
import { nameIn } from './namesakes.ts';
import { followingCalls } from './people.ts';

export const citationRoutes: Route<App>[] = [
  // Without a DOI, what cites whatever the reader keeps. Idempotent.
  serveReader(followingApi.cite, async (app, { reader, body: { doi: asked }, network }) => {
    const doi = asked === undefined ? null : doiOf(asked);
    if (asked !== undefined && !doi)
      throw new AppError('invalid', 'Please enter a DOI, such as 10.1000/182.');
    const [work] = doi ? await worksOf(app, [doi]) : [];
    const cited = doi ? `“${(work?.title ?? doi).slice(0, 200)}”` : 'what I keep';
    const { topic } = await limited(app, ['search', { account: reader.id, network }], () =>
      addTopic(app, reader.id, `Papers that cite ${cited}`, {
        kind: 'citations',
        key: doi ?? '',
        begin: ({ db }, searchTermId) => db.insert(followedThings).values({ searchTermId, doi }),
      }),
    );
    return { topicId: topic.id, message: 'You follow what cites it.' };
  }),
];

const doiKey = (value: string) => ({ kind: 'doi' as const, value });

const worksOf = async (app: App, dois: string[]) =>
  worksById(app, [...(await ownersOf(app.db, dois.map(doiKey))).values()]);

/** DOIs whose citations a topic follows, or all topics, with their PMIDs and when they were last asked for. */
const watched = ({ db }: App, termId = '') =>
  db.execute<{ doi: string; pmid: string | null; at: string | null }>(sql`
    select doi, max(pmid) as pmid, max(at)::text as at from (
      select coalesce(f.doi, p.doi) as doi, i.value as pmid, a.at
      from followed_things f join search_terms t on t.id = f.search_term_id and t.is_active and t.deleted_at is null
      left join reader_papers r on f.doi is null and r.user_id = t.user_id and r.state = 'kept'
      left join papers p on p.id = r.paper_id
      left join paper_identifiers d on d.kind = 'doi' and d.value = coalesce(f.doi, p.doi)
      left join paper_identifiers i on i.kind = 'pmid' and i.paper_id = d.paper_id
      left join citations_asked a on a.doi = coalesce(f.doi, p.doi)
      where f.family is null and (${termId} = '' or t.id::text = ${termId})) w
    where doi is not null group by doi order by at asc nulls first, doi`);

/** A paper is asked for again after a week; reference lists come weeks after their papers. */
const [askAgainDays, listedDays] = [7, 35];

/**
 * Asks Europe PMC what lately cites the papers that are due, fifty at once and the longest unasked first, and the registry for
 * the reference lists of what it names. Safe to repeat: a citation is stored once.
 * @throws SourceFailure; AppError `limited` after the day's calls; or the signal's reason
 */
export async function readCitations(app: App, signal: AbortSignal, termId = ''): Promise<void> {
  const before = timeBefore(app.now(), askAgainDays * dayMs);
  const due = (await watched(app, termId)).rows.filter(({ at }) => !at || new Date(at) < before);
  const registry = openRegistry(app, followingCalls, signal);
  for (let from = 0; from < due.length; from += 50) {
    const batch = due.slice(from, from + 50);
    const pmids = batch.flatMap(({ pmid }) => pmid ?? []);
    const citing = pmids.length ? await citingDois(app, pmids, signal) : [];
    for (let first = 0; first < citing.length; first += batchSize) {
      const filter = citing.slice(first, first + batchSize).map((doi) => `doi:${doi}`);
      for await (const { articles } of registry.listed('works', filter.join(','))) {
        await ingest(app, pluck(articles, 'record'));
        const dois = articles.map(({ record }) => doiKey(record.sourceId));
        const owners = await ownersOf(app.db, dois);
        const paperAt = (at: number) => owners.get(identifierKey(dois[at]!));
        const listed = articles.map(({ references }, at) => ({ references, paperId: paperAt(at) }));
        await noteCitations(app, listed);
      }
    }
    const row = { at: app.now() };
    const rows = batch.map(({ doi }) => ({ doi, ...row }));
    const target = citationsAsked.doi;
    await app.db.insert(citationsAsked).values(rows).onConflictDoUpdate({ target, set: row });
  }
}

/** DOIs of the papers that Europe PMC listed lately and that cite one of these PMIDs. */
async function citingDois(app: App, pmids: string[], signal: AbortSignal): Promise<string[]> {
  const to = dayOf(app.now());
  const cite = pmids.map((pmid) => `CITES:${pmid}_MED`).join(' OR ');
  const query = `(${cite}) AND FIRST_IDATE:[${addDays(to, -listedDays)} TO ${to}]`;
  const spend = () => limit(app, followingCalls, { account: 'crossref' });
  const europepmc = openEuropePmc(questionsOf(app, signal, spend));
  const results: unknown[] = [];
  for (let mark: string | null = '*'; mark !== null && results.length < mostCiting; ) {
    const parts: Awaited<ReturnType<typeof europepmc.listed>> = await europepmc.listed(query, mark);
    const found = parts.flatMap((part) => part.results);
    results.push(...found);
    mark = found.length < 1_000 ? null : parts.at(-1)!.next;
  }
  return [...new Set(results.flatMap((one) => doiOf((one as { doi?: string }).doi) ?? []))].filter(isAskable);
}

/** Of one question. Twenty of them take a call to the registry. */
const mostCiting = 3_000;

type Listed = { paperId: number | undefined; references: string[] };

/** Stores which of these works cite a paper that is followed; those without an id are skipped. Idempotent. */
export async function noteCitations(app: App, works: readonly Listed[]): Promise<void> {
  const dois = new Set(pluck((await watched(app)).rows, 'doi'));
  const seenAt = app.now();
  const found = works.flatMap(({ paperId, references }) =>
    [...new Set(references)].flatMap((cited) =>
      paperId && dois.has(cited) ? { paperId, cited, seenAt } : [],
    ),
  );
  if (found.length) await app.db.insert(citingPapers).values(found).onConflictDoNothing();
}

/** What cites the paper or the shelf of a topic, each with the paper that it cites. */
export async function citingPapersOf(app: App, searchTermId: string, since: Date | null): Promise<Followed> {
  let problem = '';
  if (!since && app.config.crossref.isOn)
    await readCitations(app, AbortSignal.timeout(12_000), searchTermId).catch((error: unknown) => {
      if (!(error instanceof SourceFailure || error instanceof AppError)) throw error;
      problem = ` ${error.message}`;
    });
  const { rows } = await watched(app, searchTermId);
  const now = app.now();
  const days = since ? Math.max(1, Math.ceil((now.getTime() - since.getTime()) / dayMs)) : listedDays;
  const seenAfter = since ? timeBefore(since, hourMs) : timeBefore(now, listedDays * dayMs);
  const isCited = anyOf(citingPapers.cited, pluck(rows, 'doi'));
  const found = await app.db
    .select({ id: papers.id, cited: citingPapers.cited, abstract: papers.abstract })
    .from(citingPapers)
    .innerJoin(papers, eq(papers.id, citingPapers.paperId))
    .where(and(isCited, gt(citingPapers.seenAt, seenAfter), eq(papers.state, 'current')))
    .orderBy(desc(papers.availableOn), desc(papers.id));
  const works = new Map((await worksOf(app, pluck(found, 'cited'))).map((work) => [work.doi, work]));
  const asked = rows.filter(({ at }) => at).length;
  return {
    works: [...Map.groupBy(found, ({ id }) => id)].map(([id, all]) => {
      const cited = all.map(({ cited }) => `“${works.get(cited)?.title ?? cited}”`).slice(0, 3);
      const said = all.flatMap(
        ({ cited, abstract }) => citingSentence(abstract ?? '', works.get(cited)?.authors) ?? [],
      )[0];
      const says = `cites ${cited.join(' and ')} in its references${said ? `: “${said}”` : ''}`;
      return { id, belongs: { label: 'Cites a paper of yours', says } };
    }),
    coverage: [
      {
        ...{ source: 'crossref', from: addDays(dayOf(now), -days), to: dayOf(now), malformed: 0, papers: 0 },
        outcome: asked === rows.length ? 'complete' : asked ? 'partial' : 'failed',
        records: found.length,
        sentence: `Reference lists were searched for ${asked} of ${rows.length} papers.${problem}`,
      },
    ],
    days,
  };
}

/** The sentence of an abstract that names a work by its first author: `Holt et al.`, `Holt and Ng 2024`, `Holt (2024)`. */
export function citingSentence(abstract: string, authors: readonly string[] = []): string | undefined {
  const { family } = nameIn(authors[0] ?? '');
  if (!family) return undefined;
  const isCiting = /^(?: et al\b|(?: (?:and|&) \p{Lu}[\p{L}-]{1,40})?,? \(?(?:19|20)\d\d\b)/u;
  return sentencesOf(abstract)
    .map(({ text }) => text)
    .find((text) =>
      ` ${text}`
        .split(family)
        .some((rest, at, all) => at > 0 && /[\s(]$/.test(all[at - 1]!) && isCiting.test(rest)),
    );
}
