import { readFileSync } from 'node:fs';
import { numberIn } from './numbers.ts';
import { isStudied } from './sampleExclusions.ts';
import { before, behind } from './sampleFrames.ts';
import {
  animalUnit,
  countedIn,
  equalTo,
  inBrackets,
  isPerson,
  ofStudy,
  onlyEqual,
  total,
  workUnit,
} from './sampleUnits.ts';

/** The number of those studied. */
export interface SampleSize {
  value: number;
  /** What was counted: `patients`, `mice`, `studies`. */
  unit: string;
  /** The words of the abstract that state it. */
  quote: string;
}

/** A number that may be the sample size. */
export interface Candidate extends SampleSize {
  /** In the order of `candidateFeatures`. */
  features: number[];
}

/** The learned weights of candidates, from graded abstracts: one for each feature. */
export interface SampleFigures {
  weights: Record<string, number>;
  /** Minimum probability for a number to be stated. */
  least: number;
}

const learned = JSON.parse(
  readFileSync(new URL('sampleSize.json', import.meta.url), 'utf8'),
) as SampleFigures;

/**
 * The sample size, if the abstract states it and one number fits clearly best. Never a sum and never a guess: null if
 * only the sizes of groups are stated.
 */
export function sampleSizeOf(abstract: string): SampleSize | null {
  const weights = candidateFeatures.map((name) => learned.weights[name] ?? 0);
  const best = bestCandidate(sampleCandidates(abstract), weights);
  if (!best || best.chance < learned.least) return null;
  const { value, unit, quote } = best.candidate;
  return { value, unit, quote };
}

/** The most likely candidate by the given weights; null without any. */
export function bestCandidate(
  candidates: readonly Candidate[],
  weights: readonly number[],
): { candidate: Candidate; chance: number } | null {
  const rated = candidates.map((candidate) => {
    const sum = candidate.features.reduce((all, value, at) => all + value * weights[at]!, 0);
    return { candidate, chance: 1 / (1 + Math.exp(-sum)) };
  });
  return rated.reduce<(typeof rated)[number] | null>(
    (best, one) => (best && best.chance >= one.chance ? best : one),
    null,
  );
}

interface Found {
  match: RegExpExecArray;
  value: number;
  unit: string;
  shape: 'counted' | 'brackets' | 'study' | 'total';
}

/**
 * An abstract with more numbers is a table. The limit matters because each number is compared with every pair of others.
 */
const candidatesAtMost = 60;

/** Every number of things in an abstract, with its features. */
export function sampleCandidates(abstract: string): Candidate[] {
  // Checking for the sign first spares most abstracts four patterns.
  const hasSign = abstract.includes('=');
  const equals = hasSign ? (abstract.match(/\b[nN] ?= ?\d/g)?.length ?? 0) : 0;
  const bracketed = hasSign
    ? [...abstract.matchAll(inBrackets), ...abstract.matchAll(ofStudy)].slice(0, 2 * candidatesAtMost)
    : [];
  const named = [
    ...read(abstract, countedIn(abstract), 'counted'),
    ...(hasSign ? read(abstract, abstract.matchAll(equalTo), 'study') : []),
    ...read(
      abstract,
      bracketed.filter(({ groups }) => groups!.unit),
      'brackets',
    ),
    ...read(
      abstract,
      bracketed.filter(({ groups }) => !groups!.unit),
      'study',
    ),
    ...(hasSign ? read(abstract, abstract.matchAll(total), 'total') : []),
  ];
  const isAlone = equals === 1 && !bracketed.length;
  const unnamed = isAlone ? read(abstract, abstract.matchAll(onlyEqual), 'study') : [];
  const found = [...named, ...unnamed]
    .sort((a, b) => a.match.index - b.match.index)
    .slice(0, candidatesAtMost);
  return found.map((one, at) => {
    const features = featuresOf(abstract, found, at);
    return {
      value: one.value,
      unit: one.unit,
      quote: one.match[0],
      features: candidateFeatures.map((name) => Number(features[name])),
    };
  });
}

/** Smaller numbers are seldom the whole sample, and often a part of it. */
const least = 5;

