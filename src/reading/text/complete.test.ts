import { isUnproven, lacksOutcome } from './complete.ts';

describe('lacksOutcome', () => {
  it.each([
    'Experiments on Roofs and Walls show that MossNet improves accuracy and coverage.',
    'MossNet consistently improves the robustness of roofs in the north.',
    'Across three public benchmarks, MossNet achieved competitive performance relative to existing methods.',
    'Tests on roofs show that our method keeps the moss alive from scratch.',
    'The heat of the town has a profound effect on the state of its people.',
    'Forty roofs with heat (>or=30 degrees) were randomized to receive moss or tiles once daily.',
    'Compared with the baseline, it reduces heat from 63 to 12 degrees.',
    'Base-case results indicate that the intervention saves 3,878 pounds a roof.',
    'There was no significant difference in heat (8.5, 9.0 and 6.1 degrees, respectively).',
    'The sensitivity shows that the test of moss performs well.',
    'Injury induces marked short- and long-term alterations in the growth of moss.',
  ])('detects %s', (sentence) => expect(lacksOutcome(sentence)).toBe(true));

  it.each([
    'Experiments on Roofs show that MossNet improves accuracy by 12 %.',
    'Experiments show that MossNet improves accuracy compared with TileNet.',
    'Compared with bare roofs, moss reduces heat from 63 to 12 degrees.',
    'Heat fell in the intervention group from 63 to 12 degrees.',
    'Our method of cooling halves the heat of roofs.',
    'Moss has a profound effect on heat, with lower peaks at noon.',
    'Roofs randomized to receive moss had lower peaks of heat at noon.',
  ])('accepts %s', (sentence) => expect(lacksOutcome(sentence)).toBe(false));
});

describe('isUnproven', () => {
  it.each([
    'Moss cooled more roofs than tiles did (12 of 20 versus 8 of 20, P=.18).',
    'The odds of heat were lower under moss (OR 0.48, 95 % CI 0.21, 1.11).',
    'Heat was rarer under moss (hazard ratio, 0.88; 95% CI, 0.5-1.5).',
  ])('detects %s', (sentence) => expect(isUnproven(sentence)).toBe(true));

  it.each([
    'Moss did not cool roofs (P=.18).',
    'There was a trend to cooler roofs under moss (p = 0.06).',
    'The odds of heat were lower under moss (OR 0.48, 95 % CI 0.21-0.91).',
    'Moss cooled roofs (P = .001), and age told nothing (P < .01).',
  ])('accepts %s', (sentence) => expect(isUnproven(sentence)).toBe(false));
});
