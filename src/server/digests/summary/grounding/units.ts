/**
 * The text after a number in a normalized spelling: a unit (`mg/kg`, `%`, `week`), or the counted thing (`mouse`) with up
 * to three words in between. Null for neither. Takes plain text, see `plainText`.
 */
export function unitBehind(text: string, end: number): string | null {
  const rest = text.slice(end, end + 80);
  const share = /^[\s-]?(?:%|per ?cent\b(?! ?points?))/iu.test(rest);
  if (share) return '%';
  if (/^[\s-]?(?:percentage|per ?cent) ?points?\b/iu.test(rest)) return 'percentage point';
  const [, first = '', others = ''] =
    /^[\s-]?([\p{L}°]+)((?:(?:\/| per )[\p{L}°]+)*)(?![\p{L}\p{N}])/u.exec(rest) ?? [];
  const unit = unitOf(first);
  if (unit)
    return [
      unit,
      ...others
        .split(/\/| per /)
        .slice(1)
        .map((one) => unitOf(one) ?? thingOf(one) ?? one),
    ].join('/');
  return thingCounted(rest);
}

/** Whether letters attached to digits are a unit, as in `10mg`. Otherwise the two are a name, as in `3D`. */
export const isUnit = (letters: string): boolean => unitOf(letters) !== null;

/** Whether a unit is people, animals, samples or records, whose counts may come from elsewhere in the abstract. */
export const isThing = (unit: string): boolean => things.has(unit);

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
  [
    'g',
    'L',
    'mol',
    'M',
    'm',
    's',
    'Hz',
    'eV',
    'J',
    'W',
    'Wh',
    'V',
    'A',
    'Pa',
    'Da',
    'bp',
    'b',
    'B',
    'cal',
    'Gy',
    'K',
    'N',
    'T',
    'IU',
    'U',
  ]
    .flatMap((base) =>
      ['', 'k', 'M', 'G', 'T', 'd', 'c', 'm', 'μ', 'n', 'p', 'f'].map((prefix) => prefix + base),
    )
    // `A` and `b` alone, and `MA`, `PA` and the like, are mostly words or names.
    .filter((symbol) => !['A', 'b', 'B', 'MA', 'TA', 'MM', 'dB'].includes(symbol))
    .concat([
      'dB',
      '°C',
      '°F',
      '°',
      'mmHg',
      'ppm',
      'ppb',
      'pc',
      'kpc',
      'Mpc',
      'CFU',
      'rpm',
      'SD',
      'SE',
      'dpi',
      'dpf',
      'hpf',
    ]),
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

const spelled = new Map([
  ['children', 'child'],
  ['women', 'woman'],
  ['men', 'man'],
  ['mice', 'mouse'],
  ['studies', 'study'],
  ['countries', 'country'],
  ['families', 'family'],
  ['cities', 'city'],
  ['pregnancies', 'pregnancy'],
  ['center', 'centre'],
  ['centers', 'centre'],
  ['tumor', 'tumour'],
  ['tumors', 'tumour'],
  ['person', 'people'],
  ['persons', 'people'],
  ['individual', 'people'],
  ['individuals', 'people'],
  ['species', 'species'],
]);

function thingOf(word: string): string | null {
  const one = spelled.get(word) ?? word.replace(/s$/, '');
  return things.has(one) ? one : null;
}

/** After these words something else begins. */
const goesElsewhere =
  /^(?:of|in|with|and|or|to|for|by|from|at|on|per|than|vs|versus|was|were|is|are|had|have|has|that|who|which|the|a|an|as|but)$/;
