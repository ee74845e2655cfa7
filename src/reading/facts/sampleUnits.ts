import { wordsOfTens as tens, wordsOfUnits as units } from '../text/words.ts';

const inWords = `(?:${tens.join('|')})(?:[- ](?:${units.slice(0, 9).join('|')}))?|${[...units].reverse().join('|')}`;

/** The words with which spelled-out numbers begin. */
const numberWords = [...tens, ...units].join('|');

/**
 * A number of things as abstracts write it: `1,040`, `3.2 million`, `Sixty-three`, `seventeen (17)`. Has named groups.
 */
const numberPattern = String.raw`(?:(?<many>\d+(?:\.\d+)?) (?<power>million|billion)|(?<figure>\d{1,3}(?:,\d{3})+|\d{1,3} \d{3}(?= )|\d{1,7})|\b(?:(?<hundreds>${units.slice(0, 9).join('|')}) hundred(?: and)? ?)?(?:(?<words>${inWords})(?: (?<power2>thousand|million))?)?(?<=[a-z])(?: \((?<again>\d+)\))?)`;

const powers: Record<string, number> = { thousand: 1e3, million: 1e6, billion: 1e9 };

/** The number in the groups of `numberPattern`; null if they contradict each other or contain none. */
export function numberIn(groups: Record<string, string | undefined>): number | null {
  const { figure, many, power, hundreds, words, power2, again } = groups;
  if (figure) return Number(figure.replaceAll(/[, ]/g, ''));
  if (many && power) return Math.round(Number(many) * powers[power.toLowerCase()]!);
  if (!words && !hundreds) return null;
  const small = (words?.toLowerCase().split(/[- ]/) ?? []).reduce((sum, one) => sum + valueOfWord(one), 0);
  const whole =
    ((hundreds ? valueOfWord(hundreds.toLowerCase()) * 100 : 0) + small) *
    (power2 ? powers[power2.toLowerCase()]! : 1);
  return again && Number(again) !== whole ? null : whole;
}

const valueOfWord = (word: string): number =>
  units.includes(word) ? units.indexOf(word) + 1 : tens.includes(word) ? (tens.indexOf(word) + 2) * 10 : 0;

/** Units of study: people first, then animals, then things. */
const persons =
  'patients?|participants|individuals|adults|children|infants|newborns|neonates|women|men|woman|man|volunteers|subjects|persons|people|residents|households|students|teachers|respondents|adolescents|pregnancies|cases|donors|physicians|doctors|nurses|workers|HCWs|youths?|veterans|survivors|pairs|dyads|twins|schoolchildren|boys|girls|mothers|recipients|diplomats|inmates|soldiers|athletes|caregivers|parents|employees|professionals|inpatients|outpatients|members|carriers|year olds|females|males|clinicians|neurologists|psychiatrists|surgeons|radiologists|farmers|inhabitants|migraineurs|hospitali[sz]ations|admissions';
const others =
  'dogs|mice|rats|cats|cows|pigs|rabbits|monkeys|macaques|horses|calves|lambs|sheep|birds|fish|animals|samples|isolates|genomes|sequences|eyes|specimens|accessions|records|screens|endoscopies|reports|biopsies|articles|studies|trials|publications|papers|MRIs|scans|images|videos|narratives|larynges|hearts|knees|teeth|tumou?rs|plots|strains|drugs|compounds|benchmarks|datasets|tasks|tables|pathways|GEMs|models|instances';
export const unit = `${persons}|${others}`;
const between = String.raw`(?:(?!(?:and|or|of|to|with|were|was|had|in|for|from|at|by|the|than|as|versus|vs|per|among|between|during|since|until|after|before|into|who|which|that|describing|more|less|out)\b|(?:years?|months?|weeks?|days?|hours?|minutes|min|mg|µg|μg|ug|kg|ng|ml|mL|mm|cm|µm|nm|km|mmol|µM|μM|nM|mM|IU|Hz|Gy|bp|kb|items|genes|cells|times|points|doses|percent)\b|\d+(?:[.,]\d+)*[ %])[\p{L}\d][\p{L}\d/–'’-]* ){0,4}`;
const share = String.raw`(?: ?\(\d+(?:\.\d+)?%\))?`;

/** A number of things, with the text before and after it. */
const counted = new RegExp(
  String.raw`(?<![\d=<>≤≥–-] ?)(?<!\d[.,])(?<!\.)(?<![A-Za-z]-?)(?<!(?<!\d)\/)(?:${numberPattern})(?<share>${share}) ${between}(?:and (?:their )?${between})??(?<unit>${unit})\b(?! (?:per|of age)\b)`,
  'iuy',
);
/** A text with more numbers of things is a table. */
const matchesAtMost = 200;
/** A place where a number may begin. */
const numberStart = new RegExp(
  String.raw`\d+(?:[.,]\d+)*|(?<![\p{L}\d])(?:${numberWords})(?![\p{Ll}])`,
  'giu',
);

/** Every number of things, from left to right. */
export function countedIn(abstract: string): RegExpExecArray[] {
  const found: RegExpExecArray[] = [];
  let end = 0;
  for (const { index } of abstract.matchAll(numberStart)) {
    if (index < end) continue;
    counted.lastIndex = index;
    const match = counted.exec(abstract);
    if (!match) continue;
    found.push(match);
    if (found.length === matchesAtMost) break;
    end = index + match[0].length;
  }
  return found;
}

/** `(n = 412)` after the counted things. */
export const inBrackets = new RegExp(
  String.raw`(?<unit>${unit}|(?<![\p{Ll}-])[\p{Ll}-]{4,60}s)(?: [\p{L}-]+){0,4}? \((?:total )?[nN] ?= ?(?<figure>\d{1,3}(?:,\d{3})+|\d{1,7})\)`,
  'gu',
);
/** `design (N = 16)`: the text names those studied elsewhere. */
export const ofStudy =
  /\b(?:design|study|trial|sample|cohort|survey|surveillance|analysis|total)(?: [\p{L}-]+){0,5} \(?(?:total )?[nN] ?= ?(?<figure>\d{1,3}(?:,\d{3})+|\d{1,7})(?=[);,])/gu;

/** `a total of n = 717 patients`, and `(n = 1,114)` if it is the only one of an abstract. */
export const equalTo = new RegExp(
  String.raw`\b[nN] ?= ?(?<figure>\d{1,3}(?:[, ]\d{3})+|\d{1,7}) ${between}(?<unit>${unit})\b`,
  'gu',
);
export const onlyEqual = /\([nN] ?= ?(?<figure>\d{1,3}(?:[, ]\d{3})+|\d{1,7})\)/g;

/** `(total = 24)`: the text before names those studied. */
export const total = /\((?:total|altogether) ?= ?(?<figure>\d{1,7})\)/gi;

/** Whether the counted thing, in the words of `unit`, is a person. */
export const isPerson = (thing: string): boolean => personUnit.test(thing);
const personUnit = new RegExp(`^(?:${persons})$`, 'i');
export const animalUnit =
  /^(?:dogs|mice|rats|cats|cows|pigs|rabbits|monkeys|macaques|horses|calves|lambs|sheep|birds|fish|animals)$/;
export const workUnit = /^(?:articles|studies|trials|publications|papers|records|reports)$/;
