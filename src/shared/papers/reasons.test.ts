import { aspectsAsked, matchInWords } from './match.ts';
import type { Why } from './paper.ts';
import { reasonsOf } from './reasons.ts';

const setting = {
  quoted: (text: string) => (text ? `“${text}”` : ''),
  listed: (items: string[]) => items.join(', '),
  most: 3,
};

const why: Why = {
  matched: ['HF', 'editors'],
  expanded: [],
  because: null,
  aspects: [
    { name: 'heart failure', words: ['HF'], missing: null },
    { name: 'base editing', words: ['editors'], missing: 'base' },
    { name: 'children', words: [], missing: 'children' },
  ],
};

describe('reasonsOf', () => {
  it('names the aspect behind a differently worded phrase, and the missing aspects', () =>
    expect(reasonsOf(why, setting)).toBe(
      'mentions “HF” for “heart failure”, “editors”; nothing on “base”, “children”',
    ));

  it('reads older reasons without aspects', () => {
    const { aspects: _, ...before } = { ...why, because: 'A liked paper' };
    expect(reasonsOf(before, setting)).toBe(
      'mentions “HF”, “editors”; similar to “A liked paper”, which you liked',
    );
    expect(reasonsOf({ matched: [], expanded: [], because: null }, setting)).toBe('');
  });
});

test('matchInWords adds the number of aspects, and says “strong” only if all are met', () => {
  expect(matchInWords({ relevanceScore: 0.7, why })).toBe('Possible match · 1 of 3 aspects');
  const allSaid = why.aspects!.map((aspect) => ({ ...aspect, missing: null }));
  expect(matchInWords({ relevanceScore: 0.7, why: { ...why, aspects: allSaid } })).toBe(
    'Strong match · 3 of 3 aspects',
  );
  expect(matchInWords({ relevanceScore: 0.5, why: { ...why, aspects: why.aspects!.slice(0, 1) } })).toBe(
    'Good match',
  );
  expect(matchInWords({ relevanceScore: 0.1 })).toBe('Possible match');
});

describe('aspectsAsked', () => {
  const asks = ['heart failure', 'base editing', 'children'];
  const earlier = { ...why, aspects: why.aspects!.slice(1) };

  it('names the aspects stored with the papers, whether or not each paper meets them', () =>
    expect(aspectsAsked([{ why }, {}, { why: { ...why, aspects: why.aspects } }])).toEqual(asks));

  it('ignores papers that returned with a change', () =>
    expect(aspectsAsked([{ why: earlier, note: 'revised' }, { why }])).toEqual(asks));

  it('is empty if papers store no aspects, one, or different ones', () => {
    expect(aspectsAsked([{}, {}])).toEqual([]);
    expect(aspectsAsked([{ why: { ...why, aspects: why.aspects!.slice(0, 1) } }])).toEqual([]);
    expect(aspectsAsked([{ why }, { why: earlier }])).toEqual([]);
  });
});
