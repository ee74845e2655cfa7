import { eq } from 'drizzle-orm';
import { papers, readerPapers, users } from '#platform/db/schema.ts';
import type { SourceName } from '#shared/papers/sources.ts';
import { day, heartPaper, noticeAbout, opened, startWeeks, words } from '#test/weeks.ts';
import { eventually } from '#test/world.ts';

/** One world: each test has its own readers and papers, and begins on the day on which the one before ended. */
const weeks = await opened(startWeeks());

/** For each digest of the topic, its papers with this title. */
const shownAs = async (termId: string, title: string) =>
  (await weeks.digestsOf(termId)).map(({ papersData }) => papersData.find((paper) => paper.title === title));

describe('mailed paper', () => {
  it('is announced as corrected and as questioned, once each, and keeps a retraction matched by title', async () => {
    const paper = heartPaper('pubmed', 61);
    weeks.sources.add([paper]);
    const { email, termId, id, get } = await weeks.follower('had@example.org', 'heart failure');
    const notices = () => weeks.noticesTo(email);
    const marks = async () => {
      const { body } = await get(`/api/users/${id}/digests`);
      return body
        .flatMap(({ papersData }: { papersData: { title: string }[] }) => papersData)
        .filter(({ title }: { title: string }) => title === paper.title)
        .map(({ notice, retracted }: { notice?: string; retracted?: boolean }) => notice ?? retracted);
    };
    const say = async (number: number, label: string) => {
      weeks.sources.add([noticeAbout(paper, label, 960 + number)]);
      await weeks.morning();
      await eventually(async () => notices().length === number, `notice ${number}`);
    };
    await say(1, 'Correction');
    expect(notices()[0]!.headers.subject).toContain('Corrected');
    expect(await marks()).toEqual(['corrected', 'corrected']);
    await say(2, 'Expression of Concern');
    expect(words(notices()[1]!.text)).toContain('An expression of concern about a paper you received');
    await say(3, 'Retraction');
    expect(words(notices()[2]!.text)).toContain('A paper you received was retracted');

    // PubMed changes the record again, but has not linked it to its notice yet.
    weeks.sources.change(paper.id, { abstract: `${paper.abstract} The data are at hand.` });
    await weeks.morning();
    const work = await weeks.workOf(paper.title);
    expect(work).toMatchObject({ state: 'retracted', notice: 'concern' });
    expect(work!.abstract).toMatch(/at hand/);
    expect(notices()).toHaveLength(3);
    expect(await shownAs(termId, paper.title)).toHaveLength(1);
  });

  it('is announced as corrected again for a second erratum, and never twice for one', async () => {
    const paper = heartPaper('pubmed', 63);
    weeks.sources.add([paper]);
    const { email } = await weeks.follower('twice@example.org', 'heart failure');
    const notices = () => weeks.noticesTo(email);
    const erratum = (number: number) => noticeAbout(paper, 'Correction', 970 + number);
    for (const number of [1, 2]) {
      weeks.sources.add([erratum(number)]);
      await weeks.morning();
      await eventually(async () => notices().length === number, `erratum ${number}`);
    }
    // The same notice again, changed at its source.
    weeks.sources.change(erratum(2).id, { authors: [...paper.authors, 'Late, B.'] });
    await weeks.morning();
    await weeks.morning();
    expect(notices()).toHaveLength(2);
  });

  it('is announced as reinstated to who heard that it was withdrawn', async () => {
    const paper = heartPaper('arxiv', 62);
    weeks.sources.add([paper]);
    const { email } = await weeks.follower('back@example.org', 'heart failure and renal congestion');
    weeks.pass(day);
    weeks.sources.change(paper.id, { withdrawn: true });
    await weeks.morning();
    await eventually(async () => weeks.noticesTo(email).length === 1, 'the withdrawal');
    weeks.pass(day);
    weeks.sources.change(paper.id, { newVersion: true, comment: null });
    await weeks.morning();
    await eventually(async () => weeks.noticesTo(email).length === 2, 'the return');
    expect(words(weeks.noticesTo(email)[1]!.text)).toContain('A paper you received was reinstated');
  });
});

