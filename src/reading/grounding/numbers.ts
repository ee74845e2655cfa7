import { pairsOf, wordsOfTens as tens, wordsOfUnits as units } from '../text/words.ts';

/** A number as written in a text, and where it stands. */
export interface Figure {
  at: number;
  end: number;
  /** Without grouping, but with sign and power: `0.63`, `-5`, `1.5x10^-8`. */
  value: string;
  /** Unit of measure, or the counted thing; null for none. */
  unit: string | null;
  /** `about 40`, `up to 40`, `more than 40`; null for exactly. */
  bound: 'about' | 'most' | 'least' | null;
}

/**
 * Whether every number of a sentence occurs in its evidence with the same unit and bound. A sample
 * size may also come from elsewhere in the abstract, and the sentence must keep an `n = …` of the evidence. Takes plain
 * texts, see `plainText`.
 */
export function numbersHold(sentence: string, evidence: string, abstract: string): boolean {
  const said = figuresOf(sentence);
  const proved = figuresOf(evidence);
  const known = new Set(proved.map(keyOf));
  let counted: Set<string> | undefined;
  for (const figure of said) {
    if (known.has(keyOf(figure))) continue;
    if (!(figure.unit && isThing(figure.unit))) return false;
    counted ??= new Set(figuresOf(abstract).map(keyOf));
    if (!counted.has(keyOf(figure))) return false;
  }
  const values = new Set(said.map(({ value }) => value));
  return sampleSizes(evidence).every((size) => values.has(size));
}

/** Names with digits, such as genes, strains, models and registry numbers: `IL-6`, `B.1.351`, `3D`, `NCT02149199`. */
export const namesWithDigits = (text: string): string[] =>
  (withDashes(text).match(/[\p{L}\p{N}_]+(?:[-/.][\p{L}\p{N}_]+)*/gu) ?? []).filter((run) => {
    const measure = /^\d+(?:\.\d+)?-?(\p{L}+)(?:-\p{L}+)*$/u.exec(run);
    return /\p{N}/u.test(run) && /\p{L}/u.test(run) && !(measure && isUnit(measure[1]!));
  });

/** The numbers of a text in their order, in digits and in words. Skips digits that are part of a name. */
export function figuresOf(written: string): Figure[] {
  const text = withDashes(written);
  const found = [...text.matchAll(digits), ...text.matchAll(numberWord)]
    .map(({ 0: raw, index: at }) => ({ raw, at, end: at + raw.length }))
    .filter(({ at, end }) => !isInName(text, at, end))
    .sort((a, b) => a.at - b.at);
  const figures = found.map(({ raw, at, end }) => {
    const before = text.slice(Math.max(0, at - 36), at);
    const bare = before.replace(ofFactor, '');
    const isFold = bare !== before || isMultiple.test(raw);
    const unit = isFold ? 'fold' : unitBehind(text, end);
    return { at, end, value: plainValue(raw), unit, bound: boundBefore(bare.slice(-24)) };
  });
  // In `27.5 and 18.2 %` and `8-16 %` one unit applies to both numbers.
  for (let at = figures.length - 2; at >= 0; at--)
    if (figures[at]!.unit === null && listing.test(text.slice(found[at]!.end, found[at + 1]!.at)))
      figures[at]!.unit = figures[at + 1]!.unit;
  return figures;
}

/** Two hyphens are a dash, not part of a name or a sign. */
const withDashes = (text: string): string => text.replace(/-{2,}/g, ' - ');

const digits =
  /(?:(?<![\p{L}\p{N})\]%])-)?\d+(?:,\d{3})*(?:[.·]\d+)?(?:\s?[x×]\s?10(?:\^?-?\d+)?|e-?\d+|(?:\^-?\d)+)?/gu;

/** `a factor of 20`, `twice`: times. */
const ofFactor = /(?:by )?(?:roughly |about |approximately )?(?:a )?factor of $/;
const isMultiple = /^(?:twice|doubl|tripl|threefold|twofold|fivefold|tenfold|fourfold)/i;

