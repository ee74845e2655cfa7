import { eq, sql } from 'drizzle-orm';
import { journalsOf, presentJournals } from '#features/journals/server/follow.ts';
import { readJournals } from '#features/journals/server/read.ts';
import type { App } from '#kit/feature.ts';
import { users } from '#platform/db/schema.ts';
import { type CrossrefStandIn, type Registered, startCrossref } from '#stand-ins/crossref.ts';
import { type Follower, startWeeks } from '#test/weeks.ts';
import { eventually, newReader, type Reader } from '#test/world.ts';

export const day = 86_400_000;
export const northern = {
  title: 'Northern Joints',
  publisher: 'Cold Press',
  ISSN: ['5555-0143', '2049-3630'],
};
/** The ISSN that names it: the first of both. */
export const issn = '2049-3630';

/** An invented article of `northern`, different for each number. */
export const article = (number: number, given: Partial<Registered> = {}): Registered => ({
  DOI: `10.5555/nj.${number}`,
  type: 'journal-article',
  title: [`Fatigue of welded joints in cold water ${number}`],
  abstract: `<jats:title>Abstract</jats:title><jats:p>We loaded ${number} joints in cold water. They failed after ${number} days.</jats:p>`,
  author: [{ given: 'Quinn', family: `Holt${number}` }],
  'container-title': [northern.title],
  ISSN: northern.ISSN,
  ...given,
});

export type Journey = Awaited<ReturnType<typeof startJourney>>;

/** Weeks with a registry of DOIs that has one journal, and readers who follow it. */
export async function startJourney(environment: Record<string, string> = {}) {
  let clock = () => new Date();
  const crossref: CrossrefStandIn = await startCrossref({ now: () => clock() });
  // Journals are read before the digests, so that none has to wait for them.
  // The sweep may have been sooner: what it reads is read by nobody else.
  const alsoRead = async (app: App) => {
    await readJournals(app, AbortSignal.timeout(60_000));
    const jobs = sql`select 1 from pgboss.job where name = 'read-journals' and state in ('created', 'active')`;
    await eventually(async () => !(await app.db.execute(jobs)).rows.length, 'the sweep to read journals', 60);
  };
  // Without the sample library, which nobody here follows.
  const weeks = await startWeeks({
    ...{ alsoRead, corpus: [], environment: { ...crossref.environment, ...environment } },
  });
  clock = weeks.app.now;
  crossref.addJournal(northern);
  await weeks.read();
  weeks.pass(2 * 3_600_000);
  return {
    ...weeks,
    crossref,
    /** A reader whose digests come on Mondays, with as many topics as they like. */
    async reader(email: string): Promise<Reader> {
      const reader = await newReader(weeks, email);
      await reader.patch(`/api/users/${reader.id}/preferences`, { deliveryDay: 'monday' });
      await weeks.app.db.update(users).set({ isUnlimited: true }).where(eq(users.id, reader.id));
      return reader;
    },
    /** Waits until a followed thing has its first run. */
    async started(reader: Reader, termId: string): Promise<Follower> {
      await eventually(
        async () => {
          const { body } = await reader.get(`/api/users/${reader.id}/search-terms`);
          return body.some(
            ({ id, lastProcessedAt }: { id: string; lastProcessedAt: string | null }) =>
              id === termId && lastProcessedAt,
          );
        },
        'the first run',
        30,
      );
      await weeks.work();
      return Object.assign(reader, { termId });
    },
    /** Reads the journals that are due, as the sweep would within a minute. */
    readJournals: () => alsoRead(weeks.app),
    /** The receipts of a topic's journals. */
    receipts: async (termId: string) => presentJournals(weeks.app, await journalsOf(weeks.app, termId)),
    /** Titles that a topic's digests told, in full or in their lists; each as often as it was told. */
    async told(termId: string): Promise<string[]> {
      const digests = await weeks.digestsOf(termId);
      return digests.flatMap(({ papersData }) => papersData.map(({ title }) => title));
    },
    async close() {
      await weeks.close();
      await crossref.close();
    },
  };
}
