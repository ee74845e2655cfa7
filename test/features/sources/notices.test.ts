import { eq } from 'drizzle-orm';
import { papers } from '#platform/db/schema.ts';
import { pluck } from '#shared/values/pick.ts';
import { day, heartPaper, startWeeks, type Weeks, words } from '#test/weeks.ts';
import { eventually } from '#test/world.ts';

let weeks: Weeks;
afterEach(() => weeks.close());

/** As PubMed lists them on the first day: as journal articles, without a link to their work. */
const labels = [
  ['Fe de erratas: ', { notice: 'corrected' }],
  ['Berichtigung: ', { notice: 'corrected' }],
  ['Rétractation : ', { state: 'retracted' }],
  ['Исправление: ', { notice: 'corrected' }],
  ['勘误：', { notice: 'corrected' }],
  ['Retractación: ', { state: 'retracted' }],
  ['Expresión de preocupación: ', { notice: 'concern' }],
] as const;

const works = labels.map((_, at) => heartPaper('pubmed', 2 + at));
const notices = labels.map(([label], at) => ({
  ...heartPaper('pubmed', 902 + at),
  title: `${label}${works[at]!.title}`,
  authors: works[at]!.authors,
  abstract: null,
}));

describe('notice in another language than English', () => {
  it('is not a paper in any digest, marks its work, and is announced to readers who have that', async () => {
    weeks = await startWeeks({ corpus: [], before: (sources) => sources.add(works) });
    const { termId, email } = await weeks.follower('languages@example.org', 'heart failure');
    const shown = () => weeks.titlesOf(termId);
    expect((await shown())[0]).toEqual(expect.arrayContaining(works.map(({ title }) => title)));

    weeks.pass(2 * day);
    const other = heartPaper('pubmed', 1);
    weeks.sources.add([...notices, other]);
    await weeks.week();
    expect((await shown())[1]).toEqual([other.title]);
    for (const { title } of notices)
      expect([title, await weeks.app.db.$count(papers, eq(papers.title, title))]).toEqual([title, 0]);
    for (const [at, [label, mark]] of labels.entries()) {
      const work = await weeks.workOf(works[at]!.title);
      expect([label, work]).toEqual([label, expect.objectContaining(mark)]);
    }

    const announced = () => words(pluck(weeks.noticesTo(email), 'text').join(' '));
    await eventually(async () => works.every(({ title }) => announced().includes(title)), 'the notices');
  });
});

/** Withdrawals in real wordings; only medRxiv's contains the word "withdrawn". */
const byComment = [
  'We withdraw this paper because Theorem 1 is wrong',
  '12 pages, 3 figures. Reason for withdrawal: the data were mislabeled',
  'This submission has been removed by arXiv administrators because of falsified authorship',
];
const byAbstract = {
  biorxiv: 'Reason for withdrawal: the images of two experiments were mixed up.',
  medrxiv:
    'Withdrawal StatementThe authors have withdrawn this manuscript because the consent of some participants was not documented.',
} as const;

/** Texts about a withdrawal that are not one. */
const aboutWithdrawal = [
  heartPaper('arxiv', 1, {
    title: 'Alcohol withdrawal in people with heart failure',
    abstract: 'Withdrawal of alcohol strains people with heart failure. We withdraw alcohol from 40 of them.',
    comment: 'Withdrawn from the workshop on heart failure, now at another one',
  }),
  heartPaper('biorxiv', 2, {
    title: 'Nicotine withdrawal slows heart failure in rats',
    abstract: 'Withdrawal from nicotine was followed by slower heart failure in every group of rats.',
  }),
  heartPaper('medrxiv', 3, {
    title: 'Withdrawal of beta blockers after recovery from heart failure: a cohort',
    abstract: 'We withdrew beta blockers from 300 people who had recovered from heart failure.',
  }),
  heartPaper('pubmed', 0, {
    title: 'Retracted trials in reviews of heart failure',
    abstract:
      'Reviews of heart failure cite trials for years. For each citation we noted whether the article was retracted before the review on heart failure came out.',
  }),
];

describe('preprint withdrawn before it was mailed', () => {
  it('is not mailed as a paper, in any wording, while papers about withdrawal are', async () => {
    weeks = await startWeeks({ corpus: [] });
    const { termId, email } = await weeks.follower('spared@example.org', 'heart failure');
    weeks.pass(2 * day);
    const fileless = heartPaper('arxiv', 8);
    const withdrawn = [
      ...byComment.map((comment, at) => heartPaper('arxiv', 4 + at, { comment })),
      heartPaper('biorxiv', 7, { abstract: byAbstract.biorxiv }),
      fileless,
      heartPaper('medrxiv', 9, { abstract: byAbstract.medrxiv }),
    ];
    weeks.sources.add([...withdrawn, ...aboutWithdrawal]);
    // arXiv's newest version has no file (`<source_type>I`), and no comment says so.
    weeks.sources.change(fileless.id, { withdrawn: true });
    weeks.sources.change(fileless.id, { comment: null });
    await weeks.week();
    const weekly = (await weeks.titlesOf(termId))[1]!.toSorted();
    expect(weekly).toEqual(pluck(aboutWithdrawal, 'title').toSorted());
    const mail = words(weeks.mailsTo(email)[1]!.text);
    for (const { title } of aboutWithdrawal) expect(mail).toContain(title);
    for (const { title } of withdrawn) expect(mail).not.toContain(title);
  });
});

test('a mailed preprint is announced as withdrawn to its readers, in any wording, unlike a paper about withdrawal', async () => {
  const arxiv = [heartPaper('arxiv', 4), heartPaper('arxiv', 5), heartPaper('arxiv', 6)];
  const servers = [heartPaper('biorxiv', 7), heartPaper('medrxiv', 9)] as const;
  const fileless = heartPaper('arxiv', 8);
  const mailed = [...arxiv, ...servers, fileless];
  // Two topics, because a first digest has ten papers, some of them from the sample library.
  const others = aboutWithdrawal.filter(({ source }) => source === 'arxiv' || source === 'medrxiv');
  weeks = await startWeeks({ corpus: [], before: (sources) => sources.add([...mailed, ...others]) });
  const { termId, email } = await weeks.follower('told@example.org', 'heart failure');
  const [first] = await weeks.titlesOf(termId);
  expect(first).toEqual(expect.arrayContaining([...mailed, ...others].map(({ title }) => title)));

  weeks.pass(day);
  for (const [at, comment] of byComment.entries())
    weeks.sources.change(arxiv[at]!.id, { newVersion: true, comment });
  weeks.sources.change(servers[0].id, { newVersion: true, abstract: byAbstract.biorxiv });
  weeks.sources.change(servers[1].id, { newVersion: true, abstract: byAbstract.medrxiv });
  weeks.sources.change(fileless.id, { withdrawn: true });
  weeks.sources.change(fileless.id, { comment: null });
  for (const { id } of others) weeks.sources.change(id, { newVersion: true });
  await weeks.morning();

  const notices = () => words(pluck(weeks.noticesTo(email), 'text').join(' '));
  await eventually(async () => mailed.every(({ title }) => notices().includes(title)), 'the withdrawals');
  for (const { title } of others) expect(notices()).not.toContain(title);
});
