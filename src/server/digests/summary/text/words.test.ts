import { describe, expect, it } from 'vitest';
import { isOutdated, numberOf, unnumbered, wordsOf } from './words.ts';

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
