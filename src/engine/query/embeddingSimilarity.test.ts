import { sourceNames } from '#shared/papers/sources.ts';
import { buildIndex, indexPaper } from '#test/inlineIndex.ts';
import type { IndexPaper } from '../core/types.ts';

/** All vectors lean one way, as those of language models do. Each paper has its own angle to the topic. */
const at = (angle: number): Float32Array => Float32Array.of(Math.cos(angle), Math.sin(angle));

const paper = (id: number, title: string, vector: Float32Array | null) => indexPaper({ id, title, vector });

const others = Array.from({ length: 40 }, (_, id) => paper(id, `Sleep of owl ${id}`, at(0.6 + id / 100)));

const topic = { text: 'heart failure', expansion: [], liked: [], disliked: [], vector: at(0) };

const found = async (papers: IndexPaper[], floor = 0) => {
  const index = await buildIndex(papers);
  const ranked = index.rank(topic, { sources: new Set(sourceNames) }, { limit: 100, floor });
  for (const { score, parts } of ranked)
    expect(Object.values(parts).reduce((sum, part) => sum + part, 0)).toBeCloseTo(score, 4);
  return ranked;
};

const embeddings = async (papers: IndexPaper[]) =>
  new Map((await found(papers)).map(({ id, parts }) => [id, parts.embedding]));

describe('embedding similarity', () => {
  it('supports papers that stand out, but not ordinary ones', async () => {
    const two = [paper(100, 'Heart failure in owls', at(0.9)), paper(101, 'Cardiac insufficiency', at(0.05))];
    const parts = await embeddings([...two, ...others]);
    expect(parts.get(101)).toBeGreaterThan(0);
    expect([...parts.values()].filter((part) => part > 0).length).toBeLessThanOrEqual(6);
    expect(parts.get(100)).toBe(0);
  });

  it.each([0.3, 0.25, 0.2, 0.1])(
    'shows papers in other words if as similar as the best: %d',
    async (angle) => {
      const own = [0.2, 0.25, 0.3].map((one, id) => paper(200 + id, `Heart failure in vole ${id}`, at(one)));
      const alike = [...own, paper(100, 'Weak pumping among ferrets', at(angle))];
      const read = alike.map((one) => ({ ...one, abstract: 'Diuretics relieved oedema.' }));
      const shown = await found([...read, ...others], 0.05);
      expect(shown.some(({ id }) => id === 100)).toBe(angle <= 0.2);
    },
  );

  it("is zero for papers without a vector or with another model's", async () => {
    const parts = await embeddings([
      paper(100, 'Heart failure in old owls', null),
      paper(101, 'Salt and failure of a ferret heart', Float32Array.of(0, 0)),
      paper(102, 'How voles with a weak heart fail to sleep', Float32Array.of(1, 0, 0)),
      paper(103, 'Diuretics for failure of the heart', at(0)),
    ]);
    expect([100, 101, 102].map((id) => parts.get(id))).toEqual([0, 0, 0]);
    expect(parts.get(103)).toBeGreaterThan(0);
  });
});
