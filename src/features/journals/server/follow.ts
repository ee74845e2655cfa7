import { and, asc, desc, eq, getTableColumns, gt, gte, ilike, max, notInArray, sql } from 'drizzle-orm';
import { openRegistry } from '#corpus/harvest/updates.ts';
import type { App, Followed } from '#kit/feature.ts';
import { listed } from '#mail/layout/words.ts';
import { anyOf, batched } from '#platform/db/batch.ts';
import { requireRoom } from '#platform/db/room.ts';
import { papers, searchTerms } from '#platform/db/schema.ts';
import { type Reader, type Route, serveReader } from '#platform/http/route.ts';
import { transaction } from '#platform/platform.ts';
import { limited, rateLimit } from '#platform/rateLimits.ts';
import { AppError } from '#shared/contract/errors.ts';
import { dateInWords } from '#shared/values/dates.ts';
import { pluck } from '#shared/values/pick.ts';
import { dayMs, hourMs, timeBefore } from '#shared/values/time.ts';
import { isIssn } from '#sources/crossref/index.ts';
import { addDays, dayOf } from '#sources/record/days.ts';
import { addTopic } from '#topics/edit.ts';
import { topicOf } from '#topics/topic/topic.ts';
import { type Journal, journalApi, journalsAtMost, type Receipt } from '../contract.ts';
import { journalArticles, journals, journalTopics } from '../tables.ts';
import { type JournalRow, journalCalls, readJournal, weeksOf } from './read.ts';

/** Journals that one reader may look up at the registry in a day. Those that are known cost nothing. */
const lookUps = rateLimit('journal-look-up', { account: [[20, 24 * 60 * 60]] });

export const routes: Route<App>[] = [
  serveReader(journalApi.find, async (app, { reader, query }) => ({
    journals: await findJournals(app, reader, query.q),
  })),
  serveReader(journalApi.follow, async (app, { reader, body, network }) => {
    const { topics, titles } = await limited(app, ['search', { account: reader.id, network }], () =>
      followJournals(app, reader, body.issns, body.topicId),
    );
    const what = titles.length === 1 ? titles[0] : `${titles.length} journals`;
    return {
      topics,
      message: body.topicId ? `${what} counts from the next digest on.` : `You follow ${what}.`,
    };
  }),
  serveReader(journalApi.ofTopic, async (app, { reader, params }) => {
    const { id } = await topicOf(app, reader.id, params.id);
    return { journals: await presentJournals(app, await journalsOf(app, id)) };
  }),
  serveReader(journalApi.drop, async (app, { reader, params }) => {
    const topic = await wordsOf(app, reader, params.id);
    const isThis = and(eq(journalTopics.searchTermId, topic.id), eq(journalTopics.issn, params.issn));
    await app.db.delete(journalTopics).where(isThis);
    return { message: 'The next digest is without this journal.' };
  }),
];

/**
 * Journals by name or ISSN: those that are known, and otherwise those that the registry lists. A journal that an ISSN names is
 * read for its receipt.
 * @throws AppError `invalid` for a wrong ISSN, `limited`; SourceFailure if the registry fails
 */
async function findJournals(app: App, reader: Reader, asked: string): Promise<Journal[]> {
  const issn = issnIn(asked);
  const found = await knownOrListed(app, reader, issn ?? asked);
  const unread = issn ? found.filter(({ readAt }) => !readAt) : [];
  if (!unread.length) return presentJournals(app, found);
  await readNow(app, unread);
  return presentJournals(app, await knownOrListed(app, reader, issn!));
}

/** The ISSN if the text is one. @throws AppError `invalid` for one whose check digit does not fit */
function issnIn(asked: string): string | null {
  const [, first, last] =
    /^(?:ISSN\W*)?(\d{4})[-\u2010-\u2013 ]?(\d{3}[\dX])$/.exec(asked.trim().toUpperCase()) ?? [];
  if (!first) return null;
  const issn = `${first}-${last}`;
  if (!isIssn(issn)) throw invalid(`${issn} is not an ISSN: its last digit does not fit. Please check it.`);
  return issn;
}

