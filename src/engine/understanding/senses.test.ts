import { sourceNames } from '#shared/papers/sources.ts';
import { buildIndex, indexPaper } from '#test/inlineIndex.ts';

const every = (count: number, text: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => text(i));
const cells = ['CD8', 'CD4', 'natural killer', 'memory', 'effector'];
const algorithms = ['graph', 'tree', 'grid', 'string', 'matrix'];
const proteins = ['lysozyme', 'barnase', 'ubiquitin', 'villin', 'titin'];
const genes = ['interleukin', 'chemokine', 'collagen', 'integrin', 'keratin'];

const texts = [
  ...every(
    30,
    (i) =>
      `The exhaustion of ${cells[i % 5]} T cells in tumor ${i}. T cell exhaustion limits tumor immunity.`,
  ),
  ...every(
    30,
    (i) =>
      `Fast ${algorithms[i % 5]} algorithm ${i}. We avoid exhaustive search over the ${algorithms[(i + 1) % 5]} by an exhaustive enumeration of program states.`,
  ),
  ...every(
    30,
    (i) =>
      `Dynamics of ${proteins[i % 5]} ${i}. Protein folding simulations show the native structure and its folding pathway.`,
  ),
  ...every(
    30,
    (i) =>
      `Expression of ${genes[i % 5]} ${i}. Messenger RNA increased ${i + 2}-fold in serum and ${i + 3}-fold higher levels of protein were measured.`,
  ),
  ...every(30, (i) => `Infant ${i} slept. The infant and other infants of the mother were fed breast milk.`),
];
const index = await buildIndex(
  texts.map((text, id) => indexPaper({ id, title: text.split('. ')[0]!, abstract: text.split('. ')[1]! })),
);
const firstDay = 0;
const papersWith = (word: string) => index.understand(word, firstDay).allOf[0]?.weekCount;

describe('word form', () => {
  it('does not match another form of its stem with a different context', () => {
    expect(papersWith('exhaustion')).toBe(30);
    expect(papersWith('exhaustive')).toBe(30);
  });

  it('does not match a multiple (`18-fold`)', () => expect(papersWith('folding')).toBe(30));
  it('matches its plural and forms with the same context', () => expect(papersWith('infants')).toBe(30));

  it('keeps its meaning for papers added later, until all are read again', async () => {
    const added = await index.changed([
      indexPaper({
        ...{ id: 500, title: 'Exhaustive review', abstract: 'T cell immunity is reviewed.' },
        availableOn: '2026-03-02',
      }),
    ]);
    for (const one of [added, await added.merged()]) {
      expect(one.understand('exhaustion', firstDay).allOf[0]?.weekCount).toBe(30);
      expect(one.understand('exhaustive', firstDay).allOf[0]?.weekCount).toBe(31);
    }
  });

  it('does not lead a digest of another sense', () => {
    const topic = { text: 'protein folding', expansion: [], liked: [], disliked: [], vector: null };
    const found = index.rank(topic, { sources: new Set(sourceNames) }, { limit: 40, floor: 0 });
    const why = found.filter(({ id }) => id >= 90 && id < 120).map((one) => one.why.matched.join());
    expect(why.some((matched) => matched.includes('fold'))).toBe(false);
  });
});
