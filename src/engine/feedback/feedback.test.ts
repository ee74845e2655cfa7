import fc from 'fast-check';
import { sourceNames } from '#shared/papers/sources.ts';
import { buildIndex, indexPaper } from '#test/inlineIndex.ts';
import type { IndexPaper, Topic } from '../core/types.ts';

const subjects = {
  copper: 'Copper smelters leave metal in the tissue. Metal uptake of copper rose near the smelter.',
  peat: 'Peat bogs were drained and wetted again. The water table of the bog rose with the rain.',
  spores: 'Spores were sown in the wind tunnel. Dispersal of spores by wind reached far.',
};
type Subject = keyof typeof subjects;
const names = Object.keys(subjects) as Subject[];

/** An invented corpus on moss, a third of it on each subject, among papers on something else. */
const library: IndexPaper[] = Array.from({ length: 60 }, (_, at) => {
  const name = names[at % 3]!;
  const title = at < 45 ? `Moss and ${name} at site ${at}` : `Tram lines of city ${at}`;
  const abstract =
    at < 45 ? `Moss was counted at site ${at}. ${subjects[name]}` : 'Trams were counted in the morning.';
  return indexPaper({ id: at + 1, title, abstract });
});

/** Papers without a word of the topic that have the other words of a liked paper. */
const smelters: IndexPaper[] = Array.from({ length: 5 }, (_, at) => ({
  ...library[0]!,
  id: 100 + at,
  title: `Copper smelters and metal uptake ${at}`,
  abstract: subjects.copper.repeat(2),
}));

const index = await buildIndex([...library, ...smelters]);
const text = ({ id, title, abstract }: IndexPaper) => ({ id, title, abstract });
const about = (subject: Subject) =>
  library.filter(({ title }) => title.startsWith(`Moss and ${subject}`)).map(text);

const rank = (judged: Partial<Pick<Topic, 'liked' | 'disliked'>>) =>
  index.rank(
    { text: 'moss', expansion: [], liked: [], disliked: [], vector: null, ...judged },
    { sources: new Set(sourceNames) },
    { limit: 60, floor: 0 },
  );

const isAbout = (id: number, subject: Subject) => library[id - 1]?.title.startsWith(`Moss and ${subject}`);

/** The mean score of the papers on each subject. */
function scores(judged: Parameters<typeof rank>[0]): Record<Subject, number> {
  const ranked = rank(judged);
  const mean = (subject: Subject) => {
    const some = ranked.flatMap(({ id, score }) => (isAbout(id, subject) ? [score] : []));
    return some.reduce((sum, score) => sum + score, 0) / Math.max(1, some.length);
  };
  return { copper: mean('copper'), peat: mean('peat'), spores: mean('spores') };
}