const numberWord = new RegExp(
  `\\b(?:(?:${tens.join('|')})-(?:${units.slice(0, 9).join('|')})|${tens.join('|')}|${units.slice(1).join('|')}|hundreds?|thousands?|millions?|billions?|dozens?|half|halved|halves|thirds?|quarters?|twice|doubl(?:e|ed|es|ing)|tripl(?:e|ed|es|ing)|(?:two|three|four|five|ten)fold)\\b`,
  'gi',
);

const wordValues = new Map([
  ...units.map((word, at) => [word, String(at + 1)] as const),
  ...tens.flatMap((word, at) => [
    [word, String(10 * at + 20)] as const,
    ...units.slice(0, 9).map((unit, more) => [`${word}-${unit}`, String(10 * at + 21 + more)] as const),
  ]),
  ...['twice', 'double', 'doubled', 'doubles', 'doubling', 'twofold'].map((word) => [word, '2'] as const),
  ...['triple', 'tripled', 'triples', 'tripling', 'threefold'].map((word) => [word, '3'] as const),
  ...[['fourfold', '4'] as const, ['fivefold', '5'] as const, ['tenfold', '10'] as const],
]);

function plainValue(raw: string): string {
  const plain = raw.toLowerCase().replaceAll(',', '').replace('·', '.').replace(/\s/g, '').replace('×', 'x');
  // 12.0 and 12 are one figure; powers stay as written.
  return wordValues.get(plain) ?? (/^-?\d+(?:\.\d+)?$/.test(plain) ? String(Number(plain)) : plain);
}

/** Whether digits are part of a name: after letters, or directly before letters that are not a unit. */
function isInName(text: string, at: number, end: number): boolean {
  if (!/\d/.test(text[at] ?? '') && text[at] !== '-') return false;
  if (/\p{L}[-/.]?$/u.test(text.slice(Math.max(0, at - 2), at))) return true;
  const glued = /^\p{L}+/u.exec(text.slice(end))?.[0];
  return glued !== undefined && !isUnit(glued);
}

/** A key that is equal for figures with the same meaning. */
const keyOf = ({ value, unit, bound }: Figure): string => `${value} ${unit ?? ''} ${bound ?? ''}`;

/** A result on twelve subjects must state the twelve. */
const sampleSizes = (text: string): string[] =>
  [...text.matchAll(/\bn\s?=\s?(\d[\d,]*)/gi)].map(([, size = '']) => plainValue(size));

const boundBefore = (before: string): Figure['bound'] =>
  bounds.find(([words]) => words.test(before))?.[1] ?? null;

const bounds: [RegExp, NonNullable<Figure['bound']>][] = [
  [
    /(?:\b(?:about|approximately|around|roughly|nearly|almost|circa|ca\.?|close to|estimated)|[~≈≃])\s*$/i,
    'about',
  ],
  [
    /(?:\b(?:up to|at most|no more than|not more than|less than|fewer than|lower than|below|under|within)|[<≤])\s*$/i,
    'most',
  ],
  [
    /(?:\b(?:at least|no less than|more than|greater than|higher than|over|above|exceed(?:s|ed|ing)?|beyond)|[>≥])\s*$/i,
    'least',
  ],
];

export const listing = /^(?:\s?(?:-|,|\/|to|and|or|vs\.?|versus|through)\s?|,\s?(?:and|or|vs\.?)\s)$/i;

/**
 * The text after a number in a normalized spelling: a unit (`mg/kg`, `%`, `week`), or the counted thing (`mouse`) with up
 * to three words in between. Null for neither. Takes plain text, see `plainText`.
 */
function unitBehind(text: string, end: number): string | null {
  // A deviation may stand between a number and its unit: `9.0 (+/-9.3) mm Hg`.
  const rest = text.slice(end, end + 80).replace(/^ ?(?:\((?:\+\/-|±) ?[\d.]+\)|(?:\+\/-|±) ?[\d.]+)/, '');
  const share = /^[\s-]?(?:%|per ?cent\b(?! ?points?))/iu.test(rest);
  if (share) return '%';
  if (/^[\s-]?(?:percentage|per ?cent) ?points?\b/iu.test(rest)) return 'percentage point';
  const [, first = '', others = ''] =
    /^[\s-]?([\p{L}°]+)((?:(?:\/| per )[\p{L}°]+)*)(?![\p{L}\p{N}])/u.exec(rest) ?? [];
  const unit = unitOf(first);
  const parts = others.split(/\/| per /).slice(1);
  if (unit) return [unit, ...parts.map((one) => unitOf(one) ?? thingOf(one) ?? one)].join('/');
  return thingCounted(rest);
}

