import { tokenize } from './tokenize.ts';
import cases from './wordFamilies.test.json' with { type: 'json' };

const stemOf = (word: string) => tokenize(word).map(({ stem }) => stem);

describe('familyOf', () => {
  it.each(Object.values(cases.families).flat())(
    'gives %s and its relatives the same stem',
    (word, ...others) => {
      const stem = stemOf(word)[0];
      const [, last] = stemOf(word);
      for (const other of others) expect([stem, last]).toEqual([stemOf(other)[0], stemOf(other)[1]]);
    },
  );

  it.each(cases.apart)('keeps %s and %s apart', (word, other) =>
    expect(stemOf(word)).not.toEqual(stemOf(other)),
  );
});
