import { eq } from 'drizzle-orm';
import { harvests, searchTerms } from '#platform/db/schema.ts';
import { type Follower, heartPaper, opened, startWeeks } from '#test/weeks.ts';

/** One world: each test has its own reader and papers, and begins on the day on which the one before ended. */
const weeks = await opened(startWeeks());
afterEach(async () => {
  weeks.sources.misbehave('medrxiv', null);
  await weeks.read();
});

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** The delivery after this many others: Mondays at seven, UTC. */
const monday = (after = 0) => {
  const first = Date.parse('2026-03-09T07:00:00Z');
  return first + (Math.ceil((weeks.app.now().getTime() - first) / (7 * day)) + after) * 7 * day;
};
const passTo = (moment: number) => weeks.pass(moment - weeks.app.now().getTime());
const kinds = async ({ termId }: Follower) =>
  (await weeks.digestsOf(termId)).map(({ digestType }) => digestType);
const topicOf = async (reader: Follower) =>
  (await reader.get(`/api/users/${reader.id}/search-terms`)).body.find(
    ({ id }: { id: string }) => id === reader.termId,
  );
const passAndWork = async (milliseconds: number) => {
  weeks.pass(milliseconds);
  await weeks.work();
};

describe('due digest whose source is behind', () => {
  // First, before the clocks change in Berlin.
  it('does not change the topic’s next delivery day', async () => {
    const reader = await weeks.follower('next@example.org', 'heart failure');
    weeks.sources.add([heartPaper('pubmed', 66)]);
    weeks.sources.misbehave('medrxiv', '503');
    await weeks.week();
    await reader.patch(`/api/users/${reader.id}/preferences`, { timeZone: 'Europe/Berlin' });
    await passAndWork(4 * hour + minute);
    expect(await kinds(reader)).toEqual(['immediate', 'weekly']);
    expect((await topicOf(reader)).nextScheduledRun).toBe('2026-03-16T06:00:00.000Z');
  });

  it('waits, names the source, and goes out in full once that is harvested', async () => {
    const reader = await weeks.follower('waits@example.org', 'heart failure');
    const missed = heartPaper('medrxiv', 61);
    weeks.sources.add([missed, heartPaper('pubmed', 62)]);
    weeks.sources.misbehave('medrxiv', '503');
    await weeks.week();
    expect(await kinds(reader)).toEqual(['immediate']);
    const statusDetail = expect.stringContaining('Waiting for medRxiv');
    expect(await topicOf(reader)).toMatchObject({ status: 'completed', statusDetail });
    weeks.sources.misbehave('medrxiv', null);
    weeks.pass(31 * minute);
    await weeks.read();
    await passAndWork(31 * minute);
    const [, digest] = await weeks.digestsOf(reader.termId);
    expect(digest!.papersData.map(({ title }) => title)).toContain(missed.title);
    expect(digest!.coverage.every(({ outcome }) => outcome === 'complete')).toBe(true);
    expect((await topicOf(reader)).statusDetail).toBeNull();
  });

  it('goes out after four hours and names the missing source', async () => {
    const reader = await weeks.follower('bounded@example.org', 'heart failure');
    weeks.sources.add([heartPaper('medrxiv', 63), heartPaper('pubmed', 64)]);
    weeks.sources.misbehave('medrxiv', '503');
    await weeks.week();
    await passAndWork(3 * hour);
    expect(await kinds(reader)).toEqual(['immediate']);
    await passAndWork(hour);
    expect(await kinds(reader)).toEqual(['immediate', 'weekly']);
    const { text } = weeks.mailsTo(reader.email).at(-1)!;
    expect(text).toMatch(/medRxiv did not answer|medRxiv is not available/);
  });

  it('is composed at once when an operator asks for it', async () => {
    const reader = await weeks.follower('asked@example.org', 'heart failure');
    weeks.sources.add([heartPaper('pubmed', 65)]);
    weeks.sources.misbehave('medrxiv', '503');
    weeks.pass(26 * hour);
    await weeks.read();
    const due = { nextScheduledRun: new Date(weeks.app.now().getTime() - 1000) };
    await weeks.app.db.update(searchTerms).set(due).where(eq(searchTerms.id, reader.termId));
    await weeks.work();
    expect(await kinds(reader)).toEqual(['immediate', 'weekly']);
  });
});

