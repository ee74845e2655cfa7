import type { Why } from '../papers/paper.ts';
import { briefOf, uncoveredInWords, withReferences } from './brief.ts';

const paper = (missing: Record<string, string | null>): { why: Why } => ({
  why: {
    ...{ matched: [], expanded: [], because: null },
    aspects: Object.entries(missing).map(([name, of]) => ({ name, words: [], missing: of })),
  },
});

describe('uncoveredInWords', () => {
  it('names the ideas that no paper mentions', () => {
    const papers = [
      paper({ 'smoking cessation': null, pregnancy: 'pregnancy' }),
      paper({ 'smoking cessation': 'cessation', pregnancy: 'pregnancy' }),
    ];
    expect(uncoveredInWords(papers)).toBe('Nothing on “pregnancy”.');
  });

  it('returns null if a paper mentions part of the idea, or if nothing was stored', () => {
    const without = paper({ smoking: null, 'mental health': 'mental health' });
    expect(uncoveredInWords([without, paper({ smoking: null, 'mental health': 'mental' })])).toBeNull();
    expect(uncoveredInWords([{}, {}])).toBeNull();
    expect(uncoveredInWords([])).toBeNull();
  });
});

it.each([
  [[1, 2], 9, 'Only two mention “moss”: [1] [2].'],
  [[3], 6, 'Only one mentions “moss”: [3].'],
  [[1, 2], 5, undefined],
  [[1, 2, 3], 9, undefined],
])('names an idea that only papers %j of %i mention: %s', (own, count, told) => {
  const papers = Array.from({ length: count }, (_, at) => ({
    ...paper({ roofs: null, moss: own.includes(at + 1) ? null : 'moss' }),
    ...{ facts: undefined, publicationTypes: [] },
  }));
  expect(briefOf([], papers)[0]?.sentences.map(withReferences).join()).toBe(told);
});

it('leaves a name its small letter at the start of a group', () => {
  const group = (text: string) =>
    briefOf([{ text, paper: 1, line: 'group', papers: [1, 2] }], [])[0]!.sentences[0]!.text;
  expect(['miRNA genes', 'p53 loss', 'mice'].map(group)).toEqual(['miRNA genes:', 'p53 loss:', 'Mice:']);
});
