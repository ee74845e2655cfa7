import { eq } from 'drizzle-orm';
import { papers } from '#platform/db/schema.ts';
import { pluck } from '#shared/values/pick.ts';
import { day, heartPaper, startWeeks, type Weeks, words } from '#test/weeks.ts';
import { eventually } from '#test/world.ts';

vi.setConfig({ testTimeout: 180_000 });

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
