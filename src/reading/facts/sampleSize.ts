import { readFileSync } from 'node:fs';
import {
  animalUnit,
  countedIn,
  equalTo,
  inBrackets,
  isPerson,
  numberIn,
  ofStudy,
  onlyEqual,
  total,
  unit,
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
  return sizeOf(best.candidate);
}

const sizeOf = ({ value, unit, quote }: SampleSize): SampleSize => ({ value, unit, quote });

/** People counted in a title are those whom the finding is about: `… in 82,707 individuals`. Null if there are few, or none. */
export function sizeInTitle(title: string): SampleSize | null {
  const people = sampleCandidates(title).filter(({ unit, value }) => isPerson(unit) && value >= 100);
  const [one] = people.sort((a, b) => b.value - a.value);
  return one ? sizeOf(one) : null;
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
    ...bracketed.flatMap((one) => read(abstract, [one], one.groups!.unit ? 'brackets' : 'study')),
    ...(hasSign ? read(abstract, abstract.matchAll(total), 'total') : []),
  ];
  const isAlone = equals === 1 && !bracketed.length;
  const unnamed = isAlone ? read(abstract, abstract.matchAll(onlyEqual), 'study') : [];
  const found = [...named, ...unnamed]
    .sort((a, b) => a.match.index - b.match.index)
    .slice(0, candidatesAtMost);
  return found.map((one, at) => {
    const features = featuresOf(abstract, found, at);
    const values = candidateFeatures.map((name) => Number(features[name]));
    return { value: one.value, unit: one.unit, quote: one.match[0], features: values };
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
export const candidateFeatures =
  `one brackets study total person onlyPerson onlyBracket animal work largest largestPerson first
  firstAlike only onlyAlike again isSum isPart size small workKept workFirst early late totalBefore
  gatheredBefore ofSample startsSentence preposition of denominator gatheredBehind kept told part
  comparedBefore asked left comparedBehind share groups excluded range`.split(/\s+/) as (keyof ReturnType<
    typeof featuresOf
  >)[];

/**
 * Whether a number counts what was studied. Papers found by a search, people who were asked, and pairs of pictures are
 * counted but not studied.
 */
function isStudied(abstract: string, match: RegExpExecArray, value: number): boolean {
  const thing = match.groups!.unit?.toLowerCase() ?? '';
  const head = abstract.slice(Math.max(0, match.index - 60), match.index);
  const tail = abstract.slice(match.index + match[0].length, match.index + match[0].length + 90);
  const isDenominator = /\d\/$/.test(head);
  if (never.head.test(head) || never.itself.test(match[0])) return false;
  if (never.tail.test(tail) && !isDenominator) return false;
  // `40 (9%) women` are part of those studied, `17 of 99 patients` part of one group; `147 of 553 (27%) individuals` are
  // not.
  if (/\d of (?:the )?$/.test(head) !== Boolean(match.groups!.share) || secondOfList.test(head)) return false;
  if (isDenominator && /^10+$/.test(String(value))) return false;
  if (value < 10 && (never.name.test(head) || !(isPerson(thing) || animalUnit.test(thing)))) return false;
  if (isGroup(abstract, match)) return false;
  if (value >= 1000 && never.burden.test(match[0] + tail.split(/[.;]/, 1)[0]!)) return false;
  const near = abstract.slice(Math.max(0, match.index - 50), match.index + match[0].length + 60);
  if (workUnit.test(thing))
    return /\b(?:includ|met |deemed|undertaken|were analy|of the \d|validating)/i.test(near);
  if (thing === 'pairs') return /\b(?:mother|parent|twin|sibling|patient|infant)/i.test(match[0]);
  if (/^(?:tasks|benchmarks|datasets|models|videos|images|instances|pathways)$/.test(thing))
    return value >= 10;
  return (
    !/\b(?:eligible|invited|potential) /i.test(match[0]) || behind.kept.test(near.slice(50 + match[0].length))
  );
}

const secondOfList = new RegExp(
  String.raw`\d (?:[\p{L}-]+ ){0,3}(?:${unit})(?: \([^()]*\))?,?(?: and| versus| vs\.?| compared (?:with|to)) (?:in )?$`,
  'iu',
);

/** Whether a number counts one of several groups without a sum: `32 people with dementia and 28 healthy controls`. */
function isGroup(abstract: string, match: RegExpExecArray): boolean {
  const end = match.index + match[0].length;
  const rest = clauseOf(abstract.slice(end, end + 260));
  const following = group.next.exec(rest);
  if (following && !group.verb.test(following.groups!.between!)) return true;
  if (!/[nN] ?= ?[\d,]+\)$/.test(match[0])) return false;
  const clause = clauseOf(abstract.slice(match.index, end + 260), false);
  const inBrackets = clause.match(/\((?:[Nn]) ?= ?\d/g)?.length ?? 0;
  const inAll = abstract.match(/\([nN] ?= ?\d/g)?.length ?? 0;
  return inBrackets > 1 || inAll > 2;
}

/** The text up to the end of the sentence or the next colon, without bracketed parts. */
function clauseOf(text: string, bare = true): string {
  const plain = bare ? text.replace(/\([^()]*\)/g, '').replace(/ {2,}/g, ' ') : text;
  return plain.split(/[.;:](?:\s|$)|\n/, 1)[0]!;
}

/** Contexts in which a number never counts those studied, whatever else indicates it. */
const never = {
  /** Rates, names, ranges, doses, and sets that a model was trained on. */
  head: /\b(?:every|per|out of|one in|type|phase|stage|grade|class|group|level|day|week|month|year|visit|version|table|figure|covid|trained on|tuned on|(?:million|thousand) and|\d+ (?:to|or)|\d+ and|those (?:reported )?(?:in|of|from)|(?:%|percent|per cent) of(?: the| all| these)?|exclud\w+(?: [\p{L}]+){0,6}|tested (?:with|on|in)|cloned from|died|side[- ]effects (?:were )?(?:observed|noted|seen|reported) in)\s*\(?$/iu,
  itself:
    /\b(?:additional|further|other|remaining|control|comparison|normal|matched|ineligible|previous|earlier|past|(?:million|thousand) and|genes|proteins|loci|variants)\b/i,
  tail: /^(?:['’]| (?:variants|mutations|cells|terms)\b| ?\(\d+(?:\.\d+)? ?%\)|(?: [\p{L}-]+){0,3}?,? (?:(?:were|was) (?:screened|approached|invited|excluded|deemed|ineligible|retrieved|identified from)\b|\d[\d,]* of (?:which|whom|these|them)\b))/u,
  /** `Claudin 5`: a small number after a name. */
  name: /(?<![.:;!?]\s|\n|^)\b(?!(?:In|Of|The|All|Our|From|With|For|And|Among)\b)\p{Lu}[\p{L}\d-]+ $/u,
  burden:
    /\b(?:worldwide|globally|around the world|each year|every year|annually|per year|at risk|(?:are|is|were|been) (?:affected|infected)|live with|living with|suffer\w*|(?:people|persons|individuals|patients|adults|children|women|men) (?:have|has|are) |(?:confirmed|reported) (?:\w+ )?cases(?: of COVID| with| and|,)?|deaths)\b/i,
};

const numberWord =
  'two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty';
const group = {
  next: new RegExp(
    String.raw`^(?<between>[^\d]{0,120}?)(?:,|,? and|,? or| versus| vs\.?| compared (?:with|to)| plus) (?:in |with |those of |the |a |control group of |group of |from |of )*(?:\d[\d,]*|${numberWord}) (?:[\p{L}\d/-]+ ){0,4}(?:controls?|volunteers|with|without|healthy|normal|kids|neonates|soil|sediment|patients|participants|subjects|women|samples|mice|rats)\b(?! (?:were|was|had|received|completed|died|withdrew|dropped|who|and \d+ (?:men|women)))`,
    'iu',
  ),
  verb: /\b(?:were|was|had|have|received|completed|showed|randomi[sz]ed|assigned|includ\w+|of whom|of which|died|underwent)\b/i,
};

const gathered =
  'includ(?:ed|ing|es)|enrolled|recruited|studied|comprised?|comprising|analy[sz](?:ed|ing)|followed|randomi[sz]ed|randomly (?:assigned|allocated)|examin(?:ed|ing)|evaluated|review(?:ed)?|involv(?:ed|ing)|assessed|surveyed|interviewed|tested|sequenced|screened|collected|encompass(?:es)?|identified|treated|covering|spanning|across|rank|consist(?:s|ed|ing) of|scores for|data (?:of|from|on)';
/** Texts before a number. */
const before = {
  total: /\b(?:a total of|in total,?|overall,?|in all,?|altogether)(?: of)?\s*$/i,
  gathered: new RegExp(
    String.raw`\b(?:${gathered})(?: (?:a total of|data from|data of|data on|on|of|from|in|the|these|at least|approximately|about|over|more than|nearly))*\s*$`,
    'i',
  ),
  ofSample:
    /\b(?:cohort|sample|series|survey|study|set|group|dataset|population|database|collection) (?:of|in|on|with|from|among) (?:the )?(?:approximately |about |over )?$/i,
  startsSentence: /(?:^|[.:;!?]\s?|\n|Participants|Patients|Methods|Results)$/,
  part: /\b(?:of (?:these|whom|which|them|the)|among (?:these|them)|remaining|other|additional|another|only|only in|excluded|excluding|except|each of|first|last|from each|by|controls?|all|both|least)[,\s]*$/i,
  comparison: /\b(?:versus|vs\.?|compared (?:with|to)|and|or|than|plus)\s*$/i,
  asked:
    /\b(?:among|of|from|approached|invited|eligible|screened|identified|retrieved|yielded|search\w*|found)(?: [\p{L}]+){0,3}\s*$/iu,
};
/** Texts after the counted thing. */
const behind = {
  gathered:
    /^(?: \([^()]{1,60}\))?,?(?: [\p{L}\d%-]+){0,8}? (?:were|was|have been|had been|met|participated|completed|underwent|received|enrolled|took part|agreed|responded|aged|with a (?:mean|median) age)\b/iu,
  kept: /^(?: [\p{L}\d%(),-]+){0,6}? (?:were|was|met) (?:[\p{L}]+ly )?(?:included|enrolled|recruited|analy[sz]ed|randomi[sz]ed|randomly|studied|interviewed|assessed|evaluated|deemed|eligible|revised|reviewed|collected|examined|treated)\b/iu,
  left: /^(?: [\p{L}\d%(),-]+){0,6}? (?:were (?:excluded|lost|retrieved|identified|screened|dropped|withdrawn|assigned to|in the)|withdrew|dropped out|died|had|showed|developed|experienced|reported|per)\b/iu,
  comparison:
    /^(?: [\p{L}()-]+){0,5},? (?:and|versus|vs\.?|compared with) (?:\d[\d,]*|[a-z]+teen|ten|twenty|thirty) (?:[\p{L}-]+ ){0,4}(?:controls|healthy|patients|mice|rats|women|men|volunteers|subjects|cases|without|in the)/iu,
};
