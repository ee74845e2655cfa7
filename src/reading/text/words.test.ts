import { learnedOf, wordsOf } from './words.ts';

describe('words of a text', () => {
  it('are lower-case words, figures and signs, in order', () => {
    const expected = 'in # women p < # il # rose # %'.split(' ');
    expect(wordsOf('In 1,040 Women (p < .05): IL-6 rose 2.5%')).toEqual(expected);
  });

  it('have learned weights of their own only', () =>
    expect([learnedOf({ women: 1 }, 'women'), learnedOf({ women: 1 }, 'constructor')]).toEqual([
      1,
      undefined,
    ]));
});
