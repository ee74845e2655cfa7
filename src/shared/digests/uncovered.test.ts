import { describe, expect, it } from 'vitest';
import type { Why } from '../papers/paper.ts';
import { uncoveredInWords } from './uncovered.ts';

const paper = (missing: Record<string, string | null>): { why: Why } => ({
  why: {
    ...{ matched: [], expanded: [], because: null },
    aspects: Object.entries(missing).map(([name, of]) => ({ name, words: [], missing: of })),
  },
});
const quoted = (text: string) => `“${text}”`;

describe('ideas that a digest does not cover', () => {
  it('name those that all papers lack in full', () => {
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

  it('say nothing where one paper has part of the idea, or where nothing was stored', () => {
    const without = paper({ smoking: null, 'mental health': 'mental health' });
    expect(
      uncoveredInWords([without, paper({ smoking: null, 'mental health': 'mental' })], quoted),
    ).toBeNull();
    expect(uncoveredInWords([{}, {}], quoted)).toBeNull();
    expect(uncoveredInWords([], quoted)).toBeNull();
  });

  it('leave out papers by which a digest explores', () => {
    const without = paper({ smoking: null, pregnancy: 'pregnancy' });
    const beside = paper({ smoking: 'smoking', pregnancy: null });
    const papers = [without, without, { why: { ...beside.why, isExploratory: true } }];
    expect(uncoveredInWords(papers, quoted)).toContain('“pregnancy”');
  });
});
