import { eq } from 'drizzle-orm';
import { readUpdates } from '#corpus/harvest/updates.ts';
import { paperEvents, paperNotices } from '#platform/db/schema.ts';
import { enqueue } from '#platform/queue/queues.ts';
import { type CrossrefStandIn, startCrossref } from '#stand-ins/crossref.ts';
import { day, heartPaper, noticeAbout, startWeeks, type Weeks, words } from '#test/weeks.ts';
import { eventually } from '#test/world.ts';

let weeks: Weeks;
let crossref: CrossrefStandIn;
let clock: () => Date = () => new Date();
beforeEach(async () => {
  crossref = await startCrossref({ now: () => clock() });
});
afterEach(async () => {
  await weeks.close();
  await crossref.close();
});

const never = new AbortController().signal;

const start = async (
  papers: ReturnType<typeof heartPaper>[],
  environment: Record<string, string> = crossref.environment,
) => {
  weeks = await startWeeks({ corpus: [], environment, before: (sources) => sources.add(papers) });
  clock = weeks.app.now;
  await weeks.read();
};
const ask = () => readUpdates(weeks.app, never);
const workOf = async (title: string) => (await weeks.workOf(title))!;
const eventsOf = async (title: string) =>
  (
    await weeks.app.db
      .select({ kind: paperEvents.kind, detail: paperEvents.detail })
      .from(paperEvents)
      .where(eq(paperEvents.paperId, (await workOf(title)).id))
      .orderBy(paperEvents.id)
  ).map(({ kind, detail }) => [kind, detail.doi ?? null]);

