import { describe, expect, it } from 'vitest';
import { isOutdated, numberOf, unnumbered, wordsOf } from './words.ts';

const texts = (words: string) => words.split(' ').map(numberOf);

describe('words of a text', () => {
  it('are lower-case words, figures and signs, in order', () => {
    const expected = texts('in # women p < # il # rose # %');
    expect(wordsOf('In 1,040 Women (p < .05): IL-6 rose 2.5%').all).toEqual(expected);
  });

  it('have no number if nothing was learned about them', () => {
    expect(wordsOf('Women xqzzy').all).toEqual([numberOf('women'), unnumbered]);
  });

  it('are outdated once another word gets a number', () => {
    const words = wordsOf('A vuqqle');
    expect(isOutdated(words)).toBe(false);
    expect([numberOf('vuqqle'), isOutdated(words)]).toEqual([wordsOf('vuqqle').all[0], true]);
  });

  it('have different numbers, however many they are', () => {
    const many = Array.from(
      { length: 20_000 },
      (_, at) => `w${at.toString(26).replace(/\d/g, (digit) => 'qrstuvwxyz'[Number(digit)]!)}`,
    );
    const numbers = many.map(numberOf);
    expect(new Set(numbers).size).toBe(new Set(many).size);
    expect(wordsOf(many.join(' ')).all).toEqual(numbers);
  });
});
