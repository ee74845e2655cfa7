import { afterEach, describe, expect, it } from 'vitest';
import { harvests } from '#platform/db/schema.ts';
import { enqueue } from '#platform/queue/queues.ts';
import { type Follower, heartPaper, startWeeks, type Weeks } from '#test/weeks.ts';
import { eventually } from '#test/world.ts';

let weeks: Weeks;
const start = async (...options: Parameters<typeof startWeeks>) => {
  weeks = await startWeeks(...options);
  return weeks;
};
afterEach(() => weeks.close());

const hour = 3_600_000;
const kinds = async ({ termId }: Follower) =>
  (await weeks.digestsOf(termId)).map(({ digestType }) => digestType);
const titlesOf = async ({ termId }: Follower) =>
  (await weeks.digestsOf(termId)).map(({ papersData }) => papersData.map(({ title }) => title));

describe('paper retracted after it was mailed', () => {
  it.each([
    ['pubmed', { retracted: true }, /retracted/i],
    ['arxiv', { withdrawn: true }, /withdrawn/i],
    ['biorxiv', { withdrawn: true }, /withdrawn/i],
  ] as const)(
    '%s: is announced once to each reader who got it, and to no other',
    async (source, change, word) => {
      const paper = heartPaper(source, 31);
      await start({ before: (sources) => sources.add([paper]) });
      const had = await weeks.follower('had@example.org', 'heart failure');
      const other = await weeks.follower('other@example.org', 'CRISPR base editing');
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
  it('come on days with highly relevant papers, at most three, and are not repeated in the weekly digest', async () => {
    await start();
    const reader = await weeks.follower('daily@example.org', 'heart failure');
    await reader.patch(`/api/users/${reader.id}/preferences`, { dailyHighlights: true });
    await weeks.work();
    // No mail on Wednesday, which has no papers.
    await weeks.morning();
    expect(await kinds(reader)).toEqual(['immediate']);
    // Thursday has four.
    weeks.sources.add([41, 42, 43, 44].map((number) => heartPaper('pubmed', number)));
    await weeks.morning();
    expect(await kinds(reader)).toEqual(['immediate', 'daily']);
    const [, daily] = await titlesOf(reader);
    expect(daily!.length).toBeGreaterThanOrEqual(1);
    expect(daily!.length).toBeLessThanOrEqual(3);
    expect(weeks.mailsTo(reader.email)).toHaveLength(2);
    // Friday repeats nothing.
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
    await start();
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

  it('go only to readers who turned them on', async () => {
    await start();
    const reader = await weeks.follower('weekly@example.org', 'heart failure');
    weeks.sources.add([heartPaper('pubmed', 45)]);
    await weeks.morning();
    expect(await kinds(reader)).toEqual(['immediate']);
  });
});

describe('weeks without new papers', () => {
  it('cause one notice in four weeks at most, while the schedule continues', async () => {
    await start();
    const reader = await weeks.follower('quiet@example.org', 'heart failure');
    for (let week = 0; week < 6; week++) await weeks.week();
    expect((await kinds(reader)).slice(1)).toEqual(['note', 'note']);
    const [first, second] = (await weeks.digestsOf(reader.termId)).slice(1);
    expect(second!.periodEnd.getTime() - first!.periodEnd.getTime()).toBe(28 * 24 * hour);
    expect(weeks.mailsTo(reader.email).map(({ subject }) => /nothing new/i.test(subject))).toEqual([
      false,
      true,
      true,
    ]);
    weeks.sources.add([heartPaper('pubmed', 51)]);
    await weeks.week();
    expect((await titlesOf(reader)).at(-1)).toEqual([heartPaper('pubmed', 51).title]);
  });
});

describe('failed source', () => {
  it('is harvested again ten minutes later, and every six hours once it works', async () => {
    await start({ before: (sources) => sources.misbehave('medrxiv', '503') });
    const readings = async () =>
      (await weeks.app.db.select().from(harvests).orderBy(harvests.id)).filter(
        ({ source, status }) => source === 'medrxiv' && status !== 'running',
      );
    const tick = () => enqueue(weeks.app, 'tick', {});
    await eventually(async () => (await readings()).length === 1, 'the first reading to fail', 25);
    weeks.sources.misbehave('medrxiv', null);
    weeks.pass(11 * 60_000);
    await tick();
    await eventually(async () => (await readings()).length === 2, 'the second reading');
    expect((await readings()).map(({ status }) => status)).toEqual(['failed', 'complete']);
    weeks.pass(5 * hour);
    await weeks.work();
    expect(await readings()).toHaveLength(2);
    weeks.pass(hour + 1);
    await tick();
    await eventually(async () => (await readings()).length === 3, 'the third reading');
  });
});
