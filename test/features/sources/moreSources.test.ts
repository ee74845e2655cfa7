import { eq } from 'drizzle-orm';
import { harvests } from '#platform/db/schema.ts';
import { usualSources } from '#shared/papers/sources.ts';
import { day, type Follower, heartPaper, startWeeks, type Weeks, words } from '#test/weeks.ts';
import { eventually } from '#test/world.ts';

let weeks: Weeks;
const start = async (
  MORE_SOURCES: string | null = 'europepmc',
  options: Parameters<typeof startWeeks>[0] = {},
) => {
  const environment: Record<string, string> = MORE_SOURCES === null ? {} : { MORE_SOURCES };
  weeks = await startWeeks({ corpus: [], ...options, environment });
  return weeks;
};
afterEach(() => weeks.close());

const settingsOf = (termId: string) => `/api/search-terms/${termId}/settings`;
const choose = ({ patch, termId }: Follower) => patch(settingsOf(termId), { moreSources: ['europepmc'] });

describe('additional source', () => {
  it('is neither read nor offered unless the operator adds it', async () => {
    await start(null);
    const reader = await weeks.follower('usual@example.org', 'heart failure');
    expect((await reader.get('/api/site')).body).not.toHaveProperty('moreSources');
    const { body: topics } = await reader.get(`/api/users/${reader.id}/search-terms`);
    expect(topics[0]).not.toHaveProperty('moreSources');
    const refused = { status: 400, body: { message: 'Europe PMC is not offered here.' } };
    expect(await choose(reader)).toMatchObject(refused);
    await weeks.week();
    expect(weeks.sources.calls.counts.europepmc).toBe(0);
    const { coverage } = await weeks.lastDigest(reader.termId);
    expect(coverage.map(({ source }) => source)).toEqual(usualSources);
  });

  it('is off until a topic adds it, then has its own papers and row of the coverage report', async () => {
    await start();
    const asking = await weeks.follower('asking@example.org', 'heart failure');
    const other = await weeks.follower('other@example.org', 'heart failure');
    expect((await asking.get('/api/site')).body).toMatchObject({ moreSources: ['europepmc'] });
    expect((await choose(asking)).body).toMatchObject({ moreSources: ['europepmc'] });
    expect((await asking.get(`/api/users/${asking.id}/preferences`)).body).not.toHaveProperty('moreSources');
    weeks.pass(2 * day);
    const paper = heartPaper('europepmc', 11);
    const elsewhere = heartPaper('europepmc', 13, { journal_or_category: 'bioRxiv' });
    weeks.sources.add([paper, heartPaper('pubmed', 12), elsewhere]);
    await weeks.week();

    const [digest, without] = [await weeks.lastDigest(asking.termId), await weeks.lastDigest(other.termId)];
    expect(digest.papersData.find(({ title }) => title === paper.title)).toMatchObject({
      source: 'europepmc',
      journal: 'Research Square',
      doi: '10.21203/rs.3.rs-9000011/v1',
      url: expect.stringMatching(/^https:\/\/europepmc\.org\/article\/PPR\/PPR\d+$/),
    });
    expect(without.papersData.map(({ title }) => title)).not.toContain(paper.title);
    expect(without.coverage).toHaveLength(4);
    const receipt = { source: 'europepmc', outcome: 'complete', records: 1, papers: 1 };
    expect(digest.coverage.at(-1)).toMatchObject(receipt);
    expect(words(weeks.mailsTo(asking.email).at(-1)!.text)).toContain('Europe PMC');
    // This preprint is read at its own server.
    expect(await weeks.workOf(elsewhere.title)).toBeUndefined();

    const { body: settings } = await asking.patch(settingsOf(asking.termId), { moreSources: [] });
    expect(settings).not.toHaveProperty('moreSources');
    weeks.pass(2 * day);
    weeks.sources.add([heartPaper('europepmc', 14), heartPaper('pubmed', 15)]);
    await weeks.week();
    const { papersData } = await weeks.lastDigest(asking.termId);
    expect(papersData.map(({ source }) => source)).not.toContain('europepmc');
  });

  it('reports a failure in words, and is read again', async () => {
    await start();
    const reader = await weeks.follower('fails@example.org', 'heart failure');
    await choose(reader);
    weeks.sources.misbehave('europepmc', 'empty-200');
    weeks.sources.add([heartPaper('pubmed', 21)]);
    await weeks.week();
    await weeks.waitedOut();
    expect((await weeks.lastDigest(reader.termId)).coverage.at(-1)).toMatchObject({
      source: 'europepmc',
      sentence: 'Europe PMC answered with nothing at all.',
    });
    weeks.sources.misbehave('europepmc', null);
    await weeks.week();
    const rows = await weeks.app.db.select().from(harvests).where(eq(harvests.source, 'europepmc'));
    expect(rows.at(-1)).toMatchObject({ status: 'complete' });
  });
});

describe('preprints of other servers', () => {
  it('are merged with their article by an asserted link, but not by a guessed one', async () => {
    const [joined, guessed] = [heartPaper('europepmc', 31), heartPaper('europepmc', 32)];
    await start('europepmc', { before: (sources) => sources.add([joined, guessed]) });
    const reader = await weeks.follower('links@example.org', 'heart failure');
    await choose(reader);
    weeks.pass(day);
    weeks.sources.add([heartPaper('europepmc', 33)]);
    await weeks.week();
    weeks.pass(day);
    const articles = [131, 132].map((number) =>
      heartPaper('pubmed', number, { title: `An article under quite another name, number ${number}` }),
    );
    weeks.sources.add(articles);
    weeks.sources.change(joined.id, { links: [{ type: 'Preprint of', id: articles[0]!.id }] });
    const note = 'Link created based on a title-first author match';
    weeks.sources.change(guessed.id, { links: [{ type: 'Preprint of', id: articles[1]!.id, note }] });
    await weeks.week();
    expect(await weeks.workOf(joined.title)).toBeUndefined();
    expect(await weeks.workOf(articles[0]!.title)).toMatchObject({ source: 'pubmed' });
    expect(await weeks.workOf(guessed.title)).toMatchObject({ source: 'europepmc' });
    expect(await weeks.workOf(articles[1]!.title)).toMatchObject({ source: 'pubmed' });
  });

  it('are one work over all versions, and announced as withdrawn to readers who have them', async () => {
    await start();
    const reader = await weeks.follower('versions@example.org', 'heart failure');
    await choose(reader);
    weeks.pass(day);
    const paper = heartPaper('europepmc', 41);
    weeks.sources.add([paper]);
    await weeks.week();
    expect((await weeks.titlesOf(reader.termId)).at(-1)).toContain(paper.title);
    weeks.pass(day);
    weeks.sources.change(paper.id, { newVersion: true, abstract: `${paper.abstract} And in spring.` });
    await weeks.morning();
    const second = { version: 2, sourceId: '10.21203/rs.3.rs-9000041', doi: '10.21203/rs.3.rs-9000041/v2' };
    expect(await weeks.workOf(paper.title)).toMatchObject(second);
    weeks.pass(day);
    weeks.sources.change(paper.id, { withdrawn: true });
    await weeks.morning();
    const last = () => words(weeks.mailsTo(reader.email).at(-1)!.text);
    await eventually(async () => last().includes('A paper you received was retracted'), 'the notice');
    expect(last()).toContain(paper.title);
  });
});