async function knownOrListed(app: App, reader: Reader, asked: string): Promise<JournalRow[]> {
  const isNamed = isIssn(asked)
    ? sql`${asked} = any(${journals.issns})`
    : ilike(journals.title, asked.replace(/[\\%_]/g, '\\$&'));
  const known = await app.db.select().from(journals).where(isNamed).limit(6);
  if (known.length) return known;
  if (!app.config.crossref.isOn) throw new AppError('conflict', 'This server does not read journals.');
  const registry = openRegistry(app, journalCalls, AbortSignal.timeout(20_000));
  const found = await limited(app, [lookUps, { account: reader.id }], () => registry.journals(asked));
  const rows = found.map((one) => ({ ...one, issn: one.issns[0]!, tryAt: app.now() }));
  if (!rows.length) return [];
  await app.db.insert(journals).values(rows).onConflictDoNothing();
  const issns = pluck(rows, 'issn');
  const stored = await app.db.select().from(journals).where(anyOf(journals.issn, issns));
  return issns.flatMap((issn) => stored.find((one) => one.issn === issn) ?? []);
}

/** Reads journals while a reader waits, at most for 12 seconds. What is then missing comes with the daily reading. */
async function readNow(app: App, rows: JournalRow[]): Promise<void> {
  const signal = AbortSignal.timeout(12_000);
  const registry = openRegistry(app, journalCalls, signal);
  try {
    for (const row of rows) await readJournal(app, row, registry);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  await app.index.current();
}

/**
 * Follows journals, each as a topic of its own, or adds them to a topic of words. All or none. Idempotent.
 * @throws AppError `invalid` for an ISSN that is wrong or unknown; `not_found`, `conflict` for the topic; as `addTopic`
 */
async function followJournals(app: App, reader: Reader, issns: string[], topicId?: string) {
  const topic = topicId === undefined ? null : await wordsOf(app, reader, topicId);
  const wanted = new Map<string, JournalRow>();
  for (const line of issns) {
    const issn = issnIn(line);
    const [row] = issn ? await knownOrListed(app, reader, issn) : [];
    if (!row) throw invalid(`“${line}” is no ISSN of a journal that Crossref knows. Nothing was added.`);
    wanted.set(row.issn, row);
  }
  const rows = [...wanted.values()];
  const attach = ({ db }: App, searchTermId: string, some: JournalRow[]) =>
    db
      .insert(journalTopics)
      .values(some.map(({ issn }) => ({ searchTermId, issn })))
      .onConflictDoNothing();
  const topics = await transaction(app, async (app) => {
    if (topic) {
      const isOther = notInArray(journalTopics.issn, [...wanted.keys()]);
      const of = and(eq(journalTopics.searchTermId, topic.id), isOther)!;
      const sentence = `A topic can have ${journalsAtMost} journals.`;
      const most = journalsAtMost - rows.length + 1;
      await requireRoom(app.db, reader.id, { table: journalTopics, of, most, sentence });
      await attach(app, topic.id, rows);
      return [topic.id];
    }
    const added: string[] = [];
    for (const row of rows) {
      const begin = (app: App, id: string) => attach(app, id, [row]);
      const thing = { kind: 'journal', key: row.issn, begin };
      added.push((await addTopic(app, reader.id, row.title, thing)).topic.id);
    }
    return added;
  });
  return { topics, titles: pluck(rows, 'title') };
}

const invalid = (sentence: string) => new AppError('invalid', sentence);

/** The reader's topic of words. @throws AppError `not_found`, `conflict` */
async function wordsOf(app: App, reader: Reader, id: string) {
  const topic = await topicOf(app, reader.id, id);
  if (topic.kind) throw new AppError('conflict', 'Journals can be added to a topic of words only.');
  return topic;
}

/** The journals of a topic, by title. Runs of many topics ask at about the same time. */
export const journalsOf = batched(async ({ db }: App, topics: string[]): Promise<JournalRow[][]> => {
  const rows = await db
    .select({ topic: journalTopics.searchTermId, journal: getTableColumns(journals) })
    .from(journalTopics)
    .innerJoin(journals, eq(journals.issn, journalTopics.issn))
    .where(anyOf(journalTopics.searchTermId, topics))
    .orderBy(asc(journals.title));
  return topics.map((topic) =>
    pluck(
      rows.filter((row) => row.topic === topic),
      'journal',
    ),
  );
});

/** Journals as pages show them. In each week and in all, `registered` is the sum of `received` and `missing`. */
export async function presentJournals(app: App, rows: JournalRow[]): Promise<Journal[]> {
  const issns = pluck(rows, 'issn');
  const weeks = await weeksOf(app, issns);
  const newest = await app.db
    .select({ issn: journalArticles.issn, day: max(journalArticles.registeredOn) })
    .from(journalArticles)
    .where(anyOf(journalArticles.issn, issns))
    .groupBy(journalArticles.issn);
  return rows.map(({ issn, title, problem, readAt }) => {
    const own = weeks.filter((one) => one.issn === issn);
    const sum = (name: keyof Receipt) => own.reduce((all, one) => all + one[name], 0);
    return {
      ...{ issn, title, problem, weeks: own, readAt: readAt?.toISOString() ?? null },
      lastSeen: newest.find((one) => one.issn === issn)?.day ?? null,
      receipt: {
        ...{ registered: sum('registered'), received: sum('received'), missing: sum('missing') },
        ...{ withoutAbstract: sum('withoutAbstract'), late: sum('late') },
      },
    };
  });
}

/** Days that a first digest looks back. */
const firstDays = 30;
/** A journal is read once a day; after this time a day is missing. */
const staleMs = 30 * hourMs;

/** The hook `followed`: the articles of a topic's journals, newest first, and their receipt as a row of the coverage. */
export async function followedJournals(app: App, id: string, since: Date | null): Promise<Followed | null> {
  let own = await journalsOf(app, id);
  if (!own.length) return null;
  const unread = since ? [] : own.filter(({ readAt }) => !readAt);
  if (unread.length && app.config.crossref.isOn) {
    await readNow(app, unread);
    own = await journalsOf(app, id);
  }
  const now = app.now();
  const days = since ? Math.max(1, Math.ceil((now.getTime() - since.getTime()) / dayMs)) : firstDays;
  const from = addDays(dayOf(now), -days);
  const isOfJournals = anyOf(journalArticles.issn, pluck(own, 'issn'));
  // An hour over, because rows are written a little before others see them. The digest leaves out what was told.
  const isNew = since
    ? gt(journalArticles.seenAt, timeBefore(since, hourMs))
    : gte(journalArticles.registeredOn, from);
  const rows = await app.db
    .select({ id: papers.id, isLate: journalArticles.isLate, abstract: papers.abstract })
    .from(journalArticles)
    .innerJoin(papers, eq(papers.id, journalArticles.paperId))
    .where(and(isOfJournals, isNew, eq(papers.state, 'current')))
    .orderBy(desc(journalArticles.registeredOn), desc(papers.id));
  const behind = own.filter(({ readAt }) => !readAt || readAt < timeBefore(now, staleMs));
  return {
    works: rows.map(({ id, isLate, abstract }) => {
      const label = isLate ? 'Late in this journal' : 'New in this journal';
      const says = isLate ? 'it was published earlier, and is listed only now' : '';
      return { id, belongs: { label: abstract ? label : `${label} · no abstract yet`, says } };
    }),
    coverage: [
      {
        ...{ source: 'crossref', from, to: dayOf(now), records: rows.length, malformed: 0, papers: 0 },
        outcome: !behind.length ? 'complete' : behind.length < own.length ? 'partial' : 'failed',
        sentence: [await receiptInWords(app, own, rows), behind[0]?.problem].filter(Boolean).join(' '),
      },
    ],
    days,
  };
}

/** `Acta: 12 registered = 9 received + 3 missing; 2 without abstract, 1 late; last issue seen Tue 24 Nov 2026.` */
async function receiptInWords(
  app: App,
  own: JournalRow[],
  rows: { isLate: boolean; abstract: string | null }[],
): Promise<string> {
  const shown = await presentJournals(app, own);
  const missing = shown.reduce((sum, { receipt }) => sum + receipt.missing, 0);
  const without = rows.filter(({ abstract }) => !abstract).length;
  const late = rows.filter(({ isLate }) => isLate).length;
  const notes = [without && `${without} without abstract`, late && `${late} late`].filter(Boolean).join(', ');
  const lacking = shown.filter(({ receipt }) => receipt.missing).map(({ title }) => title);
  const seen = shown.length === 1 ? shown[0]?.lastSeen : null;
  return `${[
    `${shown.length === 1 ? shown[0]!.title : `${shown.length} journals`}: ${rows.length + missing} registered = ${rows.length} received + ${missing} missing`,
    notes,
    shown.length > 1 && lacking.length && `missing from ${listed(lacking.slice(0, 3))}`,
    seen && `last issue seen ${dateInWords(new Date(seen), { zone: 'UTC', weekday: true })}`,
  ]
    .filter(Boolean)
    .join('; ')}.`;
}

/** A reader's journals for the download of all data. */
export const exportJournals = ({ db }: App, userId: string) =>
  db
    .select({ topic: searchTerms.term, issn: journals.issn, title: journals.title })
    .from(journalTopics)
    .innerJoin(searchTerms, eq(searchTerms.id, journalTopics.searchTermId))
    .innerJoin(journals, eq(journals.issn, journalTopics.issn))
    .where(eq(searchTerms.userId, userId))
    .orderBy(asc(searchTerms.createdAt), asc(journals.title));