test('a notice that comes before its work waits, and marks the work when that arrives', async () => {
  const retracted = heartPaper('pubmed', 51);
  const questioned = heartPaper('pubmed', 52);
  weeks.sources.add([
    {
      ...heartPaper('pubmed', 951),
      title: 'Retraction Note',
      types: ['Retraction of Publication'],
      links: [{ type: 'RetractionOf', id: retracted.id }],
    },
    noticeAbout(questioned, 'Expression of Concern', 952),
  ]);
  const { termId, email } = await weeks.follower('early@example.org', 'heart failure');
  weeks.pass(2 * day);
  weeks.sources.add([retracted, questioned, heartPaper('pubmed', 53)]);
  await weeks.week();
  expect(await weeks.workOf(retracted.title)).toMatchObject({ state: 'retracted' });
  expect(await shownAs(termId, retracted.title)).toEqual([undefined, undefined]);
  const [, shown] = await shownAs(termId, questioned.title);
  expect(shown).toMatchObject({ notice: 'concern' });
  const mail = words(weeks.mailsTo(email)[1]!.text);
  expect(mail).toContain('EXPRESSION OF CONCERN');
  expect(mail).toContain('published an expression of concern about this work');
  // The notice itself is not a paper.
  expect(await weeks.app.db.$count(papers, eq(papers.title, 'Retraction Note'))).toBe(0);
});

describe('article long after its preprint', () => {
  it('comes as a new paper to readers without the preprint, and as published to the others', async () => {
    const untold = await weeks.follower('untold@example.org', 'heart failure');
    await untold.patch(`/api/users/${untold.id}/preferences`, { includeBiorxiv: false });
    const preprint = heartPaper('biorxiv', 81);
    weeks.sources.add([preprint]);
    const told = await weeks.follower('told@example.org', 'heart failure');
    weeks.pass(100 * day);
    weeks.sources.add([heartPaper('pubmed', 82)]);
    await weeks.week();
    weeks.pass(2 * day);
    const article = heartPaper('pubmed', 81, {
      title: preprint.title,
      authors: preprint.authors,
      abstract: `${preprint.abstract} A second hospital confirmed all of it.`,
    });
    weeks.sources.add([article, heartPaper('pubmed', 83)]);
    await weeks.week();
    const last = async (termId: string) => (await shownAs(termId, preprint.title)).at(-1);
    const changed = 'A second hospital confirmed all of it.';
    expect(await last(told.termId)).toMatchObject({ note: 'now-published', changed });
    expect(await last(untold.termId)).toMatchObject({ note: 'new', source: 'pubmed' });
    expect(words(weeks.mailsTo(told.email).at(-1)!.text)).toContain('A second hospital confirmed all of it.');
  });

  it('is found by its preprint server’s list, however old the preprint', async () => {
    const doi = '10.1101/9999.03.03.000084';
    const preprint = heartPaper('biorxiv', 84, { id: `${doi}v1`, doi });
    weeks.sources.add([preprint]);
    const { termId } = await weeks.follower('listed@example.org', 'heart failure');
    weeks.pass(100 * day);
    await weeks.week();
    weeks.sources.change(preprint.id, { publishedDoi: '10.5555/weeks.journal.84', publishedIn: 'Sample' });
    weeks.sources.add([heartPaper('pubmed', 85)]);
    await weeks.week();
    const shown = { note: 'now-published', journal: 'Sample' };
    expect((await shownAs(termId, preprint.title)).at(-1)).toMatchObject(shown);
  });

  it('still comes to readers whose preferences or filters allow only the preprint’s source', async () => {
    const byPreferences = await weeks.follower('preferences@example.org', 'heart failure');
    await byPreferences.patch(`/api/users/${byPreferences.id}/preferences`, { includePubmed: false });
    const byFilter = async (email: string, source: SourceName) => {
      const reader = await weeks.follower(email, 'heart failure');
      await weeks.app.db.update(users).set({ subscriptionTier: 'team' }).where(eq(users.id, reader.id));
      const filters = { sources: [source] };
      await reader.patch(`/api/search-terms/${reader.termId}/settings`, { filters });
      return reader;
    };
    const ofPreprints = await byFilter('preprints@example.org', 'arxiv');
    const ofArticles = await byFilter('articles@example.org', 'pubmed');
    const ofNeither = await byFilter('neither@example.org', 'biorxiv');
    weeks.pass(2 * day);
    const preprint = heartPaper('arxiv', 91);
    const { title, authors } = preprint;
    weeks.sources.add([preprint, heartPaper('pubmed', 91, { title, authors }), heartPaper('biorxiv', 92)]);
    await weeks.week();
    for (const { termId } of [byPreferences, ofPreprints, ofArticles])
      expect((await shownAs(termId, preprint.title)).at(-1)).toMatchObject({ source: 'pubmed' });
    const [, last] = await weeks.digestsOf(ofNeither.termId);
    expect(last!.papersData.map(({ source }) => source)).toEqual(['biorxiv']);
  });
});

