import { isThing, isUnit, unitBehind } from './units.ts';

/** A number as written in a text. */
interface Figure {
  /** Without grouping, but with sign and power: `0.63`, `-5`, `1.5x10^-8`. */
  value: string;
  /** Unit of measure, or the counted thing; null for none. */
  unit: string | null;
  /** `about 40`, `up to 40`, `more than 40`; null for exactly. */
  bound: 'about' | 'most' | 'least' | null;
}

/**
 * Whether every number of a sentence occurs in its evidence with the same unit and bound, in the same order. A sample
 * size may also come from elsewhere in the abstract, and the sentence must keep an `n = …` of the evidence. Takes plain
 * texts, see `plainText`.
 */
export function numbersHold(sentence: string, evidence: string, abstract: string): boolean {
  const said = figuresOf(sentence);
  const proved = figuresOf(evidence);
  const next = inOrder(proved);
  let from = 0;
  let counted: Set<string> | undefined;
  for (const figure of said) {
    const at = next(figure, from);
    if (at !== null) from = at + 1;
    else if (!(figure.unit && isThing(figure.unit))) return false;
    else {
      counted ??= new Set(figuresOf(abstract).map(keyOf));
      if (!counted.has(keyOf(figure))) return false;
    }
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
function figuresOf(written: string): Figure[] {
  const text = withDashes(written);
  const found = [...text.matchAll(digits), ...text.matchAll(numberWord)]
    .map(({ 0: raw, index: at }) => ({ raw, at, end: at + raw.length }))
    .filter(({ at, end }) => !isInName(text, at, end))
    .sort((a, b) => a.at - b.at);
  const figures = found.map(({ raw, at, end }) => ({
    value: plainValue(raw),
    unit: unitBehind(text, end),
    bound: boundBefore(text.slice(Math.max(0, at - 24), at)),
  }));
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

const numberWord =
  /\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundreds?|thousands?|millions?|billions?|dozens?|half|halved|halves|thirds?|quarters?|twice|doubl(?:e|ed|es|ing)|tripl(?:e|ed|es|ing)|(?:two|three|four|five|ten)fold)\b/gi;

const wordValues = new Map(
  'two 2 three 3 four 4 five 5 six 6 seven 7 eight 8 nine 9 ten 10 eleven 11 twelve 12 fifteen 15 twenty 20 thirty 30 forty 40 fifty 50 sixty 60 seventy 70 eighty 80 ninety 90'
    .match(/[a-z]+ \d+/g)!
    .map((pair) => pair.split(' ') as [string, string]),
);

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

/**
 * Returns a function that finds the next occurrence of a figure at or after a place. Places may only grow between calls,
 * so that each figure is read once.
 */
function inOrder(figures: readonly Figure[]): (figure: Figure, from: number) => number | null {
  const left = new Map<string, number[]>();
  // Each list has the last place first, so that taking the next one is a pop.
  for (let at = figures.length - 1; at >= 0; at--) {
    const key = keyOf(figures[at]!);
    const places = left.get(key);
    if (places) places.push(at);
    else left.set(key, [at]);
  }
  return (figure, from) => {
    const places = left.get(keyOf(figure)) ?? [];
    while (places.length > 0 && places.at(-1)! < from) places.pop();
    return places.at(-1) ?? null;
  };
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

const listing = /^(?:\s?(?:-|,|\/|to|and|or|vs\.?|versus|through)\s?|,\s?(?:and|or|vs\.?)\s)$/i;
