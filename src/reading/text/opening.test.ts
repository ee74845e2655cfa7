import cases from './opening.test.json' with { type: 'json' };
import { aboutOf, capitalized, shortened, withoutOpening, withoutSecondThat } from './wording.ts';

describe('opening of a sentence', () => {
  it.each(cases.leftOut)('is left out if it only connects or announces: %s', (sentence, rest) =>
    expect(withoutOpening(sentence)).toBe(rest),
  );

  it.each(cases.kept)('stays if it says more, or if the rest needs it: %s', (sentence) =>
    expect(withoutOpening(sentence)).toBe(sentence),
  );

  it.each(cases.capital)('gets a capital if it is an ordinary word: %s', (text, whole) =>
    expect(capitalized(text)).toBe(whole),
  );
});

it.each([
  ['moss grew and that it cooled roofs.', 'moss grew and it cooled roofs.'],
  ['moss of 3 kinds grew, and that roofs cooled.', 'moss of 3 kinds grew, and roofs cooled.'],
  ['moss grew and the heat fell.', 'moss grew and the heat fell.'],
  ['moss grew, i.e. that roofs cooled.', 'moss grew, i.e. roofs cooled.'],
  ['moss grew; and that was all.', 'moss grew; and that was all.'],
])('takes the second “that” with the opening: %s', (rest, whole) =>
  expect(withoutSecondThat(rest)).toBe(whole),
);

describe('long sentence', () => {
  const many = 'on the roofs of old houses in the north of the town '.repeat(4).trim();
  it.each([
    ['no heat was lost; five roofs were warmer', 'no heat was lost'],
    ['the heat fell by two degrees, whereas tea did nothing', 'the heat fell by two degrees'],
    ['the heat fell by two degrees, suggesting that moss is good', 'the heat fell by two degrees'],
  ])('is cut at its last clause that leaves it short: %s', (end, kept) => {
    const head = 'When measured at noon and again at night in May ';
    expect(shortened(`M${head.slice(1)}${end} ${many}.`.replace('Mhen m', 'M'))).toBe(
      `M${head.slice(6)}${kept}`,
    );
  });

  it('is not shown if no clause ends early enough, or if it begins with a condition', () => {
    expect(shortened(`Moss grew ${many}.`)).toBeNull();
    expect(shortened(`Although the heat of the town fell by two whole degrees; ${many}.`)).toBeNull();
    expect(
      shortened(`Heat at the three times was as follows: at noon 40 degrees on roofs; ${many}.`),
    ).toBeNull();
    expect(
      shortened(
        `Moss is a strong sign of cool roofs in that heat, dust, and the count of algae were low ${many}.`,
      ),
    ).toBeNull();
    expect(shortened('Moss grew.')).toBe('Moss grew.');
  });
});

const background = 'Roofs are hot in summer. Moss has been known for ages.';

it.each([
  'This review examines how moss cools the roofs of cities.',
  'In this narrative review, we discuss moss and the heat of roofs.',
  'We aimed to learn whether moss cools the roofs of cities.',
  'The aim of this study was to learn whether moss cools roofs.',
  'To cool the roofs of cities, we propose a carpet of moss.',
])('names the subject of the work: %s', (sentence) =>
  expect(aboutOf(`${background} ${sentence} It is a plant of the north.`)).toBe(sentence),
);

it('names no subject if it says only what is known, or what was found', () => {
  expect(aboutOf(background)).toBeNull();
  expect(aboutOf(`${background} We found that moss lowered the heat by two degrees.`)).toBeNull();
});
