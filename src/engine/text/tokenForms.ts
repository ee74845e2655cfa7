import { stem } from 'porter2';
import { americanSpelling } from './spelling.ts';
import { stopWords } from './stopWords.ts';
import { familyOf } from './wordFamilies.ts';

/** A token of a run of characters: its stem, and its span in the run. */
export interface Form {
  stem: string;
  from: number;
  to: number;
  /** A synonym of the forms before it (`il6` for `il`, `6`), at the same position (position increment 0). */
  isSynonym: boolean;
}

/**
 * The forms of one run without white space: `CRISPR-Cas9` → crispr, cas9, and their synonym crisprcas9. Stop words have
 * none. Offsets are in UTF-16 units of the run.
 */
export function tokenForms(run: string): Form[] {
  const shared = sharedHead.exec(run);
  if (shared) return sharedHeadForms(run, shared);
  const parts = partsOf(run);
  const forms: Form[] = [];
  for (const { text, from, to } of parts) {
    const form = stemOf(text);
    if (form) forms.push({ stem: form, from, to, isSynonym: false });
  }
  if (forms.length > 0 && parts.length > 1 && parts.length <= 5 && parts[1]!.from > 0) {
    const joined = stemOf(parts.map(({ text }) => text).join(''));
    if (joined && joined.length <= 32)
      forms.push({ stem: joined, from: parts[0]!.from, to: parts.at(-1)!.to, isSynonym: true });
  }
  return forms;
}

/** `BRCA1/2`, `CDK4/6`: the numbers share one head. */
const sharedHead = /^(\p{L}+)(\p{N}+)((?:\/\p{N}+)+)$/u;

function sharedHeadForms(run: string, [, letters = '', number = '', others = '']: RegExpExecArray): Form[] {
  const numbers = [number, ...others.slice(1).split('/')];
  const endOf = (i: number) => (i === 0 ? letters.length + number.length : run.length);
  return numbers.map((one, i) => ({ stem: plain(letters + one), from: 0, to: endOf(i), isSynonym: false }));
}

/** Splits at hyphens, between a number and its unit, and at a change of script: `TNFα` as `TNF-α`. */
function partsOf(run: string): { text: string; from: number; to: number }[] {
  if (letters.test(run)) return [{ text: run.toLowerCase(), from: 0, to: run.length }];
  return [...run.replace(micro, 'µ').matchAll(pieces)].flatMap(({ 0: raw, index: from }) => {
    const text = plain(raw);
    const measure = numberWithUnit.exec(text);
    return (measure ? measure.slice(1) : [text]).map((one) => ({ text: one, from, to: from + raw.length }));
  });
}

const letters = /^[A-Za-z]+$/;
const simple = /^[a-z]+$/;
/** A Greek mu before a unit is the micro sign. */
const micro = /^μ(?=[glmMsL]$|mol$)/;
const word = String.raw`(?:(?!\p{Script=Greek})[\p{L}\p{N}\p{M}\u00ad])`;
const pieces = new RegExp(String.raw`\p{Script=Greek}+\p{N}*|${word}+(?:[.,'’]${word}+)*`, 'gu');

/** `10mg` is 10 and mg, but `3D`, `5G` and `7B` are names. */
const numberWithUnit =
  /^(\d+(?:\.\d+)?)([munp]?g|kg|[munp]?l|dl|[munp]?mol|[munpck]m|[kmgt]?hz|[kmgt]ev|kda|[km]bp|bp|min|hrs?|yrs?|[kmg]pa|[mk]w|[mk]v)$/;

/** Normalizes compatibility forms, case, accents, digit groups and Greek letters. */
const plain = (text: string): string =>
  (text.length > marksAtMost ? text.replace(manyMarks, '$1') : text)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/['’]s$/, '')
    .replace(/[\u00ad'’]|(?<=^\p{L})\.(?=\p{L}$)/gu, '')
    .replace(/ß/g, 'ss')
    .replace(/(?<=\d),(?=\d{3})/g, '')
    .replace(/^μ(?=[a-z])/, 'u')
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/[α-ω]/g, (letter) => greek[letter] ?? letter);

/** Normalizing takes time quadratic in the marks on one letter. No word has as many (UAX #15, Stream-Safe Text Format). */
const marksAtMost = 30;
const manyMarks = /(\p{M}{30})\p{M}+/gu;

const greek: Record<string, string> = Object.fromEntries(
  `αalpha βbeta γgamma δdelta εepsilon ζzeta ηeta θtheta ιiota κkappa λlambda μmu νnu ξxi οomicron πpi ρrho ςsigma σsigma
  τtau υupsilon φphi χchi ψpsi ωomega`
    .split(/\s+/)
    .map((pair) => [pair[0], pair.slice(1)]),
);

/** Empty for a stop word. */
function stemOf(text: string): string {
  if (stopWords.has(text)) return '';
  if (!simple.test(text)) return text;
  return familyOf(stem(americanSpelling(abbreviationPlural.test(text) ? text.slice(0, -1) : text)));
}

/** `llms`, `gpcrs`, `mrnas`: Porter's rules keep an s after a consonant. */
const abbreviationPlural = /^[bcdfghjklmnpqrtvwxz]{2,}s$|[dr]nas$/;
