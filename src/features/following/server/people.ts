import { and, desc, eq, gt, isNotNull, sql } from 'drizzle-orm';
import { coverageOf } from '#corpus/harvest/coverage.ts';
import { openRegistry } from '#corpus/harvest/updates.ts';
import { identifierKey } from '#corpus/works/identity/identifiers.ts';
import { ingest } from '#corpus/works/ingest.ts';
import { ownersOf } from '#corpus/works/stored.ts';
import { worksById } from '#corpus/works/works.ts';
import { noOrcid, orcidIn } from '#engine/core/orcid.ts';
import type { App, Followed } from '#kit/feature.ts';
import { anyOf } from '#platform/db/batch.ts';
import { papers } from '#platform/db/schema.ts';
import { type Reader, type Route, serveReader } from '#platform/http/route.ts';
import { limit, limited, rateLimit } from '#platform/rateLimits.ts';
import { sentencesOf } from '#reading/text/sentences.ts';
import { AppError } from '#shared/contract/errors.ts';
import { sourceNames, usualSources } from '#shared/papers/sources.ts';
import { pluck } from '#shared/values/pick.ts';
import { dayMs, hourMs, timeBefore } from '#shared/values/time.ts';
import { batchSize, isAskable } from '#sources/crossref/index.ts';
import { openEuropePmc } from '#sources/europepmc/index.ts';
import { addDays, dayOf } from '#sources/record/days.ts';
import { doiOf } from '#sources/record/record.ts';
import { SourceFailure } from '#sources/record/source.ts';
import { questionsOf } from '#sources/registry.ts';
import { addTopic } from '#topics/edit.ts';
import { topicOf } from '#topics/topic/topic.ts';
import { answersAtMost, followingApi, type NamedPaper, personShape } from '../contract.ts';
import { citationsAsked, citingPapers, followedThings } from '../tables.ts';
import { coauthorsOf, isAlike, type Named, nameIn, type Person, standingOf } from './namesakes.ts';

/** Calls for people and citations, for all readers together: docs/product.md, rule 4.4. */
const followingCalls = rateLimit('following', { account: [[50, 23 * 60 * 60]] });

export const personRoutes: Route<App>[] = [
  serveReader(followingApi.find, (app, { reader, query }) => findPerson(app, reader, query.q)),
  // Idempotent. Without an ORCID it wants answers, by which namesakes can be told apart.
  serveReader(followingApi.follow, async (app, { reader, body: { answers, ...person }, network }) => {
    const yes = refuseUnlessTold(person.orcid, answers);
    const name = `${person.given} ${person.family}`;
    const thing = {
      kind: 'author',
      key: person.orcid ?? `${name.toLowerCase()} ${yes.sort()[0]}`,
      begin: ({ db }: App, searchTermId: string) =>
        db.insert(followedThings).values({ searchTermId, ...person, answers }),
    };
    const { topic } = await limited(app, ['search', { account: reader.id, network }], () =>
      addTopic(app, reader.id, name, thing),
    );
    return { topicId: topic.id, message: `You follow ${name}.` };
  }),
  // With what the corpus has by the name, also what the reader said is by others.
  serveReader(followingApi.person, async (app, { reader, params }) => {
    const { family, given, orcid, answers } = await personRow(app, reader, params.id);
    const person = { family, given, orcid };
    return { person, papers: (await papersBy(app, person, answers, true)).map(shown) };
  }),
  serveReader(followingApi.answer, async (app, { reader, params, body }) => {
    const { searchTermId, orcid, answers: before } = await personRow(app, reader, params.id);
    const answers = { ...before, ...body.answers };
    refuseUnlessTold(orcid, answers);
    const isThis = eq(followedThings.searchTermId, searchTermId);
    await app.db.update(followedThings).set({ answers }).where(isThis);
    return { message: 'The next digest goes by your answers.' };
  }),
];

type Answers = Record<string, boolean>;

/** Days that a first digest and a question look back. */
const firstDays = 365;

/** The newest 400 papers of the corpus with a person's name that are or may be theirs, the unsure ones last, each with its standing. */
async function papersBy(app: App, person: Person, given: Answers, isWithRefused = false) {
  const index = await app.index.current();
  const text = `author:"${person.family.replaceAll('"', '')} ${person.given[0]}"`;
  const topic = { text, expansion: [], liked: [], disliked: [], vector: null };
  const candidates = { sources: new Set(sourceNames), availableFrom: addDays(dayOf(app.now()), -firstDays) };
  const found = await index.rank(topic, candidates, { limit: 400, floor: 0 });
  const ids = [...Object.keys(given).map(Number), ...pluck(found, 'id')];
  const works = (await worksById(app, ids)).map(({ bibliography, ...work }) => {
    const names: Named[] = bibliography?.names ?? [];
    const isWhole = names.length === work.authors.length;
    return { ...work, names: isWhole ? names : work.authors.map((one) => nameIn(one)) };
  });
  const answers = new Map<number, boolean>();
  for (const { id, formerIds } of works)
    for (const one of [id, ...formerIds]) if (given[one] !== undefined) answers.set(id, given[one]);
  const named = works.flatMap(({ id, names }) => (answers.get(id) ? names : []));
  const own: Named[] = [
    { orcid: person.orcid ?? undefined },
    ...named.filter((name) => isAlike(person, name)),
  ];
  const orcids = new Set(own.flatMap(({ orcid }) => orcid ?? []));
  const stand = (work: (typeof works)[number], coauthors = new Set<string>()) =>
    Object.assign(standingOf(person, work, { answers, orcids, coauthors }), { work });
  // First by ORCID and the reader's word; then by the coauthors of those papers.
  const sure = works.filter((work) => stand(work).is === 'theirs');
  const coauthors = new Set(sure.flatMap(({ names }) => coauthorsOf(person, names)));
  return works
    .map((work) => stand(work, coauthors))
    .filter(({ is, work }) => is !== 'other' || (isWithRefused && answers.get(work.id) === false))
    .sort((a, b) => (a.is < b.is ? -1 : a.is > b.is ? 1 : a.work.availableOn < b.work.availableOn ? 1 : -1));
}

