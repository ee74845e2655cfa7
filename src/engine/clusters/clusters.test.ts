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
    const found = await index.clusters(groups.flat(), true);
    expect(found.map(({ ids }) => ids.toSorted((one, other) => one - other))).toEqual(groups.map(idsOf));
    expect(found.map(({ name }) => name)).toEqual([
      'peat bog restoration',
      'tram brake noise',
      expect.stringContaining('GLP-1 agonists'),
    ]);
  });

  it('finds the same subjects for papers that the index does not hold', async () => {
    const elsewhere = (papers: SeedPaper[]) => papers.map((paper) => ({ ...paper, id: paper.id + 10_000 }));
    const found = await index.clusters(elsewhere([...about(0, 20), ...about(2, 20)]), true);
    expect(found.map(({ name }) => name).sort()).toEqual(['honey bee queens', 'peat bog restoration']);
  });

  it('makes one group of papers that are too few for several', async () => {
    const found = await index.clusters([...about(0, 14), ...about(1, 15)], false);
    expect(found).toHaveLength(1);
    expect(found[0]!.ids).toHaveLength(29);
    expect(await index.clusters([], true)).toEqual([]);
  });

  it('never fails for papers without words, or for identical papers', async () => {
    const same = Array.from({ length: 40 }, (_, id) => ({ id: 20_000 + id, title: 'Peat', abstract: null }));
    expect((await index.clusters(same, true)).flatMap(({ ids }) => ids)).toHaveLength(40);
    const wordless = same.map((paper) => ({ ...paper, id: paper.id + 5000, title: '—' }));
    for (const { name } of await index.clusters(wordless, true)) expect(name).toBe('—');
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
      true,
    );
    isDone = true;
    expect(turns).toBeGreaterThan(3);
  });
});
