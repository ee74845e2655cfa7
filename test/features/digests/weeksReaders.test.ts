import { harvests } from '#platform/db/schema.ts';
import { enqueue } from '#platform/queue/queues.ts';
import { type Follower, heartPaper, opened, startWeeks } from '#test/weeks.ts';
import { eventually } from '#test/world.ts';

/** One world: each test has its own readers and papers, and begins on the day on which the one before ended. */
const weeks = await opened(startWeeks());

const hour = 3_600_000;
const kinds = async ({ termId }: Follower) =>
  (await weeks.digestsOf(termId)).map(({ digestType }) => digestType);
const titlesOf = ({ termId }: Follower) => weeks.titlesOf(termId);

describe('paper retracted after it was mailed', () => {
  it.each([
    ['pubmed', 31, { retracted: true }, /retracted/i],
    ['arxiv', 32, { withdrawn: true }, /withdrawn/i],
    ['biorxiv', 33, { withdrawn: true }, /withdrawn/i],
  ] as const)(
    '%s: is announced once to each reader who got it, and to no other',
    async (source, number, change, word) => {
      const paper = heartPaper(source, number);
      weeks.sources.add([paper]);
      const had = await weeks.follower(`had-${source}@example.org`, 'heart failure');
      const other = await weeks.follower(`other-${source}@example.org`, 'CRISPR base editing');
      expect((await titlesOf(had))[0]).toContain(paper.title);

      weeks.pass(26 * hour);
      weeks.sources.change(paper.id, change);
      await weeks.morning();
      const notices = () => weeks.mailsTo(had.email).slice(1);
      await eventually(async () => notices().length > 0, 'the notice');
      await weeks.morning();
      await weeks.work();
      expect(notices()).toHaveLength(1);
      expect(notices()[0]!.text).toMatch(word);
      expect(notices()[0]!.text.replace(/\s+/g, ' ')).toContain(paper.title.slice(0, 40));
      expect(weeks.mailsTo(other.email)).toHaveLength(1);

      const { body } = await had.get(`/api/users/${had.id}/digests`);
      const shown = body.flatMap(({ papersData }: { papersData: { title: string; retracted?: boolean }[] }) =>
        papersData.filter(({ title }) => title === paper.title),
      );
      expect(shown.length).toBeGreaterThan(0);
      for (const one of shown) expect(one.retracted).toBe(true);
      // It does not return as a new paper either.
      await weeks.week();
      expect((await titlesOf(had)).slice(1).flat()).not.toContain(paper.title);
    },
  );
});

describe('daily highlights', () => {
  it('come on days with highly relevant papers, at most three, to who turned them on, and are not repeated in the weekly digest', async () => {
    const weekly = await weeks.follower('weekly@example.org', 'heart failure');
    const reader = await weeks.follower('daily@example.org', 'heart failure');
    await reader.patch(`/api/users/${reader.id}/preferences`, { dailyHighlights: true });
    await weeks.work();
    // No mail on the next day, which has no papers.
    await weeks.morning();
    expect(await kinds(reader)).toEqual(['immediate']);
    // The day after has four.
    weeks.sources.add([41, 42, 43, 44].map((number) => heartPaper('pubmed', number)));
    await weeks.morning();
    expect(await kinds(reader)).toEqual(['immediate', 'daily']);
    expect(await kinds(weekly)).toEqual(['immediate']);
    const [, daily] = await titlesOf(reader);
    expect(daily!.length).toBeGreaterThanOrEqual(1);
    expect(daily!.length).toBeLessThanOrEqual(3);
    expect(weeks.mailsTo(reader.email)).toHaveLength(2);
    // The third day repeats nothing.
    await weeks.morning();
    const before = (await titlesOf(reader)).flat();
    expect(new Set(before).size).toBe(before.length);
    // The weekly digest has the remaining papers, once.
    const beside = heartPaper('pubmed', 46, {
      title: 'Telephone calls after discharge, in a cohort of 46 wards',
      abstract:
        'Wards called people two days after discharge to ask for pain, sleep and medicines. Most of those who were called had been operated on; one in eight had heart failure. Calls were answered more often in the evening.',
    });
    weeks.sources.add([beside]);
    await weeks.week();
    expect((await kinds(reader)).at(-1)).toBe('weekly');
    const all = (await titlesOf(reader)).flat();
    expect(new Set(all).size).toBe(all.length);
    for (const number of [41, 42, 43, 44]) expect(all).toContain(heartPaper('pubmed', number).title);
    expect(all.at(-1)).toBe(beside.title);
  });

  it('prevent nothing-new notices for their week', async () => {
    const reader = await weeks.follower('silent@example.org', 'heart failure');
    await reader.patch(`/api/users/${reader.id}/preferences`, { dailyHighlights: true });
    await weeks.work();
    weeks.sources.add([heartPaper('pubmed', 47)]);
    await weeks.morning();
    for (let week = 0; week < 4; week++) await weeks.week();
    expect(await kinds(reader)).toEqual(['immediate', 'daily']);
    await weeks.week();
    expect(await kinds(reader)).toEqual(['immediate', 'daily', 'note']);
  });
});

test('weeks without new papers cause one notice in four weeks at most, while the schedule continues', async () => {
  const reader = await weeks.follower('quiet@example.org', 'heart failure');
  for (let week = 0; week < 6; week++) await weeks.week();
  expect((await kinds(reader)).slice(1)).toEqual(['note', 'note']);
  const [first, second] = (await weeks.digestsOf(reader.termId)).slice(1);
  expect(second!.periodEnd.getTime() - first!.periodEnd.getTime()).toBe(28 * 24 * hour);
  const empty = weeks.mailsTo(reader.email).map(({ subject }) => /nothing new/i.test(subject));
  expect(empty).toEqual([false, true, true]);
  weeks.sources.add([heartPaper('pubmed', 51)]);
  await weeks.week();
  expect((await titlesOf(reader)).at(-1)).toEqual([heartPaper('pubmed', 51).title]);
});

test('a failed source is harvested again ten minutes later, and every six hours once it works', async () => {
  const readings = async () =>
    (await weeks.app.db.select().from(harvests).orderBy(harvests.id)).filter(
      ({ source, status }) => source === 'medrxiv' && status !== 'running',
    );
  const tick = () => enqueue(weeks.app, 'tick', {});
  const before = (await readings()).length;
  const another = (count: number) =>
    eventually(async () => (await readings()).length === before + count, `reading ${count}`);
  weeks.sources.misbehave('medrxiv', '503');
  weeks.pass(6 * hour + 1);
  await tick();
  await another(1);
  weeks.sources.misbehave('medrxiv', null);
  weeks.pass(11 * 60_000);
  await tick();
  await another(2);
  expect((await readings()).slice(before).map(({ status }) => status)).toEqual(['failed', 'complete']);
  weeks.pass(5 * hour);
  await weeks.work();
  expect(await readings()).toHaveLength(before + 2);
  weeks.pass(hour + 1);
  await tick();
  await another(3);
});
