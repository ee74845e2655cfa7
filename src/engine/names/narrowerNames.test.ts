import { NarrowerNames } from './narrowerNames.ts';

/** So many papers on these substances, named with these classes. */
type Papers = [times: number, substances: string[], classes: string[]];

async function membersOf(...papers: Papers[]): Promise<Record<string, readonly string[]>> {
  const names = new NarrowerNames();
  for (const [times, substances, classes] of papers)
    for (let i = 0; i < times; i++) names.add({ substances, classes });
  return Object.fromEntries((await names.found()).map(({ name, substances }) => [name, substances]));
}

const antagonists = ['CGRP Receptor Antagonists'];
const agents = ['Hypoglycemic Agents'];

describe('NarrowerNames', () => {
  it.each<[string, Papers[], Record<string, string[]>]>([
    [
      'are substances that at least three papers name together with it',
      [[3, ['erenumab'], antagonists]],
      { 'CGRP Receptor Antagonists': ['erenumab'] },
    ],
    ['do not include a substance of only two such papers', [[2, ['erenumab'], antagonists]], {}],
    [
      'include a substance once, whatever its capitals',
      [
        [2, ['erenumab'], antagonists],
        [1, ['Erenumab'], antagonists],
      ],
      { 'CGRP Receptor Antagonists': ['erenumab'] },
    ],
    [
      'do not include a substance most of whose papers do not name the class',
      [
        [3, ['topiramate'], antagonists],
        [4, ['topiramate'], []],
      ],
      {},
    ],
    [
      'do not include a drug that is only compared with them',
      [
        [5, ['erenumab'], antagonists],
        [3, ['erenumab', 'topiramate'], antagonists],
        [3, ['topiramate'], []],
      ],
      { 'CGRP Receptor Antagonists': ['erenumab'] },
    ],
    [
      'include a drug among agents only if seven in ten of its papers name them',
      [
        [6, ['streptozocin'], agents],
        [4, ['streptozocin'], []],
        [7, ['metformin'], agents],
        [3, ['metformin'], []],
      ],
      { 'Hypoglycemic Agents': ['metformin'] },
    ],
    [
      'are sorted by their number of papers',
      [
        [3, ['rimegepant'], antagonists],
        [5, ['erenumab'], antagonists],
      ],
      { 'CGRP Receptor Antagonists': ['erenumab', 'rimegepant'] },
    ],
  ])('returns the members of a class, which %s', async (_, papers, expected) =>
    expect(await membersOf(...papers)).toEqual(expected),
  );

  it('returns at most twelve members', async () => {
    const many = Array.from({ length: 30 }, (_, i): Papers => [3, [`drug ${i}`], antagonists]);
    expect((await membersOf(...many))['CGRP Receptor Antagonists']).toHaveLength(12);
  });
});
