import { eq } from 'drizzle-orm';
import { papers, readerPapers } from '#platform/db/schema.ts';
import { heartPaper, startWeeks, type Weeks } from '#test/weeks.ts';
import { eventually } from '#test/world.ts';

// Weeks of one reader's mail take a minute each on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

let weeks: Weeks;
afterEach(() => weeks.close());

const day = 86_400_000;

it('a mail tells the reader what happens to a kept paper that no digest had', async () => {
  const revised = { ...heartPaper('biorxiv', 71), title: 'Lichens on limestone walls' };
  const withdrawn = { ...heartPaper('arxiv', 72), title: 'Ferns below a waterfall' };
  const done = { ...heartPaper('arxiv', 73), title: 'Mosses of a northern bog' };
  weeks = await startWeeks({
    before: (sources) =>
      sources.add(
        [revised, withdrawn, done].map((paper) => ({ ...paper, abstract: 'Plants grew where it was wet.' })),
      ),
  });
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
