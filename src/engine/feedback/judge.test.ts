import { sourceNames } from '#shared/papers/sources.ts';
import { buildIndex, indexPaper } from '#test/inlineIndex.ts';
import { newBuffers } from '../score/evidence.ts';
import { scoredForCalibration } from './judge.ts';

const words = ['asthma', 'wheat', 'glaciers', 'robots', 'lasers', 'sepsis'];

/** What the relevance of a paper with the first `held` words counts for a topic of the first `asked`. */
async function countedFor(asked: number, held: number): Promise<number> {
  const papers = [words.slice(0, held), words].map((some, id) => indexPaper({ id, title: some.join(', ') }));
  const { reader } = await buildIndex(papers);
  const given = { expansion: [], liked: [], disliked: [], vector: null };
  const topic = { ...given, text: words.slice(0, asked).join(' ') };
  const candidates = { sources: new Set(sourceNames) };
  const scored = scoredForCalibration(newBuffers(reader), topic, candidates, { limit: 2 });
  return scored.find(({ id }) => id === 0)!.covered;
}

describe('relevance of a paper that lacks ideas', () => {
  it.each([
    [2, 1],
    [3, 2],
    [5, 4],
    [5, 1],
  ])('counts less for a topic of %i ideas of which it has %i', async (asked, held) => {
    expect(await countedFor(asked, held)).toBeLessThan(1);
    expect(await countedFor(asked, held)).toBeGreaterThanOrEqual(0.5);
  });

  it.each([
    [1, 1],
    [5, 5],
    [6, 5],
    [6, 1],
  ])('counts in full for a topic of %i ideas of which it has %i: all, or a long text', async (asked, held) =>
    expect(await countedFor(asked, held)).toBe(1),
  );
});
