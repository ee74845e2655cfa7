import { sourceNames } from '#shared/papers/sources.ts';
import { buildIndex, indexPaper } from '#test/inlineIndex.ts';

const everywhere = { sources: new Set(sourceNames) };
const options = { limit: 10, floor: 0.05 };
const name = (of: string, phrase: string) => ({
  ...{ of, phrase, kind: 'synonym' as const, from: 'model' as const, weight: 0.5 },
});
const topic = { text: 'robot arms hurting people', liked: [], disliked: [], vector: null };
const names = [name('robot arms', 'cobot'), name('hurting people', 'injury risk')];

const library = [
  'Robot arms hurting people in a warehouse',
  'Cobot and injury risk at the bench',
  'Cobot calibration by laser',
  'Injury risk of dancers',
  ...Array.from({ length: 40 }, (_, at) => `Basalt lichens on plot ${at}`),
].map((title, at) => indexPaper({ id: at + 1, title, abstract: `${title}. It was seen twice.` }));

describe('otherWording', () => {
  it('finds papers that have another name of each part, and lists them with what their own words earn', async () => {
    const index = await buildIndex(library);
    const without = index.rank({ ...topic, expansion: [] }, everywhere, options).map(({ id }) => id);
    const found = index.rank({ ...topic, expansion: names }, everywhere, options);
    expect(without).not.toContain(2);
    expect(found.map(({ id }) => id)).toEqual(expect.arrayContaining([1, 2]));
    const other = found.find(({ id }) => id === 2)!;
    expect(other.own).toBe(0);
    expect(other.score).toBeLessThanOrEqual(0.8);
    expect(Object.values(other.parts).reduce((sum, part) => sum + part, 0)).toBeCloseTo(other.score, 3);
    expect(found.map(({ id }) => id)).not.toContain(4);
  });

  it.each(['robot arms hurting people but not at the bench', 'robot arms hurting people -bench'])(
    'leaves out what the reader does: %s',
    async (text) => {
      const index = await buildIndex(library);
      const found = index.rank({ ...topic, text, expansion: names }, everywhere, options);
      expect(found.map(({ id }) => id)).toEqual([1]);
    },
  );

  it('asks for the other words of a topic too where a reader has named one part', async () => {
    const index = await buildIndex([
      ...library,
      indexPaper({ id: 90, title: 'Cobot hurting people', abstract: 'A cobot hurt people at work.' }),
    ]);
    const cobot = { ...name('robot arms', 'cobot'), from: 'reader' as const };
    const found = index.rank({ ...topic, expansion: [cobot] }, everywhere, options).map(({ id }) => id);
    expect(found).toEqual(expect.arrayContaining([1, 90]));
    expect(found).not.toContain(3);
  });

  it('leaves the list as it is where every part is named only by itself', async () => {
    const index = await buildIndex(library);
    const itself = [name('robot arms', 'robot arms')];
    expect(index.rank({ ...topic, expansion: itself }, everywhere, options)).toEqual(
      index.rank({ ...topic, expansion: [] }, everywhere, options),
    );
  });
});
