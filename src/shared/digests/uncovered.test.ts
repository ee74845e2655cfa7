import type { Why } from '../papers/paper.ts';
import { uncoveredInWords } from './brief.ts';

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
