import { readFileSync } from 'node:fs';
import { sentenceAround, sentencesOf, wordsOfSentence } from '../text/sentences.ts';
import type { PaperFacts, ReadableWork } from '../text/summary.ts';
import { learnedOf, wordsOf } from '../text/words.ts';
import { softmaxOf } from '../worth/roles.ts';
import { type Design, type DesignName, designCues, designNames, namedDesignOf } from './designNames.ts';
import { type SampleSize, sampleSizeOf, sizeInTitle } from './sampleSize.ts';

/** A number of a trial registry, in the registry's format. */
const registration =
  /\b(?:NCT\d{8}|ISRCTN\d{8}|CRD\d{11}|ChiCTR-?\w{6,14}|EudraCT[ :]*\d{4}-\d{6}-\d{2}|ACTRN\d{14})\b/;

/** `Funding: …`, or a sentence that names the funding. */
const funding =
  /(?:^|\n)(?:Funding|FUNDING|Funding sources?):? ?(?<section>[^\n]{10,300})|(?<=[.!?]\s)(?<sentence>[^.!?\n]{0,120}\b(?:[Ff]unded by|[Ss]upported by grants?|[Ss]ponsored by)\b[^.\n]{3,200}\.)/;
const interests =
  /(?:^|\n|[.!?]\s)(?:(?:Competing|Conflicts? of|Declarations? of) [Ii]nterests?(?: [Ss]tatement)?|COMPETING INTERESTS?):? ?(?<said>[^\n]{4,300})/;
/** A single patient, in words. */
const onePatient =
  /\b[Aa]n? (?:\w+ )?(?:\d+|\w+)-(?:year|month|day|week)s?-old (?:[\w-]+ ){0,3}(?<unit>woman|man|girl|boy|infant|child|patient|male|female)\b/;

/**
 * The facts by which a reader judges a paper, as far as its record or abstract state them, each with the words that do.
 * Leaves out the rest.
 */
export function factsOf(work: ReadableWork): PaperFacts {
  const text = work.abstract ?? '';
  const design = designOf(work);
  const n =
    sizeInTitle(work.title) ||
    (text && sampleSizeOf(text)) ||
    (design?.name === 'case report' ? single(text) : null);
  const told = populationOf(work.title, text);
  // If an animal study mentions patients, they were not the ones studied.
  const population = told && isPeople(told) && design?.name === 'animal study' ? null : told;
  const registered = registration.exec(text)?.[0];
  const paid = funding.exec(text)?.groups;
  const declared = interests.exec(text)?.groups?.said;
  return {
    ...(design && { design }),
    ...(n && design?.name !== 'review' && { n }),
    ...(population && { population }),
    ...(registered && { registration: registered }),
    ...(paid && { funding: (paid.section ?? paid.sentence)!.trim() }),
    ...(declared && { interests: declared.trim() }),
  };
}

function single(abstract: string): SampleSize | null {
  const found = onePatient.exec(abstract);
  return found && { value: 1, unit: found.groups!.unit!, quote: found[0] };
}

/** The learned weights of designs, in the order of `designClasses`. */
export interface DesignFigures {
  /** The words and pairs of words of titles and abstracts, in units of `scale`. */
  words: { scale: number; weights: Record<string, number[]> };
  /** The features of `designFeatures`. */
  cues: { bias: number[]; weights: Record<string, number[]> };
}

/** `other` is a design that is not in the list. */
export const designClasses = [...designNames, 'other'] as const;

let figures: DesignFigures | undefined;
/** Read on first use, because only composing digests needs it and it takes most of a megabyte. */
const learnedDesigns = (): DesignFigures =>
  (figures ??= JSON.parse(readFileSync(new URL('design.json', import.meta.url), 'utf8')) as DesignFigures);

/** Minimum probability for a design to be stated. */
const leastChance = 0.35;

/** The design of a work; null if neither its type nor its text states it clearly. */
export function designOf(work: ReadableWork): Design | null {
  const named = namedDesignOf(work);
  if (named || !work.abstract) return named;
  const name = likelyDesign(work, learnedDesigns());
  return name === 'other'
    ? null
    : { name, quote: clearest(work.title, work.abstract, designClasses.indexOf(name)) };
}