/** People looked up by ORCID alone, by one reader and by all, so that calls are left for those who are followed. */
const ownLookUps = rateLimit('person-look-up', { account: [[5, 24 * 60 * 60]] });
const allLookUps = rateLimit('person-look-ups', { account: [[20, 24 * 60 * 60]] });

/** The name that the newest registered works of an ORCID give it. Brings them into the corpus. @throws as `findPerson` */
async function namedBy(app: App, reader: Reader, orcid: string): Promise<Named> {
  if (!app.config.crossref.isOn) return {};
  await limit(app, ownLookUps, { account: reader.id }, [allLookUps, { account: 'crossref' }]);
  const registry = openRegistry(app, followingCalls, AbortSignal.timeout(12_000));
  const since = addDays(dayOf(app.now()), -firstDays);
  for await (const { articles } of registry.listed('works', `orcid:${orcid},from-created-date:${since}`)) {
    await ingest(app, pluck(articles, 'record'));
    await app.index.current();
    const names: Named[] = articles.flatMap(({ record }) => record.bibliography?.names ?? []);
    return names.find((name) => name.orcid === orcid && name.family && name.given) ?? {};
  }
  return {};
}

/**
 * The papers of a name, which may stand beside an ORCID, or of an ORCID alone: `R. Holt 0000-…`. None for a single word.
 * @throws AppError `limited`, SourceFailure for an ORCID that has to be looked up; AppError `invalid` for one with a slip
 */
async function findPerson(app: App, reader: Reader, asked: string) {
  const typed = asked.replace(/(?:https?:\/\/)?(?:orcid\S*\s?)?\d{4}-\d{4}-\d{4}-\w{4}/i, '').trim();
  const orcid = orcidIn(asked);
  if (!orcid && typed !== asked) throw new AppError('invalid', noOrcid(asked));
  const named = orcid && !typed ? await namedBy(app, reader, orcid) : nameIn(typed);
  // What somebody typed, or a registry has, can be longer than a name.
  const { data } = personShape.safeParse({ ...named, orcid });
  if (!data) return { person: null, papers: [] };
  return { person: data, papers: (await papersBy(app, data, {})).map(shown) };
}

const shown = ({ work, is, says }: Awaited<ReturnType<typeof papersBy>>[number]): NamedPaper => {
  const where = [work.journal, work.availableOn, says].filter(Boolean).join(' · ');
  const said = { isTheirs: is === 'theirs', isRefused: is === 'other' };
  return { id: String(work.id), title: work.title, where, ...said };
};

/** Brings new papers of followed ORCIDs into the corpus, twenty people at once. @throws SourceFailure; AppError `limited` */
export async function readOrcids(app: App, signal: AbortSignal): Promise<void> {
  const { orcid } = followedThings;
  const rows = await app.db.selectDistinct({ orcid }).from(followedThings).where(isNotNull(orcid));
  const [today, registry] = [dayOf(app.now()), openRegistry(app, followingCalls, signal)];
  for (let from = 0; from < rows.length; from += 20) {
    const orcids = rows.slice(from, from + 20).map(({ orcid }) => `orcid:${orcid},`);
    const filter = `${orcids.join('')}from-index-date:${addDays(today, -3)},from-created-date:${addDays(today, -60)}`;
    for await (const { articles } of registry.listed('works', filter))
      await ingest(app, pluck(articles, 'record'));
  }
}

type Thing = typeof followedThings.$inferSelect;

/** What the corpus has of a person by now; null for what is none. The unsure papers come last and say so. */
export async function papersOfPerson(app: App, row: Thing, since: Date | null): Promise<Followed | null> {
  const { family, given, orcid } = row;
  if (!family || !given) return null;
  const now = app.now();
  const today = dayOf(now);
  const days = since ? Math.max(1, Math.ceil((now.getTime() - since.getTime()) / dayMs)) : 7;
  const found = await papersBy(app, { family, given, orcid }, row.answers);
  return {
    works: found
      .filter(({ work }) => !since || work.firstSeenAt > timeBefore(since, hourMs))
      .map(({ work: { id }, is, says }) => ({
        id,
        belongs: { label: is === 'unsure' ? 'Unsure' : 'By this person', says },
      })),
    coverage: await coverageOf(app, new Set(usualSources), { from: addDays(today, -days), to: today }),
    days: since ? days : firstDays,
  };
}

/** The row of a reader's followed person. @throws AppError `not_found` */
async function personRow(app: App, reader: Reader, topicId: string) {
  const { id } = await topicOf(app, reader.id, topicId);
  const [row] = await app.db.select().from(followedThings).where(eq(followedThings.searchTermId, id));
  if (!row?.family || !row.given) throw new AppError('not_found', 'This topic follows no person.');
  return { ...row, family: row.family, given: row.given };
}

/** The ids of papers that are theirs. @throws AppError `invalid` if namesakes could not be told apart, or for too many answers */
function refuseUnlessTold(orcid: string | null, answers: Answers): string[] {
  const yes = Object.keys(answers).filter((id) => answers[id]);
  if (!orcid && yes.length < 2)
    throw new AppError('invalid', 'Please say yes to two papers, so that namesakes can be told apart.');
  if (Object.keys(answers).length > answersAtMost)
    throw new AppError('invalid', `At most ${answersAtMost} answers are possible.`);
  return yes;
}

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
