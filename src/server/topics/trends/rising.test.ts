import { describe, expect, it } from 'vitest';
import { rise } from './rising.ts';

const titles = (now: readonly string[], before: readonly string[]) => [
  ...now.map((title) => ({ title, isNow: true })),
  ...before.map((title) => ({ title, isNow: false })),
];
const noise = (count: number) => Array.from({ length: count }, (_, i) => `Moss number ${i}`);

describe('rising phrases', () => {
  it('include a phrase that became more frequent, in its longest form, once', () => {
    const now = [
      'Nitrogen fixing bacteria in moss',
      'How nitrogen-fixing bacteria winter',
      'Nitrogen fixing bacteria of bogs',
    ];
    const rose = rise(titles([...now, ...noise(7)], noise(20)), { now: 10, before: 20 }, ['soil moss']);
    expect(rose).toEqual([{ phrase: 'nitrogen fixing bacteria', now: 3, before: 0 }]);
  });

  it('leave out phrases as frequent as before, of only two papers, or of the topic itself', () => {
    const before = ['Peat layers and moss', 'Old peat layers', 'Wet peat layers', 'Peat layers again'];
    const now = ['Peat layers', 'Deep peat layers', 'More peat layers', 'Frozen ground', 'Frozen ground two'];
    const asked = ['Bog water in moss', 'Bog water under snow', 'Bog water'];
    const sizes = { now: 10, before: 12 };
    expect(rise(titles([...now, ...asked], [...before, ...noise(8)]), sizes, ['bog water'])).toEqual([]);
  });

  it('are ordered by the strongest increase, and may include words such as constructor', () => {
    const now = [
      ...Array.from({ length: 5 }, (_, i) => `Constructor theory ${i}`),
      ...Array.from({ length: 3 }, (_, i) => `Tree frogs ${i}`),
    ];
    const rose = rise(titles([...now, ...noise(2)], noise(20)), { now: 10, before: 20 }, []);
    expect(rose.map(({ phrase, now }) => [phrase, now])).toEqual([
      ['constructor theory', 5],
      ['tree frogs', 3],
    ]);
  });
});
