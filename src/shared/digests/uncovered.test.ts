import type { Why } from '../papers/paper.ts';
import { uncoveredInWords } from './uncovered.ts';

const paper = (missing: Record<string, string | null>): { why: Why } => ({
  why: {
    ...{ matched: [], expanded: [], because: null },
    aspects: Object.entries(missing).map(([name, of]) => ({ name, words: [], missing: of })),
  },
});
const quoted = (text: string) => `“${text}”`;

describe('uncoveredInWords', () => {
  it('names the ideas that no paper mentions', () => {
    const papers = [
      paper({ 'smoking cessation': null, pregnancy: 'pregnancy' }),
      paper({ 'smoking cessation': 'cessation', pregnancy: 'pregnancy' }),
    ];
    expect(uncoveredInWords(papers, quoted)).toBe(
      'None of these papers mentions “pregnancy”; nothing closer was found.',
    );
    expect(uncoveredInWords(papers.slice(0, 1), quoted)).toBe(
      'This paper does not mention “pregnancy”; nothing closer was found.',
    );
  });

  it('returns null if a paper mentions part of the idea, or if nothing was stored', () => {
    const without = paper({ smoking: null, 'mental health': 'mental health' });
    expect(
      uncoveredInWords([without, paper({ smoking: null, 'mental health': 'mental' })], quoted),
    ).toBeNull();
    expect(uncoveredInWords([{}, {}], quoted)).toBeNull();
    expect(uncoveredInWords([], quoted)).toBeNull();
  });
});
