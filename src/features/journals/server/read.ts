import { and, asc, eq, lte, type SQL, sql } from 'drizzle-orm';
import { openRegistry } from '#corpus/harvest/updates.ts';
import { identifierKey } from '#corpus/works/identity/identifiers.ts';
import { ingest, shownRecord } from '#corpus/works/ingest.ts';
import { ownersOf } from '#corpus/works/stored.ts';
import { OpenAlexFailure, openAlex } from '#enrichment/impact/openAlex.ts';
import type { App } from '#kit/feature.ts';
import { anyOf } from '#platform/db/batch.ts';
import { papers, searchTerms } from '#platform/db/schema.ts';
import { enqueue } from '#platform/queue/queues.ts';
import { clearLimit, limit, rateLimit, waitFor } from '#platform/rateLimits.ts';
import { AppError } from '#shared/contract/errors.ts';
import { pluck } from '#shared/values/pick.ts';
import { hourMs, timeAfter } from '#shared/values/time.ts';
import type { Article } from '#sources/crossref/article.ts';
import { type Crossref, isAskable } from '#sources/crossref/index.ts';
import { abstractsAtOnce, openEuropePmc } from '#sources/europepmc/index.ts';
import { addDays, dayOf } from '#sources/record/days.ts';
import { checked } from '#sources/record/record.ts';
import { type Day, SourceFailure } from '#sources/record/source.ts';
import { questionsOf } from '#sources/registry.ts';
import { isFollowed } from '#topics/topic/topic.ts';
import { journalArticles, journals, journalTopics, journalWeeks } from '../tables.ts';

export type JournalRow = typeof journals.$inferSelect;

/** Journals of active topics that are due, the one that has waited longest first. */
const dueJournals = ({ db, now }: App) =>
  db
    .selectDistinct({ journal: journals })
    .from(journals)
    .innerJoin(journalTopics, eq(journalTopics.issn, journals.issn))
    .innerJoin(searchTerms, eq(searchTerms.id, journalTopics.searchTermId))
    .where(and(lte(journals.tryAt, now()), isFollowed))
    .orderBy(sql`${journals.readAt} asc nulls first`, asc(journals.issn));

/** Enqueues the reading of journals if one is due. Safe at any time. */
export async function planJournals(app: App): Promise<void> {
  if (app.config.crossref.isOn && (await dueJournals(app).limit(1)).length)
    await enqueue(app, 'read-journals', {}, { key: 'journals' });
}

/**
 * Reads every journal that is due, once for all who follow it, unless another process is about to. Safe to repeat: an article that
 * came before changes nothing. A journal that fails is tried again later, and does not stop the others.
 */
export async function readJournals(app: App, signal: AbortSignal): Promise<void> {
  if (await waitFor(app, oneReader, everybody)) return;
  try {
    await readDue(app, signal);
  } finally {
    await endReading(app);
  }
}

/** Two readers would ask for the same, and count one answer twice. One that died is in the way for a quarter of an hour. */
export const oneReader = rateLimit('journals-reader', { account: [[1, 15 * 60]] });

/** Lets another reader begin. */
export const endReading = (app: App): Promise<void> => clearLimit(app, oneReader, everybody);

async function readDue(app: App, signal: AbortSignal): Promise<void> {
  const due = app.config.crossref.isOn ? await dueJournals(app) : [];
  const registry = openRegistry(app, journalCalls, signal);
  for (const { journal } of due) {
    signal.throwIfAborted();
    await readJournal(app, journal, registry);
  }
  if (!due.length) return;
  await readAbstracts(app, signal);
  await app.index.current();
  for (const { onHarvested } of app.features) await onHarvested?.(app);
}

/** Weeks that are asked for again while they lack something, that a first reading takes, and that a receipt shows. */
const weeksOpen = 5;
/** An article that came this many days after it could have is late. */
const lateDays = 7;

const weekOf = (day: Day): Day => addDays(day, -new Date(day).getUTCDay());

/** The last weeks of journals, the newest first, with the registry's counts and what came. */
export async function weeksOf({ db, now }: Pick<App, 'db' | 'now'>, issns: string[]) {
  const first = addDays(weekOf(dayOf(now())), -7 * (weeksOpen - 1));
  return db
    .select({
      issn: journalWeeks.issn,
      week: journalWeeks.week,
      registered: sql<number>`greatest(${journalWeeks.registered}, count(a.doi))::int`,
      received: sql<number>`count(a.doi)::int`,
      missing: sql<number>`greatest(${journalWeeks.registered} - count(a.doi), 0)::int`,
      withoutAbstract: sql<number>`(count(a.doi) filter (where p.abstract is null))::int`,
      late: sql<number>`(count(a.doi) filter (where a.is_late))::int`,
    })
    .from(journalWeeks)
    .leftJoin(
      sql`journal_articles a join papers p on p.id = a.paper_id`,
      sql`a.issn = ${journalWeeks.issn} and a.registered_on between ${journalWeeks.week} and ${journalWeeks.week} + 6`,
    )
    .where(and(anyOf(journalWeeks.issn, issns), sql`${journalWeeks.week} >= ${first}`))
    .groupBy(journalWeeks.issn, journalWeeks.week)
    .orderBy(sql`${journalWeeks.week} desc`);
}

