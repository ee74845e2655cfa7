import { expect, test } from 'vitest';
import { sourceNames } from '#shared/papers/sources.ts';
import type { IndexPaper, Topic } from '../core/types.ts';
import { buildIndex } from '../engine/searchIndex.ts';

const subjects = {
  copper: 'Copper smelters leave metal in the tissue. Metal uptake of copper rose near the smelter.',
  peat: 'Peat bogs were drained and wetted again. The water table of the bog rose with the rain.',
  spores: 'Spores were sown in the wind tunnel. Dispersal of spores by wind reached far.',
};

/** An invented literature on moss, a third on each subject, among papers on something else. */
const library: IndexPaper[] = Array.from({ length: 60 }, (_, at) => {
  const [name, abstract] = Object.entries(subjects)[at % 3]!;
  const about = at < 45 ? `Moss and ${name} at site ${at}` : `Tram lines of city ${at}`;
  return {
    ...{ id: at + 1, source: 'pubmed', title: about, journal: null, publicationTypes: [] },
    abstract: at < 45 ? `Moss was counted at site ${at}. ${abstract}` : 'Trams were counted in the morning.',
    ...{ availableOn: '2026-03-01', firstSeenAt: at, impact: null, vector: null },
  };
});
const text = ({ id, title, abstract }: IndexPaper) => ({ id, title, abstract });

test('a disliked paper takes its like from the reader, not the topic', async () => {
  const index = await buildIndex(library);
  const rank = (disliked: Topic['disliked']) => {
    const topic = { text: 'moss', expansion: [], liked: [], disliked, vector: null };
    const ranked = index.rank(topic, { sources: new Set(sourceNames) }, { limit: 50, floor: 0 });
    const of = (name: string) => {
      const scores = ranked.flatMap(({ id, score }) =>
        library[id - 1]!.title.startsWith(`Moss and ${name}`) ? [score] : [],
      );
      return scores.reduce((sum, score) => sum + score, 0) / scores.length;
    };
    return { copper: of('copper'), peat: of('peat'), spores: of('spores') };
  };
  const plain = rank([]);
  const after = rank([text(library[0]!)]);
  expect(after.copper).toBeLessThan(plain.copper * 0.95);
  for (const name of ['peat', 'spores'] as const) expect(after[name]).toBeGreaterThan(plain[name] * 0.95);
});
