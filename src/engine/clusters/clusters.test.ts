import { buildIndex, indexPaper } from '#test/inlineIndex.ts';
import type { IndexPaper, SeedPaper } from '../core/types.ts';
import type { UpdatableIndex } from '../searchIndex.ts';

const subjects = [
  [
    'Peat bog restoration',
    'restoring a peat bog by rewetting raises the water table and Sphagnum mosses return to drained peat',
  ],
  [
    'Tram brake noise',
    'each tram brake squeals on narrow curves and makes noise, and dampers on wheels lower the sound of trams',
  ],
  ['Honey bee queens', 'honey bee queens mate with many drones, and workers of one colony are diverse'],
  ['GLP-1 agonists in obesity', 'semaglutide lowers body weight and appetite in adults with obesity'],
] as const;
const places = 'Norway Chile Kenya Japan Canada Latvia Ghana Peru Nepal Malta Fiji Oman'.split(' ');

/** Papers on one subject, each from another place. */
const about = (subject: number, count: number): SeedPaper[] =>
  Array.from({ length: count }, (_, at) => ({
    id: subject * 100 + at,
    title: `${subjects[subject]![0]} in ${places[at % places.length]}`,
    abstract: `In ${places[at % places.length]}, ${subjects[subject]![1]}. We followed ${at + 20} sites.`,
  }));

let index: UpdatableIndex;
beforeAll(async () => {
  const papers: IndexPaper[] = subjects.flatMap((_, subject) => about(subject, 40).map(indexPaper));
  index = await buildIndex(papers);
});

const idsOf = (papers: readonly SeedPaper[]) => papers.map(({ id }) => id).sort((one, other) => one - other);

describe('clustering of papers', () => {
  it('finds the subjects of the papers, largest first, named by words of their titles', async () => {
    const groups = [about(0, 20), about(1, 14), about(3, 9)];
    const found = await index.clusters(groups.flat(), 'several');
    expect(found.map(({ ids }) => ids.toSorted((one, other) => one - other))).toEqual(groups.map(idsOf));
    expect(found.map(({ name }) => name)).toEqual([
      'peat bog restoration',
      'tram brake noise',
      expect.stringContaining('GLP-1 agonists'),
    ]);
  });

  it('finds the same subjects for papers that the index does not hold', async () => {
    const elsewhere = (papers: SeedPaper[]) => papers.map((paper) => ({ ...paper, id: paper.id + 10_000 }));
    const found = await index.clusters(elsewhere([...about(0, 20), ...about(2, 20)]), 'several');
    expect(found.map(({ name }) => name).sort()).toEqual(['honey bee queens', 'peat bog restoration']);
  });

  it('makes one group of papers that are too few for several', async () => {
    const found = await index.clusters([...about(0, 14), ...about(1, 15)], 'one');
    expect(found).toHaveLength(1);
    expect(found[0]!.ids).toHaveLength(29);
    expect(await index.clusters([], 'several')).toEqual([]);
  });

  it('groups a few papers by names that they share, in titles or twice in an abstract, and by no adjective', async () => {
    const paper = (id: number, title: string, abstract = '') => ({ id: 30_000 + id, title, abstract });
    const few = [
      paper(1, 'Tram brake noise on metastatic curves'),
      paper(2, 'Quiet wheels', 'A tram brake is loud. Each tram brake squeals.'),
      paper(3, 'Metastatic bogs', 'A tram brake.'),
      paper(4, 'Sphagnum moss and water'),
      paper(5, 'Rewetting with Sphagnum moss'),
    ];
    const own = await buildIndex([...about(2, 120), ...about(3, 60), ...few].map(indexPaper));
    const found = await own.clusters(few, 'shared');
    expect(found.map(({ ids }) => ids.map((id) => id - 30_000)).sort()).toEqual([
      [1, 2],
      [4, 5],
    ]);
    expect(found.map(({ name }) => name).sort()).toEqual(['Sphagnum moss', 'tram brake']);
  });

  it.each([
    ['Angiotensin II antagonist losartan', 'losartan'],
    ['Hepatitis B virus vaccines', 'hepatitis b virus vaccines'],
    ['The burden of loud tram accidents', 'loud tram accidents'],
    ['Heat-resistant roof moss', 'heat-resistant roof moss'],
    ['Noise-preserving tram brakes', 'noise-preserving tram brakes'],
    ['Effect of tram brakes', 'tram brakes'],
    ['Roles of Sphagnum moss', 'sphagnum moss'],
  ])('names the group of “%s” by no torn words: “%s”', async (title, name) => {
    const few = [1, 2].map((at) => ({ id: 40_000 + at, title: `${title}, part ${at}`, abstract: null }));
    const own = await buildIndex([...about(2, 120), ...few].map(indexPaper));
    const [found] = await own.clusters([...few, ...about(2, 4)], 'shared');
    expect(found!.name.toLowerCase()).toBe(name);
  });

  it.each([
    ['Tram brake squeals', 'Tram brake dampers', 'Tram brake noise'],
    ['Sphagnum moss water', 'Sphagnum moss peat', 'Sphagnum moss beds'],
  ])('names no group by what is torn out of other names: %s, %s, %s', async (...titles) => {
    const few = titles.map((title, at) => ({ id: 50_000 + at, title, abstract: null }));
    const own = await buildIndex([...about(2, 120), ...few].map(indexPaper));
    expect(await own.clusters([...few, ...about(2, 5)], 'shared')).toEqual([]);
  });

  it('never fails for papers without words, or for identical papers', async () => {
    const same = Array.from({ length: 40 }, (_, id) => ({ id: 20_000 + id, title: 'Peat', abstract: null }));
    expect((await index.clusters(same, 'several')).flatMap(({ ids }) => ids)).toHaveLength(40);
    const wordless = same.map((paper) => ({ ...paper, id: paper.id + 5000, title: '—' }));
    for (const { name } of await index.clusters(wordless, 'several')) expect(name).toBe('—');
  });

  it('yields to the event loop', async () => {
    let turns = 0;
    let isDone = false;
    const count = () => {
      turns++;
      if (!isDone) setImmediate(count);
    };
    setImmediate(count);
    await index.clusters(
      subjects.flatMap((_, subject) => about(subject, 100)),
      'several',
    );
    isDone = true;
    expect(turns).toBeGreaterThan(3);
  });
});