describe('empty week with a missing source', () => {
  it('is not reported as empty, and the next digest searches its days again', async () => {
    const reader = await weeks.follower('outage@example.org', 'heart failure');
    const missed = heartPaper('medrxiv', 67, { on: new Date(monday() - 3 * day).toISOString().slice(0, 10) });
    weeks.sources.add([missed]);
    weeks.sources.misbehave('medrxiv', '503');
    await weeks.week();
    await passAndWork(4 * hour + minute);
    expect(await kinds(reader)).toEqual(['immediate']);
    expect((await topicOf(reader)).statusDetail).toMatch(/medRxiv/);
    weeks.sources.misbehave('medrxiv', null);
    await weeks.week();
    const [first, second] = await weeks.digestsOf(reader.termId);
    expect(second!.digestType).toBe('weekly');
    expect(second!.papersData.map(({ title }) => title)).toEqual([missed.title]);
    expect(second!.periodStart).toEqual(first!.periodEnd);
  });

  it('is not reported as empty while a harvest is running', async () => {
    const reader = await weeks.follower('running@example.org', 'heart failure');
    const due = monday();
    passTo(due - 23 * hour);
    await weeks.read();
    // Another process is reading arXiv once more.
    passTo(due - 2 * minute);
    const at = weeks.app.now();
    await weeks.read();
    const [running] = await weeks.app.db
      .insert(harvests)
      .values({
        source: 'arxiv',
        from: new Date(due - day).toISOString().slice(0, 10),
        to: new Date(due).toISOString().slice(0, 10),
        status: 'running',
        startedAt: at,
        aliveAt: new Date(at.getTime() + 5 * minute),
      })
      .returning({ id: harvests.id });
    await passAndWork(5 * minute);
    expect(await kinds(reader)).toEqual(['immediate']);
    expect((await topicOf(reader)).statusDetail).toContain('Waiting for arXiv');
    await weeks.app.db.delete(harvests).where(eq(harvests.id, running!.id));
    await passAndWork(31 * minute);
    expect(await kinds(reader)).toEqual(['immediate', 'note']);
  });
});

test('a nothing-new notice says what was searched and which paper came closest', async () => {
  const beside = heartPaper('pubmed', 68, {
    title: 'Rust in the concrete beams of old bridges',
    abstract:
      'Beams of concrete were loaded until failure. They broke at 40 kN. Rust was found in most of them.',
  });
  const reader = await weeks.follower('near@example.org', 'heart failure');
  weeks.sources.add([beside]);
  await weeks.week();
  const note = (await weeks.digestsOf(reader.termId)).at(-1)!;
  expect(note.digestType).toBe('note');
  expect(note.nearestMiss).toMatchObject({ title: beside.title, source: 'pubmed' });
  expect(note.nearestMiss!.because).toMatch(/% relevant/);
  const text = weeks.mailsTo(reader.email).at(-1)!.text.replace(/\s+/g, ' ');
  expect(text).toContain(beside.title);
  expect(text).toMatch(/PubMed/);
  const { body } = await reader.get(`/api/digests/${note.id}`);
  expect(body.nearestMiss.title).toBe(beside.title);
});

test('a first digest just before delivery counts as that week’s digest', async () => {
  // Sunday evening; digests are due on Monday at seven.
  passTo(monday() - 13 * hour);
  const nextButOne = monday(1);
  const reader = await weeks.follower('late@example.org', 'heart failure');
  weeks.sources.add([heartPaper('pubmed', 69)]);
  expect((await topicOf(reader)).nextScheduledRun).toBe(new Date(nextButOne).toISOString());
  await weeks.week();
  expect(await kinds(reader)).toEqual(['immediate']);
  await weeks.week();
  expect(await kinds(reader)).toEqual(['immediate', 'weekly']);
});