/**
 * Stores what a journal registered since the first of the last weeks that lacks something, and compares the registry's count.
 * Once a week also older articles that changed: their abstracts may have come. What fails is written beside the journal.
 */
export async function readJournal(app: App, journal: JournalRow, registry: Crossref): Promise<void> {
  const { issn } = journal;
  const [at, list] = [app.now(), `journals/${issn}/works`];
  const end = (row: Partial<JournalRow>) => app.db.update(journals).set(row).where(eq(journals.issn, issn));
  const since = (day: Day) => `type:journal-article,from-created-date:${day}`;
  try {
    const lacking = (await weeksOf(app, [issn])).findLast(({ missing }) => missing)?.week;
    const lastWeek = addDays(weekOf(dayOf(at)), journal.readAt ? -7 : -7 * (weeksOpen - 1));
    const from = lacking && lacking < lastWeek ? lacking : lastWeek;
    let total = 0;
    for await (const page of registry.listed(list, since(from))) {
      total = Math.max(total, page.total);
      await storeArticles(app, journal, page.articles);
    }
    await countWeeks(app, { issn, from, total }, (week) =>
      registry.count(list, `${since(week)},until-created-date:${addDays(week, 6)}`),
    );
    // On a weekday of its own, so that not all journals have it at once; two weeks back, in case that one was missed.
    if (journal.readAt && at.getUTCDay() === Number(issn.slice(5, 8)) % 7) {
      const older = `${since(addDays(from, -90))},until-created-date:${addDays(from, -1)}`;
      for await (const page of registry.listed(list, `from-index-date:${addDays(dayOf(at), -16)},${older}`))
        await storeArticles(app, journal, page.articles);
    }
    await end({ readAt: at, problem: null, tryAt: timeAfter(at, 20 * hourMs) });
  } catch (error) {
    const isSpent = error instanceof AppError && error.code === 'limited';
    if (!isSpent && !(error instanceof SourceFailure)) throw error;
    const problem = isSpent
      ? "Today's requests to Crossref are used up. It is read tomorrow."
      : error.message;
    app.log.warn({ issn, problem }, 'a journal was not read');
    await end({ problem, tryAt: timeAfter(at, isSpent ? 3 * hourMs : hourMs) });
  }
}

/**
 * Stores how many articles each week registered. If all of the list came, that is what came of each week; otherwise the
 * registry is asked for its count of each.
 */
async function countWeeks(
  app: App,
  { issn, from, total }: { issn: string; from: Day; total: number },
  countOf: (week: Day) => Promise<number>,
): Promise<void> {
  await app.db.execute(sql`insert into journal_weeks (issn, week, registered)
    select ${issn}, week::date, 0 from generate_series(${from}::date, ${dayOf(app.now())}::date, '7 days') week
    on conflict do nothing`);
  const weeks = (await weeksOf(app, [issn])).filter(({ week }) => week >= from);
  const isWhole = weeks.reduce((sum, { received }) => sum + received, 0) >= total;
  for (const { week, received } of weeks) {
    const registered = isWhole ? received : Math.max(received, await countOf(week));
    const isThis = and(eq(journalWeeks.issn, issn), eq(journalWeeks.week, week));
    await app.db.update(journalWeeks).set({ registered }).where(isThis);
  }
}

async function storeArticles(app: App, { issn, readAt }: JournalRow, articles: Article[]): Promise<void> {
  const records = articles.map(({ record }) => record);
  await ingest(app, records);
  const at = app.now();
  const dois = records.map(({ sourceId: value }) => ({ kind: 'doi' as const, value }));
  const owners = await ownersOf(app.db, dois);
  const rows = articles.flatMap(({ record: { sourceId: doi }, registeredOn, publishedOn, references }) => {
    const paperId = owners.get(identifierKey({ kind: 'doi', value: doi }));
    const cameLate = readAt !== null && registeredOn < addDays(dayOf(at), -lateDays);
    const isLate = cameLate || (publishedOn !== null && publishedOn < addDays(registeredOn, -lateDays));
    return paperId === undefined
      ? []
      : [{ issn, doi, paperId, registeredOn, isLate, seenAt: at, references }];
  });
  if (rows.length) await app.db.insert(journalArticles).values(rows).onConflictDoNothing();
  for (const { onReferences } of app.features) await onReferences?.(app, rows);
}

/** Moves articles to the works that stay. */
export const moveArticles = (db: App['db'], pairs: SQL) =>
  db.execute(
    sql`update journal_articles a set paper_id = j.kept from ${pairs} where a.paper_id = j.absorbed`,
  );

const everybody = { account: 'crossref' };

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
async function readAbstracts(app: App, signal: AbortSignal): Promise<void> {
  const spend = () => limit(app, abstractCalls, everybody, [journalCalls, everybody]);
  const asking = questionsOf(app, signal, spend);
  const keyed = app.config.openAlex.apiKey ? [openAlex(asking).abstracts] : [];
  const services = [openEuropePmc(asking).abstracts, ...keyed];
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
