import type { IndexPaper, Source, Topic } from './core/types.ts';
import { readBackground } from './documents/background.ts';
import { buildIndex } from './searchIndex.ts';
import { otherNames } from './understanding/otherNames.ts';

const sources: Source[] = [{ name: 'archive', label: 'The Archive', isPreprint: true, isUsual: true }];
const paper = (id: number, title: string, abstract: string): IndexPaper => ({
  ...{ id, title, abstract, source: 'archive', journal: null, publicationTypes: [] },
  ...{ availableOn: '2026-03-01', firstSeenAt: id, impact: null, vector: null },
});
const topic = (text: string): Topic => ({ text, expansion: [], liked: [], disliked: [], vector: null });
const everything = { sources: new Set(['archive']) };

describe('example of the engine', () => {
  it('opens an index, ranks papers for a topic, says why, and takes a newer paper', async () => {
    const index = await buildIndex(
      [
        paper(1, 'Sleep after heart attack', 'Patients with myocardial infarction slept less.'),
        paper(2, 'Sleep of honey bees', 'Foragers sleep at night, and nurses by day.'),
      ],
      { sources, names: otherNames(), background: readBackground() },
    );
    const [best] = index.rank(topic('sleep myocardial infarction'), everything, { limit: 10, floor: 0 });
    expect(best).toMatchObject({ id: 1, why: { matched: ['myocardial infarction', 'Sleep'] } });
    expect(index.understand('sleep NOT bees', 0)).toMatchObject({ not: [{ name: 'bees' }] });

    const newer = await index.changed([paper(3, 'Myocardial infarction in shift work', 'Sleep was short.')]);
    expect([index.size, newer.size]).toEqual([2, 3]);
  });

  it('refuses a paper of a source that it was not opened with', async () => {
    const options = { sources: [], names: otherNames(), background: readBackground() };
    await expect(buildIndex([paper(1, 'Sleep', '')], options)).rejects.toThrow('no source “archive”');
  });
});