/** The most likely design by the learned weights; `other` if none is likely. */
export function likelyDesign(
  work: Omit<ReadableWork, 'publicationTypes'>,
  { words, cues }: DesignFigures,
): (typeof designClasses)[number] {
  const ofCues = sumOf(designFeatures(work), cues);
  const ofWords = sumOfWords(designWords(work.title, work.abstract ?? ''), words);
  const chances = softmaxOf(ofCues.map((sum, at) => sum + ofWords[at]!));
  const text = `${work.title}. ${work.abstract ?? ''}`;
  for (const [design, evidence] of needed)
    if (!evidence.test(text)) chances[designClasses.indexOf(design)] = 0;
  const best = chances.indexOf(Math.max(...chances));
  return chances[best]! < leastChance ? 'other' : designClasses[best]!;
}

/** Animals that are rarely studied. They count as evidence, but are too rare to learn from. */
const otherAnimals =
  /\b(?:non-?human primates?|cynomolgus|rhesus|marmosets?|voles?|rodents?|canine|feline|porcine|bovine|ovine|equine|horses?|goats?|calves|broilers?|xenopus|bats|worms|mosquito(?:es)?|guinea pigs?|animal models?|mouse models?)\b/;

const sourcesOf = (names: readonly string[]): string[] => names.map((name) => designCues[name]!.source);
const orWhole = (...names: string[]) => new RegExp([...sourcesOf(names), '[^]{400}'].join('|'), 'i');
/** Evidence that a text must contain for these designs. */
const needed: readonly (readonly [design: DesignName, evidence: RegExp])[] = [
  // Papers on patients' cells and on tumors sound like those on mice. Without an animal, none was studied.
  [
    'animal study',
    new RegExp([...sourcesOf(['animal', 'animal2', 'animal3']), otherAnimals.source].join('|'), 'i'),
  ],
  // A few words do not mention patients or methods either; a whole abstract without them is more likely a review.
  ['review', orWhole('review', 'review2', 'reviewInTitle')],
  ['computational study', orWhole(...[1, 2, 3, 4, 5].map((at) => `computational${at > 1 ? at : ''}`))],
];

const cues = Object.entries(designCues).map(([name, pattern]) => ({
  name,
  pattern,
  isOfTitle: name.endsWith('InTitle'),
}));

/** How often each of `cues` occurs in a text, or in its title for cues of titles. Both are in lower case. */
const countCues = (text: string, title: string, atMost: number): number[] =>
  cues.map(({ pattern, isOfTitle }) =>
    Math.min(atMost, (isOfTitle ? title : text).match(pattern)?.length ?? 0),
  );

/** The sentence whose cues and words are the strongest evidence for a design. */
function clearest(title: string, abstract: string, design: number): string {
  const learned = learnedDesigns();
  const { scale, weights: ofWords } = learned.words;
  const weights = cues.map(({ name }) => Math.max(0, learned.cues.weights[name]?.[design] ?? 0));
  const weightIn = (text: string, words: readonly string[], isTitle: boolean): number => {
    const said = telling(words).reduce((sum, one) => sum + (learnedOf(ofWords, one)?.[design] ?? 0), 0);
    const lower = text.toLowerCase();
    const counts = countCues(lower, isTitle ? lower : '', 1);
    let sum = (said * scale) / 20;
    for (let at = 0; at < counts.length; at++) if (counts[at]) sum += weights[at]!;
    return sum;
  };
  let best = { text: title, value: weightIn(title, wordsOf(title), true) };
  for (const sentence of sentencesOf(abstract)) {
    const value = weightIn(sentence.text, wordsOfSentence(sentence), false);
    if (value > best.value) best = { text: sentence.text, value };
  }
  return best.text;
}

/** The features of a design besides words: counts of cues, and the source. */
export function designFeatures({
  title,
  abstract,
  source,
}: Omit<ReadableWork, 'publicationTypes'>): [name: string, value: number][] {
  const counts = countCues(`${title}. ${abstract ?? ''}`.toLowerCase(), title.toLowerCase(), 3);
  const features: [string, number][] = [];
  for (const [at, { name, isOfTitle }] of cues.entries())
    if (counts[at]) features.push([name, isOfTitle ? counts[at] : counts[at] / 1.5]);
  if (source) features.push([source, 1]);
  return features;
}

const wordsAtMost = 400;
/** Those words of a text from which designs are learned. */
const telling = (words: readonly string[]): readonly string[] =>
  words.filter((word) => !/^[<>±]$/.test(word)).slice(0, wordsAtMost);

/** The words and pairs of words of title and abstract, as in the learned figures. Those of the title come twice, once marked. */
export function designWords(title: string, abstract: string): ReadonlySet<string> {
  const found = new Set<string>();
  const add = (words: readonly string[], mark: string) => {
    for (const [at, one] of words.entries()) {
      found.add(mark + one);
      if (at + 1 < words.length) found.add(`${mark}${one} ${words[at + 1]}`);
    }
  };
  const head = telling(wordsOf(title));
  add(head, '');
  add(head, 't:');
  add(telling(wordsOf(abstract)), '');
  return found;
}

