import { and, count, eq, like } from 'drizzle-orm';
import { harvest } from '#corpus/harvest/harvest.ts';
import { paperRecords, users } from '#platform/db/schema.ts';
import { heartPaper, startWeeks, type Weeks } from '#test/weeks.ts';
import { eventually } from '#test/world.ts';

// Reads twenty thousand records over HTTP and stores them. Takes a minute of one processor, more on a busy machine.
vi.setConfig({ testTimeout: 900_000 });

let weeks: Weeks;
afterEach(() => weeks.close());

/** The first day alone exceeds PubMed's limit per query; both days together exceed a hundred batches of 200. */
const perDay = [
  { on: '2026-03-05', first: 41_000_000, records: 10_100 },
  { on: '2026-03-06', first: 42_000_000, records: 9_950 },
];
const filler = perDay.flatMap(({ on, first, records }) =>
  Array.from({ length: records }, (_, at) => ({
    source: 'pubmed' as const,
    id: String(first + at),
    title: `Moss of plot ${first + at}`,
    authors: [`Mossley, ${at}.`],
    on,
  })),
);

const heart = (number: number, pmid: number, on: string) =>
  heartPaper('pubmed', number, { id: String(pmid), on });
/** PMIDs at both ends and in the middle of the day that has to be split. */
const ofLargeDay = [
  heart(1, 40_999_999, '2026-03-05'),
  heart(2, 41_050_000, '2026-03-05'),
  heart(3, 43_000_000, '2026-03-05'),
];
const ofToday = heart(4, 43_000_001, '2026-03-09');

const to = (moment: string) => weeks.pass(Date.parse(moment) - weeks.app.now().getTime());

it('a large harvest waits for the hours that NCBI asks for, then reads even a day of more than 9,999 entries in full', async () => {
  weeks = await startWeeks();
  const { id, termId, patch } = await weeks.follower('patient@example.org', 'heart failure');
  await weeks.app.db.update(users).set({ subscriptionTier: 'team' }).where(eq(users.id, id));
  const schedule = { cadence: 'daily', hour: 12 };
  expect(await patch(`/api/search-terms/${termId}/settings`, { schedule })).toMatchObject({ status: 200 });
  const newest = async () => (await weeks.titlesOf(termId)).at(-1)!.toSorted();
  const titles = (papers: { title: string }[]) => papers.map(({ title }) => title).sort();

  // Monday at half past ten in the morning, Eastern time.
  to('2026-03-09T14:30:00Z');
  weeks.sources.add([...filler, ...ofLargeDay, ofToday]);
  await weeks.read();
  await weeks.work();
  await weeks.waitedOut();
  expect(await newest()).toEqual([ofToday.title]);

  // Half past nine in the evening, Eastern time.
  to('2026-03-10T01:30:00Z');
  // The product's own tick may have started the harvest already. Then wait for that one.
  const isRead = async () => (await harvest(weeks.app, 'pubmed')).outcome === 'complete';
  await eventually(isRead, 'the harvest of the night', 600);
  await weeks.read();
  to('2026-03-10T12:05:00Z');
  await weeks.work();
  expect(await newest()).toEqual(titles(ofLargeDay));
  for (const { first, records } of perDay) {
    const [stored] = await weeks.app.db
      .select({ records: count() })
      .from(paperRecords)
      .where(
        and(eq(paperRecords.source, 'pubmed'), like(paperRecords.sourceId, `${String(first).slice(0, 3)}%`)),
      );
    expect(stored).toEqual({ records: records + (first === perDay[0]!.first ? 1 : 0) });
  }
});
