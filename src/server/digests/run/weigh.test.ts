import { relevanceFloor } from '#engine/score/calibrate.ts';
import { candidatesOf, judgedAtMost, weigh } from './judging.ts';

const parts = { lexical: 0, feedback: 0, latent: 0, embedding: 0, impact: 0, liked: 0 };
const why = { matched: [], expanded: [], because: null };
const ranked = (id: number, score: number) => ({ id, score, parts, why });

/** Candidates with these relevances; their ids count from 1. Those from the floor on are close. */
const candidates = (...scores: number[]) => {
  const leading = scores.map((score, at) => ranked(at + 1, score));
  const close = leading.filter(({ score }) => score >= relevanceFloor);
  return candidatesOf({ papers: close.slice(0, 10), closeMatches: close, leading, floor: relevanceFloor });
};
const idsOf = (some: readonly { id: number }[] | undefined) => some?.map(({ id }) => id);

/** Grades by place; `null` is a paper without a judgment. */
const weighed = (scores: number[], grades: (number | null)[]) => {
  const judged = grades.flatMap((grade, at) => (grade === null ? [] : [[at + 1, { grade }] as const]));
  const found = weigh(candidates(...scores), new Map(judged));
  return found && { listed: idsOf(found.listed), hidden: idsOf(found.hidden) };
};

/** A list that begins with two strong matches and ends far below them. */
const far = [0.7, 0.65, 0.4, 0.2, 0.1, 0.06, 0.03, 0.03];

describe('weigh', () => {
  it.each([
    ['orders by grade, then as the engine', [0.9, 0.8, 0.5, 0.4], [2, 3, 3, 2], [2, 3, 1, 4], []],
    ['hides close matches that are off the topic', [0.9, 0.8, 0.5, 0.4], [3, 3, 0, 1], [1, 2], [4, 3]],
    ['never hides a strong match', [0.9, 0.8, 0.7, 0.4], [3, 3, 0, 2], [1, 2, 4, 3], []],
    ['shows a weaker paper that is on the topic', [0.9, 0.8, 0.03, 0.02], [3, 2, 3, 0], [1, 3, 2], []],
    ['leaves a paper without a judgment in its place', [0.9, 0.8, 0.5, 0.4], [2, null, 3, 0], [3, 2, 1], [4]],
    ['shows no weak paper without a judgment', [0.9, 0.8, 0.03], [3, 2, null], [1, 2], []],
    [
      'hides at most half where no strong match is a control',
      [0.5, 0.4, 0.3, 0.2],
      [2, 0, 0, 0],
      [1, 2],
      [3, 4],
    ],
    ['hides what is far below the best there', [0.5, 0.2, 0.2, 0.2], [2, 0, 1, 0], [1], [3, 2, 4]],
    [
      'hears a model on all papers, where the strong ones are wrong',
      far,
      [0, 1, 3, 0, 0, 0, 0, 0],
      [3, 2, 1],
      [4, 5, 6],
    ],
  ])('makes a list that %s', (_, scores, grades, listed, hidden) =>
    expect(weighed(scores, grades)).toEqual({ listed, hidden }),
  );

  it.each([
    ['hides the only doubtful paper', [0.3, 0.02, 0.01], [1, 0, 0], { listed: [], hidden: [1] }],
    ['shows no control', [0.3, 0.02, 0.01, 0.01], [3, 2, 0, 0], { listed: [1], hidden: [] }],
    ['is not heard if it tells nothing apart', [0.3, 0.02, 0.01], [0, 0, 0], null],
    ['never hides the only strong match', [0.9, 0.02], [1, 0], { listed: [1], hidden: [] }],
  ])('judges weaker papers as a control: it %s', (_, scores, grades, expected) =>
    expect(weighed(scores, grades)).toEqual(expected),
  );

  it('hides what the model passed over, except a strong match, which comes last', () => {
    const grades = new Map([3, 1, 2].map((grade, at) => [at + 3, { grade }] as const));
    const found = weigh(candidates(0.9, 0.5, 0.8, 0.4, 0.3), grades, new Set([1, 2]));
    expect([idsOf(found?.listed), idsOf(found?.hidden)]).toEqual([
      [3, 5, 1],
      [4, 2],
    ]);
  });

  it.each([
    ['gives every paper the same grade', [0.9, 0.8, 0.5], [3, 3, 3]],
    ['misjudges the strong matches', [0.9, 0.8, 0.5, 0.4], [1, 1, 3, 3]],
    ['prefers the weaker half where none is strong', [0.5, 0.4, 0.3, 0.2], [0, 1, 2, 3]],
    ['finds the controls on the topic', [0.3, 0.02, 0.01], [3, 3, 2]],
    ['misjudges them and finds the unlikely ones on the topic', far, [1, 1, 0, 3, 3, 3, 3, 3]],
    ['answers nothing', [0.9, 0.8], [null, null]],
  ])('does not hear a model that %s', (_, scores, grades) => expect(weighed(scores, grades)).toBeNull());
});

describe('candidatesOf', () => {
  it('goes below the least relevance, but not below that of the reader', () => {
    const found = candidates(0.9, 0.04, 0.026, 0.024);
    expect(found.map(({ isControl }) => isControl)).toEqual([false, false, false, true]);
    const leading = [ranked(1, 0.5), ranked(2, 0.3)];
    const [, control] = candidatesOf({ papers: [leading[0]!], closeMatches: [], leading, floor: 0.4 });
    expect(control?.isControl).toBe(true);
  });

  it('counts no paper as strong, or to be shown unjudged, that only other names find', () => {
    const papers = [{ ...ranked(1, 0.8), own: 0 }, { ...ranked(2, 0.7), own: 0.3 }, ranked(3, 0.65)];
    const found = candidatesOf({ papers, closeMatches: papers, leading: papers, floor: relevanceFloor });
    expect(found.map(({ isStrong, isOwn }) => [isStrong, isOwn])).toEqual([
      [false, false],
      [false, true],
      [true, true],
    ]);
  });

  it('takes few, all papers of the digest, and no more controls than needed', () => {
    expect(candidates(0.5, 0.4, 0.02, 0.01, 0.01, 0.01, 0.01)).toHaveLength(6);
    expect(candidates(0.9, 0.9, 0.02)).toHaveLength(2);
    expect(candidates(...Array.from({ length: 60 }, () => 0.5))).toHaveLength(judgedAtMost);
    const papers = [ranked(7, 0.6)];
    expect(
      idsOf(candidatesOf({ papers, closeMatches: [], leading: [ranked(8, 0.5)], floor: relevanceFloor })),
    ).toEqual([7, 8]);
  });
});
