import { sql } from 'drizzle-orm';
import { harvests } from '#platform/db/schema.ts';
import { enqueue } from '#platform/queue/queues.ts';
import { limits } from '#platform/rateLimits.ts';
import { offeredSources, usualSources } from '#shared/papers/sources.ts';
import { startCrossref } from '#stand-ins/crossref.ts';
import { startOpenAlex } from '#stand-ins/openalex.ts';
import { addDueReaders } from '#test/chaos/setup/seed.ts';
import { heartPaper, startWeeks, type Weeks, words } from '#test/weeks.ts';
import { eventually } from '#test/world.ts';

let weeks: Weeks;
afterEach(() => weeks.close());

const hour = 3_600_000;
const counted: { terms: number; calls: Record<string, number>; all: number }[] = [];

/** An hour in which the sources add papers and the clock's jobs run. */
async function passHour(
  papers: ReturnType<typeof heartPaper>[],
  jobs: ('tick' | 'impact' | 'updates')[] = ['tick'],
): Promise<void> {
  weeks.pass(hour);
  weeks.sources.add(papers);
  for (const job of jobs) await enqueue(weeks.app, job, {});
  await eventually(isHarvested, 'the harvests of all sources');
  await weeks.work();
}

describe('calls to the sources', () => {
  // Of two thousand topics, only 30 are due on the simulated day, more than it has hours, so that the test stays short.
  it.each([
    [1, 1],
    [2_000, 30],
  ])(
    'makes the same calls a day for %i topics with %i due',
    async (terms, due) => {
      weeks = await startWeeks();
      await weeks.read();
      await follow(terms, due);
      weeks.sources.calls.reset();
      const digests = weeks.smtp.mails.length;
      for (let passed = 1; passed <= 24; passed++) {
        await passHour(usualSources.map((source) => heartPaper(source, passed)));
      }
      expect(weeks.smtp.mails.length - digests).toBe(due);
      const { pubmed, arxiv, biorxiv, medrxiv } = weeks.sources.calls.counts;
      const all = pubmed + arxiv + biorxiv + medrxiv;
      counted.push({ terms, calls: { pubmed, arxiv, biorxiv, medrxiv }, all });
      console.log(`${terms} topics: ${all} calls a day`, counted.at(-1)!.calls);
      expect(all).toBeGreaterThan(0);
      expect(all).toBeLessThan(600);
      expect(counted.map(({ calls }) => calls)).toEqual(counted.map(() => counted[0]!.calls));
    },
    240_000,
  );

  it('stays under 600 a day with every source and service on', async () => {
    const [openAlex, crossref] = [await startOpenAlex(), await startCrossref()];
    try {
      weeks = await startWeeks({
        environment: { MORE_SOURCES: 'europepmc', ...openAlex.environment, ...crossref.environment },
      });
      await weeks.read();
      weeks.sources.calls.reset();
      for (let passed = 1; passed <= 24; passed++) {
        await passHour(
          [...usualSources, 'europepmc' as const].map((one) => heartPaper(one, passed)),
          passed === 12 ? ['tick', 'impact', 'updates'] : ['tick'],
        );
      }
      const isAsked = async () => openAlex.calls.length > 0 && crossref.calls.length > 2;
      await eventually(isAsked, 'the questions of the night');
      const calls = weeks.sources.calls.counts;
      expect(calls.europepmc).toBeGreaterThan(0);
      const all = Object.values(calls).reduce((sum, one) => sum + one, 0);
      console.log(
        `all on: ${all} calls a day to sources, ${openAlex.calls.length} and ${crossref.calls.length}`,
      );
      // Calls to OpenAlex and Crossref grow with the number of papers, up to their daily limits.
      expect(all + limits.impact.account[0]![0]! + limits.updates.account[0]![0]!).toBeLessThan(600);
    } finally {
      await openAlex.close();
      await crossref.close();
    }
  }, 240_000);

  it('limits live searches of first digests a day, then uses the corpus and says so', async () => {
    weeks = await startWeeks();
    await weeks.read();
    weeks.app.limits = { 'live-search': { account: [[2, 86_400]] } };
    weeks.sources.calls.reset();
    const receipts = [];
    // A topic with fewer than five papers a week, so that the search goes back a month, a quarter, a year.
    for (const [at, topic] of ['amyloid cardiomyopathy', 'valve haemolysis', 'urine sodium'].entries()) {
      const { termId } = await weeks.follower(`first-${at}@example.org`, topic);
      const [first] = await weeks.digestsOf(termId);
      receipts.push(first!.coverage.find(({ source }) => source === 'pubmed')!);
    }
    const asked = (word: string) => weeks.sources.calls.log.filter(({ url }) => url.includes(word)).length;
    expect(asked('/arxiv/api')).toBe(2);
    expect(receipts.map(({ outcome }) => outcome)).toEqual(['partial', 'partial', 'partial']);
    expect(receipts.at(-1)!.sentence).toMatch(/reached today's request limit/);
    const mail = words(weeks.mailsTo('first-2@example.org')[0]!.text);
    expect(mail).toMatch(/reached today.s request limit/);
  });
});

/** Creates readers with one topic each; the first `due` are due within 24 hours, the others later in the week. */
async function follow(terms: number, due: number): Promise<void> {
  const { db, now } = weeks.app;
  await addDueReaders(db, Array<string>(terms).fill('heart failure'));
  const at = sql`${now().toISOString()}::timestamptz`;
  const weekAgo = sql`${at} - interval '7 days'`;
  await db.execute(sql`update search_terms t set requested_at = ${weekAgo}, created_at = ${weekAgo},
    last_processed_at = ${weekAgo}, next_scheduled_run = ${at} + interval '1 hour' *
      case when place <= ${due}::int then place * 23.0 / ${due}::int else 25 + place % 140 end
    from (select id, row_number() over (order by id) as place from search_terms) all_terms where all_terms.id = t.id`);
}

/** Whether each source was harvested within six hours, and no harvest runs or waits. */
async function isHarvested(): Promise<boolean> {
  const asked = await weeks.app.db.execute(
    sql`select id from pgboss.job where name = 'harvest' and state <= 'active'`,
  );
  if (asked.rows.length) return false;
  const rows = await weeks.app.db.select().from(harvests);
  const since = weeks.app.now().getTime() - 6 * hour;
  return (
    rows.every(({ status }) => status === 'complete') &&
    offeredSources(weeks.app.config.sources.more).every((name) =>
      rows.some(({ source, finishedAt }) => source === name && finishedAt && finishedAt.getTime() > since),
    )
  );
}
