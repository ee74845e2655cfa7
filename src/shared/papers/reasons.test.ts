import { describe, expect, it } from 'vitest';
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
  it('names the aspect of a phrase that says it in other words, and what is missing', () => {
    expect(reasonsOf(why, setting)).toBe(
      'mentions “HF” for “heart failure”, “editors”; nothing on “base”, “children”',
    );
  });

  it('reads reasons of before aspects were told', () => {
    const { aspects: _, ...before } = { ...why, because: 'A liked paper' };
    expect(reasonsOf(before, setting)).toBe(
      'mentions “HF”, “editors”; similar to “A liked paper”, which you liked',
    );
    expect(reasonsOf({ matched: [], expanded: [], because: null }, setting)).toBe('');
  });
});

describe('matchInWords', () => {
  it('counts the aspects beside the word, and is strong only with all of them', () => {
    expect(matchInWords({ relevanceScore: 0.7, why })).toBe('Good match · 1 of 3 aspects');
    const allSaid = why.aspects!.map((aspect) => ({ ...aspect, missing: null }));
    expect(matchInWords({ relevanceScore: 0.7, why: { ...why, aspects: allSaid } })).toBe(
      'Strong match · 3 of 3 aspects',
    );
    expect(matchInWords({ relevanceScore: 0.5, why: { ...why, aspects: why.aspects!.slice(0, 1) } })).toBe(
      'Good match',
    );
    expect(matchInWords({ relevanceScore: 0.1 })).toBe('Possible match');
  });
});

describe('aspectsAsked', () => {
  const asks = ['heart failure', 'base editing', 'children'];
  const earlier = { ...why, aspects: why.aspects!.slice(1) };

  it('names what all papers tell, whether or not each paper says it', () => {
    expect(aspectsAsked([{ why }, {}, { why: { ...why, aspects: why.aspects } }])).toEqual(asks);
  });

  it('passes over papers that came back with a change', () => {
    expect(aspectsAsked([{ why: earlier, note: 'revised' }, { why }])).toEqual(asks);
  });

  it('names none where papers tell none, one, or different ones', () => {
    expect(aspectsAsked([{}, {}])).toEqual([]);
    expect(aspectsAsked([{ why: { ...why, aspects: why.aspects!.slice(0, 1) } }])).toEqual([]);
    expect(aspectsAsked([{ why }, { why: earlier }])).toEqual([]);
  });
});