/** Whether letters attached to digits are a unit, as in `10mg`. Otherwise the two are a name, as in `3D`. */
const isUnit = (letters: string): boolean => unitOf(letters) !== null;

/** Whether a unit is people, animals, samples or records, whose counts may come from elsewhere in the abstract. */
const isThing = (unit: string): boolean => things.has(unit);

function thingCounted(rest: string): string | null {
  const following = /^[\s-]\p{L}[\p{L}-]*(?: \p{L}[\p{L}-]*){0,3}/u.exec(rest)?.[0] ?? '';
  for (const word of following.toLowerCase().split(/[\s]+/)) {
    const thing = thingOf(word.replace(/^-/, ''));
    if (thing) return thing;
    if (goesElsewhere.test(word)) return null;
  }
  return null;
}

const unitOf = (written: string): string | null => {
  const symbol = written.replace(/^(?:u|mc)(?=[gl]$|mol$|M$)/, 'μ').replace(/l$/, 'L');
  if (symbols.has(symbol)) return symbol;
  return words.get(written.toLowerCase()) ?? null;
};

const symbols = new Set(
  'g L mol M m s Hz eV J W Wh V A Pa Da bp b B cal Gy K N T IU U'
    .split(' ')
    .flatMap((base) =>
      ['', 'k', 'M', 'G', 'T', 'd', 'c', 'm', 'μ', 'n', 'p', 'f'].map((prefix) => prefix + base),
    )
    // `A` and `b` alone, and `MA`, `PA` and the like, are mostly words or names.
    .filter((symbol) => !['A', 'b', 'B', 'MA', 'TA', 'MM', 'dB'].includes(symbol))
    .concat('dB °C °F ° mmHg ppm ppb pc kpc Mpc CFU rpm SD SE dpi dpf hpf'.split(' ')),
);

/** Spelled-out and abbreviated units, with their normalized spelling first. */
const words = new Map(
  [
    'fold times x',
    'g gram grams',
    'kg kilogram kilograms',
    'mg milligram milligrams',
    'L litre litres liter liters',
    'm metre metres meter meters',
    'km kilometre kilometres kilometer kilometers',
    'mile miles',
    's sec secs second seconds',
    'min mins minute minutes',
    'h hr hrs hour hours',
    'day d days',
    'week wk weeks wks',
    'month mo months',
    'year y yr yrs years',
    'decade decades',
    'K kelvin',
    '°C celsius',
    '° degree degrees',
    'point points',
    'dollar dollars usd',
    'euro euros eur',
    'standard deviations',
  ].flatMap((line) => {
    const [one = '', ...others] = line.split(' ');
    return [one, ...others].map((word) => [word.toLowerCase(), one] as const);
  }),
);

const things = new Set(
  `patient participant people subject adult child infant neonate adolescent woman man volunteer respondent student veteran
  donor household family mouse rat animal monkey macaque pig dog rabbit fish cell sample specimen study trial case control
  death event birth pregnancy model dataset image species gene protein variant site centre hospital country city eye tumour
  lesion record article paper question task recording`.split(/\s+/),
);

const spelled = new Map(
  pairsOf(`children child women woman men man mice mouse studies study countries country families family cities city
  pregnancies pregnancy center centre centers centre tumor tumour tumors tumour person people persons people
  individual people individuals people species species`),
);

function thingOf(word: string): string | null {
  const one = spelled.get(word) ?? word.replace(/s$/, '');
  return things.has(one) ? one : null;
}

/** After these words something else begins. */
const goesElsewhere =
  /^(?:of|in|with|and|or|to|for|by|from|at|on|per|than|vs|versus|was|were|is|are|had|have|has|that|who|which|the|a|an|as|but)$/;
