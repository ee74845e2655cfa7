import { setTimeout as delay } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { weeksOf } from '#features/journals/server/read.ts';
import { journals, journalTopics } from '#features/journals/tables.ts';
import type { Db } from '#platform/db/open.ts';
import { emailDigests, papers, searchTerms } from '#platform/db/schema.ts';
import { pluck } from '#shared/values/pick.ts';
import { type CrossrefStandIn, startCrossref } from '#stand-ins/crossref.ts';
import { until } from './setup/process.ts';
import { addDueReaders } from './setup/seed.ts';
import { hold, onStage, patience, say } from './setup/stage.ts';

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

/**
 * One process on the embedded database whose readers follow a journal each. It is killed while it reads the journals, then
 * while its digests leave, and started again.
 */
export async function killWithJournals(due: number): Promise<void> {
  const crossref = await startCrossref();
  await onStage('followed journals, embedded database', null, async (stage) => {
    const { smtp } = stage;
    Object.assign(stage.environment, crossref.environment);
    await stage.inDatabase(async ({ db }) => {
      await addDueReaders(db, due);
      await addJournals(db, crossref);
    });
    let kills = 0;
    for (const [lists, mails] of moments) {
      let answered = 0;
      crossref.afterList = () => answered++;
      const arrived = smtp.distinct + mails;
      const one = await stage.start();
      const isNow = () => (lists ? answered >= lists : smtp.distinct >= arrived);
      while (!isNow() && smtp.distinct < due && !stage.isLate()) await delay(2);
      if (isNow()) kills++;
      await one.kill();
      say(`kill ${kills}: ${crossref.calls.length} calls, ${smtp.distinct} mails`);
    }
    const last = await stage.start();
    await until(() => smtp.distinct >= due, patience);
    await last.stop();
    const { lost, twice, unequal } = await stage.inDatabase(({ db }) => toldIn(db));
    const mails = smtp.distinct;
    hold('every article of every journal is told, shown or listed', lost === 0 && mails === due);
    hold('none is told twice', twice === 0);
    hold('every kill came while it read or mailed', kills === moments.length);
    hold('every week has registered what came', unequal === 0);
    return { due: due * articles, kills, mails, lost, twice };
  }).finally(() => crossref.close());
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
    const afresh = { ...fresh, status: 'pending', nextScheduledRun: null } as const;
    await db.update(searchTerms).set(afresh).where(eq(searchTerms.id, id));
  }
}

/** What all digests together told, shown or listed, and whether the registry's counts are what came. */
async function toldIn(db: Db) {
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
