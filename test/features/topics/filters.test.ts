import { eq } from 'drizzle-orm';
import { searchTerms, userPreferences } from '#platform/db/schema.ts';
import { numberInWords } from '#shared/papers/strength.ts';
import { type Filters, noFilters } from '#shared/topics/searchTerm.ts';
import { eventually } from '#test/world.ts';
import {
  allTitles,
  change,
  digestsOf,
  highlights,
  literature,
  openSettings,
  runScheduled,
  searchAgain,
  titlesOf,
  topicOf,
} from './settingsSetup.ts';

const here = openSettings();
const missingIn = ({ summary }: Awaited<ReturnType<typeof digestsOf>>[number]) =>
  summary.flatMap(({ line, text }) => (line === 'missing' ? text : [])).join(' ');

describe('filters of a topic', () => {
  it('delivers everything close enough without filters', async () => {
    const [digest] = await digestsOf(here);
    expect(titlesOf(digest!)).toEqual(allTitles);
    expect(digest!.filtered).toBeNull();
  });

  const table: [string, Partial<Filters>, string[], string][] = [
    [
      'papers with a required phrase',
      { required: ['wound healing'] },
      [literature[7].title],
      'with “wound healing”',
    ],
    [
      'papers without an excluded phrase',
      { excluded: ['mouse'] },
      allTitles.filter((title) => !title.includes('mouse')),
      'without “mouse”',
    ],
    [
      'some article types',
      { articleTypes: ['trial', 'review'] },
      [literature[0].title, literature[1].title],
      'trials and reviews',
    ],
    [
      'original articles',
      { articleTypes: ['article'] },
      [literature[3].title, literature[0].title],
      'original articles',
    ],
    ['preprints', { articleTypes: ['preprint'] }, literature.slice(5).map(({ title }) => title), 'preprints'],
    [
      'some sources',
      { sources: ['arxiv', 'medrxiv'] },
      [literature[5].title, literature[7].title],
      'from arXiv and medRxiv',
    ],
  ];
  it.each(table)('limits digest, page and mail to %s', async (_, filters, expected, words) => {
    expect((await change(here, { filters })).status).toBe(200);
    await searchAgain(here);
    const [digest] = await digestsOf(here);
    expect(titlesOf(digest!)).toEqual([...expected].sort());
    expect(digest!.filtered).toMatch(/^Only /);
    expect(digest!.filtered).toContain(words);
    expect(missingIn(digest!)).toMatch(
      new RegExp(
        `${numberInWords(allTitles.length - expected.length)} close matche?s? did not pass this topic`,
        'i',
      ),
    );
    const mail = await here.world.smtp.waitFor(
      (mail) => mail.to.includes(here.reader.email) && mail.text.includes('Only '),
    );
    expect(mail.text).toContain(digest!.filtered);
    expect(mail.html).toContain('?subject=%5BTeam%5D%20Question');
    const off = digest!.coverage.filter(({ outcome }) => outcome === 'off');
    expect(off.map(({ source }) => source)).toEqual(filters.sources ? ['pubmed', 'biorxiv'] : []);
    for (const { sentence } of off) expect(sentence).toBe('Left out by the filters of this topic.');
  });

  it.each([
    ['lunar moss, not mouse', 'Two close matches with “mouse” were left out.'],
    ['lunar moss NOT letter', 'One close match with “letter” was left out.'],
    ['lunar moss -zeppelin', ''],
  ])('%s: the brief counts what the topic leaves out', async (term, said) => {
    await here.world.app.db.update(searchTerms).set({ term }).where(eq(searchTerms.id, here.termId));
    await searchAgain(here);
    expect(missingIn((await digestsOf(here))[0]!)).toBe(said);
  });

  it('leaves out papers below the least relevance', async () => {
    const [before] = await digestsOf(here);
    const scores = before!.papersData.map(({ relevanceScore }) => relevanceScore);
    const minimumRelevance = Math.min(0.95, scores[2]!);
    await change(here, { filters: { minimumRelevance } });
    await searchAgain(here);
    const [digest] = await digestsOf(here);
    expect(digest!.papersData.length).toBeLessThan(literature.length);
    for (const { relevanceScore } of digest!.papersData)
      expect(relevanceScore).toBeGreaterThanOrEqual(minimumRelevance);
  });

  it('says on the topic and in the notice how many papers the filters stopped', async () => {
    await change(here, { filters: { required: ['zeppelin'] } });
    expect(await searchAgain(here)).toMatchObject({
      statusDetail: `8 papers of the last 365 days matched this topic, but none passed its filters. Only papers with “zeppelin”.`,
    });
    const [note] = await digestsOf(here);
    expect(note).toMatchObject({ digestType: 'note', filtered: 'Only papers with “zeppelin”.' });
    const mail = await here.world.smtp.waitFor(
      (mail) => mail.to.includes(here.reader.email) && mail.subject.includes('nothing new'),
    );
    const line = /found 8 papers close enough.*none that passed the filters/;
    expect(mail.text.replace(/\s+/g, ' ')).toMatch(line);
  });

  it('explains a topic whose sources are turned off in the preferences', async () => {
    await change(here, { filters: { sources: ['arxiv'] } });
    const own = eq(userPreferences.userId, here.reader.id);
    await here.world.app.db.update(userPreferences).set({ includeArxiv: false }).where(own);
    const statusDetail = expect.stringContaining('turned off in your preferences');
    expect(await searchAgain(here)).toMatchObject({ status: 'completed', statusDetail });
    expect(await digestsOf(here)).toEqual([]);
  });

  it('apply to weekly digests too', async () => {
    await change(here, { filters: { excluded: ['mouse'] } });
    await runScheduled(here, 7);
    const found = async () => (await digestsOf(here)).find(({ digestType }) => digestType === 'weekly');
    const weekly = await eventually(found, 'the weekly digest');
    expect(titlesOf(weekly)).toEqual(allTitles.filter((title) => !title.includes('mouse')));
  });

  it('apply to daily highlights, which stop with a daily schedule', async () => {
    await change(here, { filters: { excluded: ['trials together'] } });
    const daily = await highlights(here);
    // Without the filter this paper would rank first.
    expect(titlesOf(daily)).not.toContain(literature[2].title);
    expect(daily).toMatchObject({ digestType: 'daily', filtered: 'Only papers without “trials together”.' });
    await change(here, { schedule: { cadence: 'daily', hour: 5 } });
    await expect(highlights(here)).rejects.toThrow('Waited 2 s for highlights');
  });

  it.each([
    ['a phrase without a word', { required: ['!!'] }, /cannot be searched/],
    ['a phrase on both sides', { required: ['Mouse'], excluded: ['mouse'] }, /required and excluded/],
    ['too many phrases', { excluded: Array.from({ length: 21 }, (_, at) => `word ${at}`) }, /At most 20/],
    ['an unknown article type', { articleTypes: ['poem'] as never }, /./],
  ])('are refused with a sentence: %s', async (_, filters, sentence) => {
    const refused = await change(here, { filters });
    expect(refused.status).toBe(400);
    expect(JSON.stringify(refused.body)).toMatch(sentence);
    expect((await topicOf(here)).filters).toBeNull();
  });

  it('are stored in normal form, once each, and empty ones as none', async () => {
    const { body } = await change(here, { filters: { excluded: [' mouse ', 'Mouse', '"wild   type"'] } });
    expect(body.filters).toEqual({ ...noFilters, excluded: ['mouse', 'wild type'] });
    expect((await change(here, { filters: {} })).body.filters).toBeNull();
  });
});