/** The sum is divided by the number of known words, so that a long abstract weighs no more than a short one. */
function sumOfWords(words: ReadonlySet<string>, { scale, weights }: DesignFigures['words']): number[] {
  const known = [...words].map((word) => learnedOf(weights, word)).filter((own) => own !== undefined);
  const size = scale / Math.sqrt(Math.max(1, known.length));
  const sums = designClasses.map(() => 0);
  for (const own of known) for (let at = 0; at < sums.length; at++) sums[at]! += own[at]!;
  return sums.map((sum) => sum * size);
}

function sumOf(features: readonly [string, number][], { bias, weights }: DesignFigures['cues']): number[] {
  const known = features.map(([name, value]) => ({ value, own: weights[name] }));
  return bias.map((base, at) => known.reduce((sum, { value, own }) => sum + value * (own?.[at] ?? 0), base));
}

/** Who or what was studied, with the words that state it. */
export type Population = { name: string; quote: string };

/** Words that identify each kind. A text is searched in the order of the kinds. */
const kinds: readonly (readonly [name: string, words: RegExp])[] = [
  ['preterm infants', /\b(?:preterm|very low birth ?weight) (?:infants|newborns|neonates|babies)\b/i],
  ['newborns', /\b(?:newborns|neonates|neonatal (?:patients|unit))\b/i],
  ['infants', /\binfants\b/i],
  ['pregnant women', /\bpregnant (?:women|people|patients)\b/i],
  ['adolescents', /\b(?:adolescents|teenagers)\b/i],
  ['children', /\b(?:children|schoolchildren|pa?ediatric patients)\b/i],
  ['older adults', /\b(?:older|elderly) (?:adults|people|patients|persons|individuals)\b/i],
  ['healthy volunteers', /\bhealthy (?:\w+ )?(?:volunteers|subjects|participants|adults)\b/i],
  ['healthcare workers', /\bhealth ?care (?:workers|professionals)\b/i],
  ['students', /\b(?:medical |undergraduate |university )?students\b/i],
  ['women', /\bwomen\b/i],
  ['men', /\bmen\b/i],
  ['patients', /\bpatients\b/i],
  ['adults', /\badults\b/i],
  ['mice', /\b(?:mice|mouse)\b/i],
  ['rats', /\brats?\b/i],
  ['zebrafish', /\bzebrafish\b/i],
  ['fruit flies', /\b(?:Drosophila|fruit fl(?:y|ies))\b/],
  ['C. elegans', /\b(?:C\. elegans|Caenorhabditis elegans)\b/],
  ['monkeys', /\b(?:macaques?|rhesus|monkeys?|marmosets?)\b/i],
  ['pigs', /\b(?:pigs|piglets|swine)\b/i],
  ['dogs', /\bdogs\b/i],
  ['cats', /\bcats\b/i],
  ['rabbits', /\brabbits\b/i],
  ['yeast', /\b(?:yeast|Saccharomyces)\b/i],
  ['E. coli', /\b(?:E\. coli|Escherichia coli)\b/],
  [
    'human cells',
    /\b(?:HEK ?293T?|HeLa|A549|human (?:\w+ )?(?:cells|organoids|keratinocytes|fibroblasts))\b/,
  ],
];
const people = new Set(kinds.slice(0, 14).map(([name]) => name));
/** Whether a population is of people. */
export const isPeople = ({ name }: Population): boolean => people.has(name);

const counting =
  /\b(?:in|among|from|with|of|included|enrolled|recruited|studied|randomi[sz]ed|using|\d[\d,]*|ANIMALS:?) (?:[\p{L}\d,-]+ ){0,3}$/iu;

/**
 * Who or what was studied, if the title names it or the abstract counts or enrolls it; null if that is not clear. An
 * abstract with people and animals is ambiguous, so only its title decides.
 */
export function populationOf(title: string, abstract: string): Population | null {
  const inTitle = kinds.find(([, words]) => words.test(title));
  if (inTitle) return { name: inTitle[0], quote: title };
  const told = kinds.filter(([, words]) => {
    const found = words.exec(abstract);
    return found !== null && counting.test(abstract.slice(Math.max(0, found.index - 60), found.index));
  });
  const [first] = told;
  if (!first || told.some(([name]) => people.has(name) !== people.has(first[0]))) return null;
  const found = first[1].exec(abstract)!;
  return { name: first[0], quote: sentenceAround(abstract, found.index) };
}