describe('Crossref', () => {
  it('gets no request unless it is turned on', async () => {
    await start([], { CROSSREF_URL: crossref.url });
    await ask();
    expect(crossref.calls).toEqual([]);
  });

  it('reports a retraction and a concern once each, however many parties assert them', async () => {
    const [retracted, questioned] = [heartPaper('pubmed', 1), heartPaper('pubmed', 2)];
    await start([retracted, questioned]);
    const { email } = await weeks.follower('told@example.org', 'heart failure');
    weeks.pass(day);
    crossref.update(retracted.doi!, '10.5555/notice.1', { type: 'retraction', source: 'publisher' });
    crossref.update(retracted.doi!, '10.5555/notice.1', { type: 'retraction', source: 'retraction-watch' });
    crossref.update(questioned.doi!, '10.5555/notice.2', { type: 'expression_of_concern' });
    crossref.update(questioned.doi!, '10.5555/notice.3', { type: 'new_version' });
    crossref.update('10.5555/not-here', '10.5555/notice.4', { type: 'retraction' });
    await enqueue(weeks.app, 'updates', {});
    await eventually(async () => (await workOf(retracted.title)).state === 'retracted', 'the retraction');
    await eventually(async () => (await eventsOf(questioned.title)).length === 1, 'the concern');
    weeks.pass(day);
    await ask();
    await weeks.morning();
    expect(await eventsOf(retracted.title)).toEqual([['retracted', '10.5555/notice.1']]);
    expect(await eventsOf(questioned.title)).toEqual([['concern', '10.5555/notice.2']]);
    expect(await weeks.app.db.$count(paperNotices, eq(paperNotices.source, 'crossref'))).toBe(2);
    const notices = () => weeks.noticesTo(email);
    await eventually(async () => notices().length === 1, 'one mail of both');
    expect(words(notices()[0]!.text)).toContain(retracted.title);
    // The same retraction from PubMed is not a second event.
    weeks.sources.change(retracted.id, { retracted: true });
    await weeks.morning();
    expect(await eventsOf(retracted.title)).toHaveLength(1);
  });

  it('ignores a notice about itself, unless Retraction Watch asserts it', async () => {
    const [mistaken, inPlace] = [heartPaper('pubmed', 11), heartPaper('pubmed', 12)];
    await start([mistaken, inPlace]);
    crossref.update(mistaken.doi!, mistaken.doi!, { type: 'erratum' });
    crossref.update(inPlace.doi!, inPlace.doi!, { type: 'retraction', source: 'retraction-watch' });
    await ask();
    expect(await eventsOf(mistaken.title)).toEqual([]);
    expect(await workOf(inPlace.title)).toMatchObject({ state: 'retracted' });
  });

  it('finds notices registered long ago, twenty works per request, newest first, within the daily share', async () => {
    const old = heartPaper('pubmed', 21);
    const others = Array.from({ length: 45 }, (_, at) => heartPaper('pubmed', 100 + at));
    await start([old, ...others]);
    const notice = { DOI: '10.5555/notice.21', type: 'Correction', source: 'publisher' } as const;
    crossref.register({ DOI: old.doi!, 'updated-by': [notice], indexedAt: new Date('2021-01-01') });
    await ask();
    expect(await eventsOf(old.title)).toEqual([['corrected', '10.5555/notice.21']]);
    const [notices, articles, ...batches] = crossref.calls;
    expect(notices!.get('filter')).toContain('update-type:retraction,update-type:withdrawal');
    expect(articles!.get('filter')).toContain('relation.type:is-preprint-of');
    expect(crossref.calls.every((call) => call.get('mailto')?.includes('@'))).toBe(true);
    const sizes = batches.map((call) => call.get('filter')!.split(',').length);
    expect(sizes.slice(0, 2)).toEqual([20, 20]);
    expect(Math.max(...sizes)).toBe(20);

    // The next night asks only for new notices, and for no work again.
    crossref.calls.length = 0;
    weeks.pass(day);
    await ask();
    expect(crossref.calls).toHaveLength(2);
    expect(crossref.calls[0]!.get('filter')).toContain('from-index-date:2026-03-01');
    weeks.app.limits = { updates: { account: [[1, 82_800]] } };
    await ask();
    expect(crossref.calls.length).toBeLessThanOrEqual(3);
  });

  it('names the article of a preprint, and ignores a copy registered as one', async () => {
    const [preprint, copied] = [31, 32].map((number) => {
      const doi = `10.1101/9999.03.03.0000${number}`;
      return heartPaper('biorxiv', number, { id: `${doi}v1`, doi });
    }) as [ReturnType<typeof heartPaper>, ReturnType<typeof heartPaper>];
    await start([preprint, copied]);
    const of = (id: string) => ({ 'is-preprint-of': [{ 'id-type': 'doi', id, 'asserted-by': 'object' }] });
    crossref.register(
      { DOI: preprint.doi!, type: 'posted-content', relation: of('10.5555/Journal.31') },
      { DOI: copied.doi!, type: 'posted-content', relation: of('10.65215/fake.32') },
    );
    await ask();
    await ask();
    expect(await eventsOf(preprint.title)).toEqual([['now-published', '10.5555/journal.31']]);
    expect(await eventsOf(copied.title)).toEqual([]);
  });

  it('steps over the only work that is asked for if its reply is spoiled, but not if Crossref is out', async () => {
    const paper = heartPaper('pubmed', 1);
    await start([paper]);
    crossref.register({ DOI: paper.doi!, spoils: true });
    crossref.misbehave(503);
    await expect(ask()).rejects.toThrow(/Crossref/);
    crossref.misbehave(null);
    await ask();
    expect((await workOf(paper.title)).updatesAskedAt).not.toBeNull();
  });

  it('reads the notices of a page that one of them spoils', async () => {
    const papers = [42, 43, 44].map((number) => heartPaper('pubmed', number));
    await start(papers);
    for (const [at, { doi }] of papers.entries())
      crossref.update(doi!, `10.5555/notice.${at}`, { type: 'retraction' });
    crossref.register({ DOI: '10.5555/notice.1', spoils: true }, { DOI: papers[2]!.doi!, spoils: true });
    await readUpdates(weeks.app, never);
    const states = await Promise.all(papers.map(async ({ title }) => (await workOf(title)).state));
    // The lookup of each work finds what the list lacks, and the list what the lookup lacks.
    expect(states).toEqual(['retracted', 'retracted', 'retracted']);
  });

  it('retries after a failure, and keeps the results before it', async () => {
    const paper = heartPaper('pubmed', 41);
    await start([paper]);
    crossref.update(paper.doi!, '10.5555/notice.41', { type: 'retraction' });
    crossref.misbehave(400);
    await expect(ask()).rejects.toThrow('Crossref refused our request.');
    crossref.misbehave(429, 2);
    await ask();
    expect(await workOf(paper.title)).toMatchObject({ state: 'retracted' });
  });
});

test('an erratum counts once if PubMed and Crossref both name it; the next one counts again', async () => {
  const paper = heartPaper('pubmed', 51);
  await start([paper]);
  // PubMed's notice has no DOI.
  const erratum = (number: number) => noticeAbout(paper, 'Correction', 950 + number, { doi: null });
  weeks.sources.add([erratum(1)]);
  await weeks.morning();
  crossref.update(paper.doi!, '10.5555/notice.51', { type: 'erratum' });
  await ask();
  expect(await eventsOf(paper.title)).toHaveLength(1);
  crossref.update(paper.doi!, '10.5555/notice.52', { type: 'erratum' });
  await ask();
  expect(await eventsOf(paper.title)).toHaveLength(2);
  weeks.sources.add([erratum(2)]);
  await weeks.morning();
  expect(await eventsOf(paper.title)).toHaveLength(2);
});
