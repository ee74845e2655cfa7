import { heartPaper, opened, startWeeks } from '#test/weeks.ts';

const [rosa, ada] = ['0000-0002-1825-0097', '0000-0002-1694-233X'];
const paperBy = (number: number, ...authors: string[]) => heartPaper('pubmed', number, { authors });

const weeks = await opened(startWeeks({ corpus: [] }));
const followers = [
  await weeks.follower('alone@example.org', `orcid:${rosa}`),
  await weeks.follower('without@example.org', `heart failure -https://orcid.org/${ada}`),
  await weeks.follower('either@example.org', `author:Ferreyra OR orcid:${ada}`),
];
weeks.sources.add([
  paperBy(1, `Holt, Rosa ${rosa}`, 'Ferreyra, T.'),
  paperBy(2, `Holt, Ruth ${ada}`),
  paperBy(3, 'Holt, Rosa'),
  paperBy(4, 'Ng, Ann', `Holt, R. ${rosa}`, `Ostrell, J. ${ada}`),
]);
await weeks.week();

/** The numbers of the papers in a topic's last digest. */
const sent = async ({ termId }: { termId: string }) =>
  (await weeks.lastDigest(termId)).papersData.map(({ title }) => Number(title.at(-1))).sort();
const read = async (topic: string) =>
  (await weeks.browser().post('/api/search-terms/preview', { topic })).body.reading;

describe('an ORCID iD in a topic', () => {
  it('brings the papers with it, and no others of the name', async () =>
    expect(await Promise.all(followers.map(sent))).toEqual([
      [1, 4],
      [1, 3],
      [1, 2, 4],
    ]));

  it.each([
    [rosa, 2],
    [`https://orcid.org/${rosa}`, 2],
    [`orcid:${rosa} iron deficiency`, 1],
    [`orcid:${ada} -orcid:${rosa}`, 1],
  ])('has a count in the preview of %s', async (topic, count) => {
    const { weekCount, problem, notes } = await read(topic);
    expect([weekCount, problem, notes]).toEqual([count, null, []]);
  });

  it('is said to be in no paper yet, or to be none', async () => {
    expect(await read('orcid:0000-0000-0000-0001')).toMatchObject({
      ...{ weekCount: 0, problem: null },
      fields: [{ field: 'orcid', text: '0000-0000-0000-0001', known: false }],
    });
    const { fields, notes, problem } = await read('orcid:0000-0002-1825-0098');
    expect([fields, problem]).toEqual([[], 'There is no word here to search for.']);
    expect(notes[0].text).toMatch(/is no ORCID iD: a digit is missing or wrong/);
  });
});