test('a letter, comment or editorial is labeled with its kind', async () => {
  const { termId, email } = await weeks.follower('kinds@example.org', 'heart failure');
  weeks.pass(2 * day);
  const letter = heartPaper('pubmed', 95, { types: ['Letter'] });
  const title = 'Comment on “Heart failure and frailty: heart failure”';
  const comment = { ...heartPaper('pubmed', 96), title };
  const editorial = heartPaper('pubmed', 97, { types: ['Editorial'] });
  weeks.sources.add([letter, comment, editorial]);
  await weeks.week();
  const kinds = new Map(
    (await weeks.digestsOf(termId)).at(-1)!.papersData.map(({ title, kind }) => [title, kind] as const),
  );
  expect(kinds.get(letter.title)).toBe('letter');
  expect(kinds.get(comment.title)).toBe('comment');
  expect(kinds.get(editorial.title)).toBe('editorial');
  const mail = words(weeks.mailsTo(email).at(-1)!.text);
  for (const label of ['Comment', 'Letter', 'Editorial']) expect(mail).toContain(`Ostrander ${label} · n`);
});

test('a kept paper that no digest had is announced when it is retracted, and comes in a digest when it is revised', async () => {
  const revised = { ...heartPaper('biorxiv', 71), title: 'Lichens on limestone walls' };
  const withdrawn = { ...heartPaper('arxiv', 72), title: 'Ferns below a waterfall' };
  const done = { ...heartPaper('arxiv', 73), title: 'Mosses of a northern bog' };
  weeks.sources.add(
    [revised, withdrawn, done].map((paper) => ({ ...paper, abstract: 'Plants grew where it was wet.' })),
  );
  const { email, termId, id } = await weeks.follower('keeper@example.org', 'heart failure');
  for (const { title } of [revised, withdrawn, done]) {
    const [work] = await weeks.app.db.select().from(papers).where(eq(papers.title, title));
    await weeks.app.db.insert(readerPapers).values({
      ...{ userId: id, paperId: work!.id, state: title === done.title ? 'done' : 'kept', document: '' },
      ...{ imported: true, changedAt: weeks.app.now(), addedAt: weeks.app.now() },
      shown: {
        id: String(work!.id),
        title,
        source: work!.source,
        relevanceScore: 0,
        abstract: work!.abstract,
      },
    });
  }
  weeks.pass(day);
  for (const { id } of [withdrawn, done]) weeks.sources.change(id, { withdrawn: true });
  await weeks.morning();
  await eventually(async () => weeks.mailsTo(email).length === 2, 'the retraction');
  const notice = weeks.mailsTo(email)[1]!.text.replace(/\s+/g, ' ');
  expect(notice).toContain('A paper on your shelf was retracted');
  expect(notice).toContain(withdrawn.title);
  expect(notice).not.toContain(done.title);

  const abstract = 'Plants grew where it was wet. A second wall did not confirm this.';
  weeks.sources.change(revised.id, { newVersion: true, abstract });
  weeks.sources.add([heartPaper('pubmed', 74)]);
  await weeks.week();
  weeks.sources.add([heartPaper('pubmed', 75)]);
  await weeks.week();
  const told = (await weeks.digestsOf(termId)).map(({ papersData }) =>
    papersData.filter(({ title }) => title === revised.title).map(({ note }) => note),
  );
  expect(told).toEqual([[], ['revised'], []]);
});
