import { contentStems } from '../text/stems.ts';
import { figuresOf } from './numbers.ts';

/**
 * Whether a sentence keeps who or what was studied: it names every species, preparation and group of people of its
 * evidence, names none that the paper lacks, and says so if the work is on animals or cells alone. Takes plain texts;
 * `paper` is title and abstract.
 */
export function scopeHolds(sentence: string, evidence: string, paper: string): boolean {
  const said = groupsIn(sentence);
  const proved = groupsIn(evidence);
  const studied = groupsIn(paper);
  const kept = (group: Group): boolean =>
    said.has(group) ||
    (group.kind === 'people' && !group.narrow && some(said, ({ kind }) => kind === 'people'));
  const invented = (group: Group): boolean =>
    !studied.has(group) &&
    !(group.kind === 'people' && !group.narrow && some(studied, ({ kind }) => kind === 'people'));

  if (some(said, invented)) return false;
  if (some(proved, (group) => !kept(group))) return false;
  const bench = [...studied].filter(({ kind }) => kind === 'animal' || kind === 'cells');
  const people = some(studied, ({ kind }) => kind === 'people');
  if (bench.length && !people && !bench.some((group) => said.has(group))) return false;
  const inFigures = sentence.replace(/\b(?:two|three|four|five|six|seven|eight|nine|ten|twelve)\b/gi, '2');
  return limits.every((limit) => !limit.test(evidence) || limit.test(inFigures));
}

/**
 * Whether what tells a population from others is in the evidence: the word before it, and the one behind `with`: `younger
 * children`, `patients with asthma`.
 */
export function populationHolds(sentence: string, evidence: string): boolean {
  const known = new Set(contentStems(evidence));
  return [...sentence.matchAll(population)].every(({ index, 1: behind = '' }) => {
    const before = sentence
      .slice(Math.max(0, index - 40), index)
      .trim()
      .split(' ')
      .at(-1)!;
    return [before, behind].every((word) => {
      const [stem] = figuresOf(word).length > 0 ? [] : contentStems(word);
      return !stem || !/^\p{L}{4}/u.test(stem) || known.has(stem);
    });
  });
}
const population =
  /\b(?:patients|participants|children|women|men|adults|infants|subjects|volunteers|individuals|mice|rats|mothers)\b(?: (?:with|without|aged|over|under) ([\w-]+))?/gi;

interface Group {
  kind: 'animal' | 'cells' | 'computed' | 'people';
  /** Whether the group must be named itself: “people” does not stand for children. */
  narrow: boolean;
  words: RegExp;
}

const group = (kind: Group['kind'], words: string, narrow = true): Group => ({
  kind,
  narrow,
  words: new RegExp(`\\b(?:${words})\\b`, 'i'),
});

const groups: Group[] = [
  group('animal', 'mouse|mice|murine'),
  group('animal', 'rats?'),
  group('animal', 'rodents?'),
  group('animal', 'zebrafish|danio'),
  group('animal', 'drosophila|fruit fl(?:y|ies)|flies'),
  group('animal', 'c\\. elegans|caenorhabditis|nematodes?|worms?'),
  group('animal', 'monkeys?|macaques?|marmosets?|baboons?|non-?human primates?'),
  group('animal', 'pigs?|piglets?|porcine|swine|minipigs?'),
  group('animal', 'dogs?|canines?|beagles?'),
  group('animal', 'cats?|felines?'),
  group('animal', 'rabbits?'),
  group('animal', 'ferrets?'),
  group('animal', 'hamsters?'),
  group('animal', 'guinea pigs?'),
  group('animal', 'sheep|ovine|lambs?|goats?'),
  group('animal', 'cattle|bovine|cows?|calves|calf'),
  group('animal', 'chickens?|chicks?|poultry|birds?'),
  group('animal', 'xenopus|frogs?'),
  group('animal', 'animals?|in vivo models?'),
  group('cells', 'in vitro'),
  group('cells', 'ex vivo'),
  group('cells', 'cell lines?|cultured \\w+|cell cultures?'),
  group('cells', 'organoids?|spheroids?'),
  group('cells', 'xenografts?'),
  group('cells', 'yeasts?|saccharomyces'),
  group('cells', 'e\\. coli|escherichia'),
  group('computed', 'in silico'),
  group('computed', 'simulations?|simulated|simulating'),
  group(
    'people',
    'patients?|participants?|people|persons?|individuals?|subjects?|humans?(?!-)|volunteers?|respondents?|adults?',
    false,
  ),
  group('people', 'children|child|paediatric|pediatric|schoolchildren|boys|girls|toddlers?'),
  group('people', 'adolescents?|teenagers?|youths?|young people'),
  group('people', 'infants?|neonat\\w+|newborns?|bab(?:y|ies)|preterm'),
  group('people', 'women|woman|females?|mothers?|maternal'),
  group('people', 'men|man|males?|fathers?'),
  group('people', 'pregnan\\w+|gestation\\w*'),
  group('people', 'elderly|older (?:adults|people|patients|persons|women|men)|aged \\d+'),
  group(
    'people',
    'healthy (?:\\w+ )?(?:volunteers?|adults?|controls?|individuals?|participants?|subjects?|men|women)',
  ),
  group('people', 'veterans?|soldiers?'),
  group('people', 'students?'),
  group('people', 'survivors?'),
  group('people', 'athletes?'),
];

/** Other limits on a claim. A sentence must state those of its evidence. */
const limits = [
  /\bin (?:this|our|the (?:present|current|same)|these|a single|one) (?:\w+ )?(?:cohorts?|samples?|study|stud(?:y|ies)|models?|datasets?|series|populations?|trials?|settings?|centres?|centers?|hospitals?)\b/i,
  /\bsingle[- ](?:cent(?:er|re)|arm|patient|case|institution)\b/i,
  /\b(?:pre-?clinical(?:ly)?)\b/i,
  /\b(?:post[- ]hoc|subgroup|secondary analys[ie]s|interim)\b/i,
  /\b(?:case reports?|case series)\b/i,
  /\bretrospective(?:ly)?\b/i,
  /\b(?:cross-sectional|observational)\b/i,
  /\b(?:short[- ]term|(?:after|at) \d+ (?:days|weeks|months|hours)|\d+ (?:days|weeks|months|hours) (?:after|post))\b/i,
];

const groupsIn = (text: string): ReadonlySet<Group> =>
  new Set(groups.filter(({ words }) => words.test(text)));

const some = (set: ReadonlySet<Group>, test: (group: Group) => boolean): boolean => [...set].some(test);
