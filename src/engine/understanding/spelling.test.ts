import { buildIndex, indexPaper } from '#test/inlineIndex.ts';
import { readWords } from './reading.ts';

describe('misspelled word', () => {
  it.each([
    ['lithium baterries', 'lithium batteries'],
    ['milenniall cohort', 'millennial cohort'],
    ['comittee reports', 'committee reports'],
    ['lithium bats', 'lithium bats'],
    ['lithium parties', 'lithium parties'],
  ])('is read as meant, also if another letter is doubled: %s', async (typed, meant) => {
    const words = 'lithium batteries, bats, millennial cohort, committee reports';
    const { reader } = await buildIndex(
      Array.from({ length: 6 }, (_, id) => indexPaper({ id, title: `${words} ${id}` })),
    );
    expect(readWords(reader, typed).text).toBe(meant);
  });
});
