import { describe, expect, it } from 'vitest';
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

describe('members of a class', () => {
  it.each<[string, Papers[], Record<string, string[]>]>([
    [
      'are substances that three papers name with it',
      [[3, ['erenumab'], antagonists]],
      { 'CGRP Receptor Antagonists': ['erenumab'] },
    ],
    ['are none by two papers', [[2, ['erenumab'], antagonists]], {}],
    [
      'are one substance whatever its capitals',
      [
        [2, ['erenumab'], antagonists],
        [1, ['Erenumab'], antagonists],
      ],
      { 'CGRP Receptor Antagonists': ['erenumab'] },
    ],
    [
      'are none of which most papers do not name it',
      [
        [3, ['topiramate'], antagonists],
        [4, ['topiramate'], []],
      ],
      {},
    ],
    [
      'are not what they are compared with',
      [
        [5, ['erenumab'], antagonists],
        [3, ['erenumab', 'topiramate'], antagonists],
        [3, ['topiramate'], []],
      ],
      { 'CGRP Receptor Antagonists': ['erenumab'] },
    ],
    [
      'are, where agents are named, only those of which seven papers in ten name them',
      [
        [6, ['streptozocin'], agents],
        [4, ['streptozocin'], []],
        [7, ['metformin'], agents],
        [3, ['metformin'], []],
      ],
      { 'Hypoglycemic Agents': ['metformin'] },
    ],
    [
      'come by the number of papers',
      [
        [3, ['rimegepant'], antagonists],
        [5, ['erenumab'], antagonists],
      ],
      { 'CGRP Receptor Antagonists': ['erenumab', 'rimegepant'] },
    ],
  ])('names what belongs to a class: they %s', async (_, papers, expected) => {
    expect(await membersOf(...papers)).toEqual(expected);
  });

  it('are at most twelve', async () => {
    const many = Array.from({ length: 30 }, (_, i): Papers => [3, [`drug ${i}`], antagonists]);
    expect((await membersOf(...many))['CGRP Receptor Antagonists']).toHaveLength(12);
  });
});