function read(abstract: string, matches: Iterable<RegExpExecArray>, shape: Found['shape']): Found[] {
  return [...matches].flatMap((match) => {
    const value = numberIn(match.groups!);
    const isYear = value !== null && value >= 1900 && value <= 2100 && /^(?:19|20)\d\d\b/.test(match[0]);
    if (value === null || value < least || isYear || !isStudied(abstract, match, value)) return [];
    return [{ match, value, shape, unit: match.groups!.unit?.toLowerCase() ?? 'participants' }];
  });
}

function featuresOf(abstract: string, found: readonly Found[], at: number) {
  const { match, value, unit: thing, shape } = found[at]!;
  const head = abstract.slice(Math.max(0, match.index - 70), match.index);
  const end = match.index + match[0].length;
  const tail = abstract.slice(end, end + 120);
  const near = `${head.slice(-50)} ${tail.slice(0, 50)}`;
  const alike = found.filter((one) => isPerson(one.unit) === isPerson(thing) && one.shape !== 'total');
  const largest = Math.max(...alike.map((one) => one.value));
  const whole = head.length ? match.index / abstract.length : 0;
  const test = (pattern: RegExp, text: string): boolean => pattern.test(text);
  return {
    one: 1,
    brackets: shape === 'brackets',
    study: shape === 'study',
    total: shape === 'total',
    person: isPerson(thing),
    onlyPerson: alike.length === 1 && isPerson(thing),
    onlyBracket: shape !== 'counted' && [...abstract.matchAll(/\b[nN] ?= ?\d/g)].length === 1,
    animal: animalUnit.test(thing),
    work: workUnit.test(thing),
    largest: value === largest,
    largestPerson: value === largest && isPerson(thing),
    first: at === 0,
    firstAlike: alike[0]?.match === match,
    only: found.length === 1,
    onlyAlike: alike.length === 1,
    again: found.some((one, other) => other !== at && one.value === value),
    isSum: alike.some((a) => alike.some((b) => a !== b && a.value + b.value === value)),
    isPart: alike.some((a) => a.value > value && alike.some((b) => a !== b && a.value - b.value === value)),
    size: Math.min(1, Math.log10(value) / 5),
    small: value < 8,
    workKept: workUnit.test(thing) && test(behind.kept, tail),
    workFirst: workUnit.test(thing) && at === 0,
    early: whole < 0.3,
    late: whole > 0.75,
    totalBefore: test(before.total, head),
    gatheredBefore: test(before.gathered, head),
    ofSample: test(before.ofSample, head),
    startsSentence: test(before.startsSentence, head),
    preposition: /\b(?:in|for|on|from|with|among|using) (?:the )?$/i.test(head),
    of: /\b[Oo]f (?:the )?$/.test(head),
    denominator: /\d\/$/.test(head),
    gatheredBehind: test(behind.gathered, tail),
    kept: test(behind.kept, tail),
    told: /^,? ?(?:\((?:\d|mean|median|age|male|female|\D{0,20}\d)|aged|with|who|from|diagnosed|at|between)/i.test(
      tail.trimStart(),
    ),
    part: test(before.part, head),
    comparedBefore: test(before.comparison, head),
    asked: test(before.asked, head),
    left: test(behind.left, tail),
    comparedBehind: test(behind.comparison, tail),
    share: Boolean(match.groups!.share),
    groups: /\b(?:groups?|arms?|each|controls?)\b/i.test(near),
    excluded: /\b(?:exclud\w+|screened|eligible|invited|retrieved|approached)\b/i.test(near),
    range: /^ ?[-–] ?\d/.test(tail) || /\b(?:per|every|up to|than) $/.test(head),
  };
}

/** Names of the candidates' features. */
export const candidateFeatures = [
  'one',
  'brackets',
  'study',
  'total',
  'person',
  'onlyPerson',
  'onlyBracket',
  'animal',
  'work',
  'largest',
  'largestPerson',
  'first',
  'firstAlike',
  'only',
  'onlyAlike',
  'again',
  'isSum',
  'isPart',
  'size',
  'small',
  'workKept',
  'workFirst',
  'early',
  'late',
  'totalBefore',
  'gatheredBefore',
  'ofSample',
  'startsSentence',
  'preposition',
  'of',
  'denominator',
  'gatheredBehind',
  'kept',
  'told',
  'part',
  'comparedBefore',
  'asked',
  'left',
  'comparedBehind',
  'share',
  'groups',
  'excluded',
  'range',
] as const;
