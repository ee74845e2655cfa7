import { eq } from 'drizzle-orm';
import { emailDigests } from '#platform/db/schema.ts';
import { day, heartPaper, noticeAbout, startWeeks, type Weeks } from '#test/weeks.ts';
import { eventually } from '#test/world.ts';

vi.setConfig({ testTimeout: 420_000 });

let weeks: Weeks;
afterEach(() => weeks.close());

it('shows each work as often as it should in eight weeks with all moments and late sources', async () => {
  const preprint = heartPaper('biorxiv', 1);
  const corrected = heartPaper('pubmed', 2);
  const withdrawn = heartPaper('arxiv', 3);
  const questioned = heartPaper('pubmed', 4);
  const known = [preprint, corrected, withdrawn, questioned];
  weeks = await startWeeks({ corpus: [], before: (sources) => sources.add(known) });
  const { sources } = weeks;
  const { termId, email } = await weeks.follower('calendar@example.org', 'heart failure');
  const today = () => weeks.app.now().toISOString().slice(0, 10);
  const weekly = [...Array(8).keys()].map((week) => heartPaper('pubmed', 100 + week));
  // Numbers with another last digit give papers with other findings, because a digest leaves out near-duplicates.
  const late = [heartPaper('medrxiv', 206), heartPaper('arxiv', 208), heartPaper('biorxiv', 209)];
  const notice = (number: number, label: string, about: typeof corrected) =>
    sources.add([noticeAbout(about, label, 900 + number)]);
  const listLate = (at: number) => {
    sources.add([{ ...late[at]!, on: today() }]);
    sources.withhold([late[at]!.id]);
  };
  const title = `${preprint.title}, revised`;

  const events: (() => void)[] = [
    () => {
      const abstract = `${preprint.abstract} A second cohort did not confirm this.`;
      sources.change(preprint.id, { newVersion: true, title, abstract });
      listLate(0);
    },
    () => sources.release([late[0]!.id]),
    () => {
      sources.add([heartPaper('pubmed', 1, { title, authors: preprint.authors })]);
      listLate(1);
    },
    () => notice(1, 'Correction', corrected),
    () => {
      sources.release([late[1]!.id]);
      notice(2, 'Expression of Concern', questioned);
    },
    () => {
      sources.change(withdrawn.id, { withdrawn: true });
      listLate(2);
    },
    () => {
      sources.change(withdrawn.id, { newVersion: true, comment: null });
      sources.release([late[2]!.id]);
    },
    () => notice(3, 'Retraction', corrected),
  ];
  for (const [week, happens] of events.entries()) {
    weeks.pass(2 * day);
    happens();
    sources.add([weekly[week]!]);
    await weeks.week();
  }
  await weeks.week();

  const shown = (await weeks.digestsOf(termId)).flatMap(({ papersData }) => papersData);
  const notes = (wanted: { title: string }) =>
    shown.filter((paper) => paper.title === wanted.title).map(({ note }) => note);
  expect([...notes(preprint), ...notes({ title })]).toEqual(['new', 'revised', 'now-published']);
  for (const paper of [corrected, withdrawn, questioned, ...weekly])
    expect([paper.title, notes(paper)]).toEqual([paper.title, [expect.stringMatching(/^(?:new|late)$/)]]);
  for (const paper of late) expect([paper.title, notes(paper)]).toEqual([paper.title, ['late']]);

  await eventually(async () => weeks.noticesTo(email).length === 5, 'five notices');
  const told = await weeks.app.db
    .select({ subject: emailDigests.subject })
    .from(emailDigests)
    .where(eq(emailDigests.digestType, 'correction'))
    .orderBy(emailDigests.createdAt);
  expect(told.map(({ subject }) => subject.split(':')[0])).toEqual([
    ...['Corrected', 'Expression of concern', 'Withdrawn', 'Reinstated', 'Retracted'],
  ]);
  expect(await weeks.workOf(corrected.title)).toMatchObject({ state: 'retracted', notice: 'corrected' });
});