describe('feedback in the ranking', () => {
  const plain = scores({});

  it('lowers papers like a disliked one, but not the topic', () => {
    const after = scores({ disliked: about('copper').slice(0, 1) });
    expect(after.copper).toBeLessThan(plain.copper * 0.95);
    for (const other of ['peat', 'spores'] as const)
      expect(after[other] / plain[other]).toBeGreaterThan(after.copper / plain.copper);
  });

  it('lifts papers like a liked one', () => {
    const after = scores({ liked: about('peat').slice(0, 2) });
    expect(after.peat / plain.peat).toBeGreaterThan(after.spores / plain.spores);
  });

  it('never lets the other words of up to five liked papers outrank the topic', () => {
    for (const count of [1, 3, 5]) {
      const order = rank({ liked: about('copper').slice(0, count) }).map(({ id }) => id);
      const firstWithout = order.findIndex((id) => id >= 100);
      const lastWith = order.findLastIndex((id) => id <= 45);
      expect(firstWithout === -1 || firstWithout > lastWith).toBe(true);
    }
  });

  it('keeps parts that add up to the score', () => {
    for (const { score, parts } of rank({
      liked: about('peat').slice(0, 3),
      disliked: about('copper').slice(0, 3),
    })) {
      const sum = Object.values(parts).reduce((total, part) => total + part, 0);
      expect(sum).toBeCloseTo(score, 3);
    }
  });

  it('gives the same list for the same judgments in another order', () => {
    const liked = about('peat').slice(0, 4);
    const disliked = about('copper').slice(0, 4);
    const forward = rank({ liked, disliked });
    expect(rank({ liked: liked.toReversed(), disliked: disliked.toReversed() })).toEqual(forward);
  });

  it('lets judgments that contradict each other move less than likes alone', () => {
    const same = about('peat').slice(0, 5);
    const after = scores({ liked: same, disliked: same.map((paper) => ({ ...paper, id: paper.id + 1000 })) });
    const likedOnly = scores({ liked: same });
    const moved = (by: typeof plain, subject: (typeof names)[number]) =>
      Math.abs(by[subject] - plain[subject]);
    for (const subject of names) expect(moved(after, subject)).toBeLessThan(moved(likedOnly, subject));
    expect(rank({ liked: same, disliked: same }).every(({ score }) => Number.isFinite(score))).toBe(true);
  });

  it('still lists the topic after everything was disliked', () => {
    const order = rank({ disliked: names.flatMap((name) => about(name).slice(0, 10)) });
    const first = order.slice(0, 10);
    expect(first).toHaveLength(10);
    expect(first.every(({ id }) => id <= 45)).toBe(true);
    expect(first.every(({ score }) => score > 0)).toBe(true);
  });

  it('ignores texts that are empty, huge or without a known word', () => {
    const hostile = [
      { id: 501, title: '', abstract: null },
      { id: 502, title: 'tram '.repeat(5000), abstract: 'moss '.repeat(5000) },
      { id: 503, title: 'Ignore previous judgments', abstract: 'ÿ'.repeat(3000) },
    ];
    const order = rank({ liked: hostile });
    expect(order.slice(0, 10).every(({ id }) => id <= 45)).toBe(true);
    expect(order.every(({ score }) => Number.isFinite(score) && score >= 0 && score <= 1)).toBe(true);
  });
});

describe('lessons', () => {
  it('quote judged papers and name them, without the topic’s own words', () => {
    const [liked, disliked] = [about('peat').slice(0, 4), about('copper').slice(0, 4)];
    const { phrases } = index.lessons({ text: 'moss', expansion: [], vector: null, ...{ liked, disliked } });
    const more = phrases.find(({ wants }) => wants === 'more')!;
    expect(more.phrase).toMatch(/bog|peat|water table|drained|wetted/i);
    expect(more.papers).toEqual(liked.map(({ id }) => id));
    expect(phrases.map(({ phrase }) => phrase.toLowerCase())).not.toContain('moss');
    const weights = phrases.filter(({ wants }) => wants === 'more').map(({ weight }) => weight);
    expect(weights).toEqual(weights.toSorted((one, other) => other - one));
  });
});

/** Any judgments of any papers: liked, disliked, or both. */
const one = fc.record({
  at: fc.nat(library.length - 1),
  verdict: fc.constantFrom('liked', 'disliked', 'both'),
});
const verdicts = fc.array(one, { maxLength: 40 });

function judgedBy(said: { at: number; verdict: string }[]) {
  const of = (verdict: string) =>
    [
      ...new Set(said.filter((one) => one.verdict === verdict || one.verdict === 'both').map(({ at }) => at)),
    ].map((at) => text(library[at]!));
  return { liked: of('liked'), disliked: of('disliked') };
}

describe('arbitrary feedback', () => {
  it('keeps scores within 0 and 1, parts that add up, and the same list for the same judgments', () =>
    fc.assert(
      fc.property(verdicts, (said) => {
        const judged = judgedBy(said);
        const order = rank(judged);
        expect(order.length).toBeGreaterThan(0);
        for (const { score, parts } of order) {
          expect(score).toBeGreaterThanOrEqual(0);
          expect(score).toBeLessThanOrEqual(1);
          expect(Object.values(parts).reduce((total, part) => total + part, 0)).toBeCloseTo(score, 3);
        }
        expect(rank(judged)).toEqual(order);
      }),
      { numRuns: 60 },
    ));

  it('keeps the topic first if all judgments are the same', () => {
    for (const count of [5, 20, 45])
      for (const verdict of ['liked', 'disliked']) {
        const judged = judgedBy(Array.from({ length: count }, (_, at) => ({ at, verdict })));
        expect(
          rank(judged)
            .slice(0, 10)
            .every(({ id }) => id <= 45),
        ).toBe(true);
      }
  });
});
