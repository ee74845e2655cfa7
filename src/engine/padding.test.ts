import { matchWord } from '#shared/papers/match.ts';
import { sourceNames } from '#shared/papers/sources.ts';
import { buildIndex, indexPaper } from '#test/inlineIndex.ts';
import { relevanceFloor } from './score/calibrate.ts';

const places = 'hamlets towns ports suburbs valleys islands deserts harbors farms mines'.split(' ');
const smoking = places.map((place, i) => ({
  title: `Smoking cessation in ${place}`,
  abstract: `Smokers of ${place} tried ${['varenicline', 'bupropion', 'patches', 'gum', 'counseling'][i % 5]} for smoking cessation, and quit rates were counted after ${i + 2} months.`,
}));
const pregnant = places.slice(0, 6).map((place, i) => ({
  title: `Smoking cessation in pregnancy: ${place}`,
  abstract: `Pregnant smokers of ${place} were offered ${i + 3} sessions for smoking cessation during pregnancy.`,
}));
const others = Array.from({ length: 40 }, (_, i) => ({
  title: `Minerals of site ${i}`,
  abstract: `Samples ${i * 7} were weighed and sorted by color and grain in a laboratory.`,
}));

const digestOf = async (
  papers: readonly { title: string; abstract: string }[],
  text = 'smoking cessation in pregnancy',
) => {
  const index = await buildIndex(papers.map((one, id) => indexPaper({ ...one, id })));
  const topic = { text, expansion: [], liked: [], disliked: [], vector: null };
  return index.rank(topic, { sources: new Set(sourceNames) }, { limit: 10, floor: relevanceFloor });
};

describe('papers that lack an idea', () => {
  it('are at most possible matches if no paper has all ideas', async () => {
    const found = await digestOf([...smoking, ...others], 'varenicline for smoking cessation in pregnancy');
    expect(found.length).toBeGreaterThan(0);
    for (const { score } of found) expect(matchWord(score)).toBe('Possible match');
  });

  it('stand below those that have all ideas, and are less relevant by what they lack', async () => {
    const found = await digestOf([...pregnant, ...smoking, ...others]);
    const whole = found.slice(0, pregnant.length);
    expect(whole.every(({ id }) => id < pregnant.length)).toBe(true);
    const next = found[pregnant.length];
    if (next) expect(next.score).toBeLessThan(whole.at(-1)!.score);
  });

  it.each([
    { strong: 6, possible: 0 },
    { strong: 5, possible: 3 },
  ])('are shown beside $strong strong matches: $possible', async ({ strong, possible }) => {
    const found = await digestOf([...pregnant.slice(0, strong), ...smoking.slice(0, 3), ...others]);
    const words = found.map(({ score }) => matchWord(score));
    expect(words).toEqual([
      ...Array.from({ length: strong }, () => 'Strong match'),
      ...Array.from({ length: possible }, () => 'Possible match'),
    ]);
  });
});
