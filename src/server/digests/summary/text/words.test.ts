import { describe, expect, it } from 'vitest';
import { patternCounts } from './patternCounts.ts';
import { beginningOf, isOutdated, numberOf, unnumbered, wordEnd, wordsOf } from './words.ts';

const texts = (words: string) => words.split(' ').map(numberOf);

describe('the words of a text', () => {
  it('are words of small letters, figures and signs, in order', () => {
    const expected = texts('in # women p < # il # rose # %');
    expect(wordsOf('In 1,040 Women (p < .05): IL-6 rose 2.5%').all).toEqual(expected);
  });

  it('have no number where nothing was learned of them', () => {
    expect(wordsOf('Women xqzzy').all).toEqual([numberOf('women'), unnumbered]);
  });

  it('are outdated once another word has a number', () => {
    const words = wordsOf('A vuqqle');
    expect(isOutdated(words)).toBe(false);
    expect([numberOf('vuqqle'), isOutdated(words)]).toEqual([wordsOf('vuqqle').all[0], true]);
  });

  it('begin patterns wherever a word or a run of digits begins', () => {
    const { lower, begins, at } = wordsOf('H2O, a_b: 1.5 mg; 3rd naïve randomized');
    expect(begins.map((begin) => beginningOf(begin).replace(wordEnd, '|'))).toEqual(
      'h| a| 1 1 mg| 1 na| ve| rand'.split(' '),
    );
    expect(at.map((place) => lower[place])).toEqual(['h', 'a', '1', '5', 'm', '3', 'n', 'v', 'r']);
  });

  it('are told apart however many there are', () => {
    const many = Array.from(
      { length: 20_000 },
      (_, at) => `w${at.toString(26).replace(/\d/g, (digit) => 'qrstuvwxyz'[Number(digit)]!)}`,
    );
    const numbers = many.map(numberOf);
    expect(new Set(numbers).size).toBe(new Set(many).size);
    expect(wordsOf(many.join(' ')).all).toEqual(numbers);
  });
});

describe('patterns that are counted at once', () => {
  const patterns = [
    /\brandomly (?:assigned|allocated)\b/,
    /\b\d[\d,]* (?:[\w-]+ ){0,2}(?:women|men)\b/,
    /\b(?:we|our) (?:\w+ )?(?:found|show\w*)/,
    /p ?[<=]|95 ?%/,
    /\bno (?:effect|difference)\b(?! of note)/,
  ];
  const count = patternCounts(patterns);

  it.each([
    'We randomly assigned 1,040 older women and 12 men; we then found no effect (p < 0.05, 95% CI).',
    'Our work shows no difference of note. 1.200 women. 195 % of 3.5 men.',
    'constructor __proto__ we we found randomly randomly allocated',
    '',
  ])('are found as often as one by one: %s', (text) => {
    const words = wordsOf(text);
    const alone = patterns.map(({ source }) => words.lower.match(new RegExp(source, 'g'))?.length ?? 0);
    expect([...count(words, 9)]).toEqual(alone);
    expect([...count(words, 1)]).toEqual(alone.map((found) => Math.min(1, found)));
  });
});
