import { heartPaper, startWeeks, type Weeks } from '#test/weeks.ts';

let weeks: Weeks;
const start = async (...options: Parameters<typeof startWeeks>) => {
  weeks = await startWeeks({ corpus: [], ...options[0] });
  return weeks;
};
afterEach(() => weeks.close());

/** For each digest of the topic, its entry for the paper with this title; empty if it has none. */
const notesOn = async (termId: string, title: string) =>
  (await weeks.digestsOf(termId)).map(({ papersData }) =>
    papersData.filter((paper) => paper.title === title).map(({ note }) => note),
  );

test('a paper that its source lists late comes once, marked late, whatever its source', async () => {
  await start();
  const late = (['pubmed', 'arxiv', 'biorxiv', 'medrxiv'] as const).map((source, at) =>
    heartPaper(source, 5 + at, { on: '2026-03-03' }),
  );
  weeks.sources.add(late);
  weeks.sources.withhold(late.map(({ id }) => id));
  const { termId, email } = await weeks.follower('late@example.org', 'heart failure');
  weeks.sources.add([heartPaper('pubmed', 2, { on: '2026-03-06' })]);
  await weeks.week();
  // Listed five days after its own date, two days into the next period, and not harvested before.
  weeks.sources.add([heartPaper('pubmed', 3, { on: '2026-03-10' })]);
  weeks.sources.release(late.map(({ id }) => id));
  await weeks.morning();
  await weeks.week();
  weeks.sources.add([heartPaper('pubmed', 4, { on: '2026-03-18' })]);
  await weeks.week();
  for (const { source, title } of late)
    expect([source, await notesOn(termId, title)]).toEqual([source, [[], [], ['late'], []]]);
  expect(weeks.mailsTo(email)).toHaveLength(4);
  expect(weeks.mailsTo(email)[2]!.text).toMatch(/late/i);
});

test('a paper with a future date comes once, by its listing day, with the others of its week', async () => {
  await start();
  const { termId } = await weeks.follower('ahead@example.org', 'heart failure');
  const ahead = heartPaper('pubmed', 31, { on: '2026-03-05', printed: { date: '2026 Mar 17' } });
  const farAhead = heartPaper('pubmed', 32, { on: '2026-03-05', printed: { date: '2031 Jan' } });
  weeks.sources.add([ahead, farAhead, heartPaper('pubmed', 33, { on: '2026-03-06' })]);
  await weeks.week();
  weeks.sources.add([heartPaper('pubmed', 34, { on: '2026-03-11' })]);
  await weeks.week();
  weeks.sources.add([heartPaper('pubmed', 36, { on: '2026-03-18' })]);
  await weeks.week();
  for (const { title } of [ahead, farAhead])
    expect(await notesOn(termId, title)).toEqual([[], ['new'], [], []]);
  const [, week] = await weeks.digestsOf(termId);
  const days = week!.papersData.map(({ publishedOn }) => publishedOn).toSorted();
  expect(days).toEqual(['2026-03-05', '2026-03-05', '2026-03-06']);
});

describe('paper that was sent before', () => {
  it('comes again, labeled, when it is revised or published in a journal, but never as new', async () => {
    const preprint = heartPaper('biorxiv', 11);
    await start({ before: (sources) => sources.add([preprint]) });
    const { termId, email } = await weeks.follower('versions@example.org', 'heart failure');

    weeks.pass(2 * 86_400_000);
    const title = `${preprint.title}, revised`;
    weeks.sources.change(preprint.id, {
      newVersion: true,
      title,
      abstract: `${preprint.abstract} A second cohort did not confirm this.`,
    });
    weeks.sources.add([heartPaper('pubmed', 12)]);
    await weeks.week();

    const journalDoi = '10.5555/weeks.journal.11';
    weeks.pass(2 * 86_400_000);
    weeks.sources.change(preprint.id, { publishedDoi: journalDoi, publishedIn: 'Sample Journal of Weeks' });
    const asArticle = heartPaper('pubmed', 14, { doi: journalDoi, title, authors: preprint.authors });
    weeks.sources.add([heartPaper('pubmed', 13), asArticle]);
    await weeks.week();

    weeks.sources.add([heartPaper('pubmed', 15)]);
    await weeks.week();

    expect(await notesOn(termId, preprint.title)).toEqual([['new'], [], [], []]);
    expect(await notesOn(termId, title)).toEqual([[], ['revised'], ['now-published'], []]);
    const [, revised, published] = weeks.mailsTo(email);
    expect(revised!.text).toMatch(/revised/i);
    expect(published!.text).toMatch(/now published/i);
  });

  it('keeps its update for later during a week without new papers', async () => {
    // A preprint server's own DOI prefix. Another DOI in the record would name the published article.
    const doi = '10.1101/9999.03.03.000021';
    const preprint = heartPaper('medrxiv', 21, { id: `${doi}v1`, doi });
    await start({ before: (sources) => sources.add([preprint]) });
    const { termId } = await weeks.follower('patience@example.org', 'heart failure');
    weeks.pass(2 * 86_400_000);
    weeks.sources.change(preprint.id, { publishedDoi: '10.5555/weeks.journal.21', publishedIn: 'Sample' });
    await weeks.morning();
    await weeks.week();
    weeks.sources.add([heartPaper('pubmed', 22)]);
    await weeks.week();
    const types = (await weeks.digestsOf(termId)).map(({ digestType }) => digestType);
    expect(types).toEqual(['immediate', 'note', 'weekly']);
    expect(await notesOn(termId, preprint.title)).toEqual([['new'], [], ['now-published']]);
  });
});
