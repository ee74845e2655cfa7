import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { weeksOf } from '#features/journals/server/read.ts';
import { journals, journalTopics } from '#features/journals/tables.ts';
import { type Db, openDatabase } from '#platform/db/open.ts';
import { emailDigests, papers, searchTerms } from '#platform/db/schema.ts';
import { pluck } from '#shared/values/pick.ts';
import { type CrossrefStandIn, startCrossref } from '#stand-ins/crossref.ts';
import { type Chaos, surroundings } from './setup/killing.ts';
import { type LitwatchProcess, spawnLitwatch, until } from './setup/process.ts';
import { addDueReaders } from './setup/seed.ts';

export interface JournalsOutcome {
  /** Articles of all journals, each of which has one reader. */
  due: number;
  kills: number;
  mails: number;
  lost: number;
  twice: number;
  /** Weeks whose count is not what came. */
  unequal: number;
  seconds: number;
}

/** Of one journal: more than a digest shows, so that most are only listed. */
const articles = 60;

/** A kill when so many lists of articles were answered, before the last is stored; or else when so many mails arrived. */
const moments = [
  [1, 0],
  [3, 0],
  [6, 0],
  [0, 1],
  [0, 4],
  [0, 1],
] as const;
export const journalKills = moments.length;

/**
 * One process on the embedded database whose readers follow a journal each. It is killed while it reads the journals, then
 * while its digests leave, and started again.
 */
export async function killWithJournals(due: number, { maxWaitSeconds, log, say }: Chaos) {
  const [around, crossref] = [await surroundings(), await startCrossref()];
  const environment: Record<string, string> = { ...around.environment, ...crossref.environment };
  const open = () => openDatabase({ url: null, folder: path.join(environment.DATA_DIR!, 'database') });
  const startedAt = performance.now();
  let litwatch: LitwatchProcess | null = null;
  const isLate = () => performance.now() - startedAt > maxWaitSeconds * 1000;
  const start = async () => {
    litwatch = spawnLitwatch([], environment, log);
    await litwatch.ready;
    return litwatch;
  };
  try {
    const seeding = await open();
    await addDueReaders(seeding.db, due);
    await addJournals(seeding.db, crossref);
    await seeding.close();
    let killed = 0;
    for (const [lists, mails] of moments) {
      let answered = 0;
      crossref.afterList = () => answered++;
      const arrived = around.smtp.distinct + mails;
      const one = await start();
      const isNow = () => (lists ? answered >= lists : around.smtp.distinct >= arrived);
      while (!isNow() && around.smtp.distinct < due && !isLate()) await delay(2);
      if (isNow()) killed++;
      await one.kill();
      say?.(`kill ${killed}: ${crossref.calls.length} calls, ${around.smtp.distinct} mails`);
    }
    const last = await start();
    await until(() => around.smtp.distinct >= due, maxWaitSeconds);
    await last.stop();
    const left = await open();
    const found = await toldIn(left.db);
    await left.close();
    const outcome: JournalsOutcome = {
      ...{ due: due * articles, kills: killed, mails: around.smtp.distinct, ...found },
      seconds: (performance.now() - startedAt) / 1000,
    };
    return outcome;
  } finally {
    await (litwatch as LitwatchProcess | null)?.kill();
    await Promise.all([around.close(), crossref.close()]);
  }
}

/** Makes each topic a journal that is followed for the first time. */
async function addJournals(db: Db, crossref: CrossrefStandIn): Promise<void> {
  const topics = await db.select({ id: searchTerms.id }).from(searchTerms);
  for (const [at, { id }] of topics.entries()) {
    const [issn, title] = [`7000-${1000 + at}`, `Annals ${at}`];
    crossref.addJournal({ title, ISSN: [issn] });
    for (let number = 0; number < articles; number++)
      crossref.register({
        DOI: `10.5555/annals.${at}.${number}`,
        ISSN: [issn],
        title: [`Joint ${number} of bridge ${at}`],
        ...(number % 3 && {
          abstract: `<jats:p>We loaded joint ${number} of bridge ${at} until it failed.</jats:p>`,
        }),
      });
    await db.insert(journals).values({ issn, issns: [issn], title, tryAt: new Date() });
    await db.insert(journalTopics).values({ searchTermId: id, issn });
    const fresh = { term: title, termKey: `journal\t${issn}`, kind: 'journal', lastProcessedAt: null };
    await db
      .update(searchTerms)
      .set({ ...fresh, status: 'pending', nextScheduledRun: null })
      .where(eq(searchTerms.id, id));
  }
}

/** What all digests together told, shown or listed, and whether the registry's counts are what came. */
async function toldIn(db: Db): Promise<Pick<JournalsOutcome, 'lost' | 'twice' | 'unequal'>> {
  const told = (await db.select().from(emailDigests)).flatMap(({ papersData, furtherMatches }) => [
    ...papersData.map(({ id }) => Number(id)),
    ...pluck(furtherMatches ?? [], 'id'),
  ]);
  const issns = pluck(await db.select({ issn: journals.issn }).from(journals), 'issn');
  const weeks = await weeksOf({ db, now: () => new Date() }, issns);
  const received = weeks.reduce((sum, one) => sum + one.received, 0);
  const distinct = new Set(told).size;
  return {
    lost: issns.length * articles - Math.min(distinct, received, await db.$count(papers)),
    twice: told.length - distinct,
    unequal: weeks.filter(({ registered, received, missing }) => registered !== received + missing || missing)
      .length,
  };
}
