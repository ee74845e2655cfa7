import { contentStems } from '../text/stems.ts';

/**
 * Whether a sentence is exactly as certain as its evidence: it keeps hedges and negations, and takes certainty, cause,
 * direction and comparison from the source. Takes plain texts; `evidence` is the part whose words may hedge.
 */
export function certaintyHolds(sentence: string, evidence: string): boolean {
  return (
    hedges.every((doubt) => keepsDoubt(doubt, sentence, evidence)) &&
    sourceOnly.every((words) => !words.test(sentence) || words.test(evidence)) &&
    negation.test(sentence) === negation.test(evidence) &&
    directions.every((words) => directionHolds(words, sentence, evidence)) &&
    comparisonHolds(sentence, evidence)
  );
}

/** In a shortened sentence one hedge may replace several of its kind. Otherwise all must stay. */
function keepsDoubt(doubt: RegExp, sentence: string, evidence: string): boolean {
  const [said, inSource] = [count(doubt, sentence), count(doubt, evidence)];
  if (!inSource) return true;
  return said > 0 && (said >= inSource || !isWhole(sentence, evidence));
}

const count = (kind: RegExp, text: string): number => text.match(new RegExp(kind.source, 'gi'))?.length ?? 0;

function isWhole(sentence: string, evidence: string): boolean {
  const said = new Set(contentStems(sentence));
  const inSource = contentStems(evidence);
  return inSource.filter((stem) => said.has(stem)).length >= 0.8 * inSource.length;
}

const words = (list: string): RegExp => new RegExp(`\\b(?:${list})\\b`, 'i');

/** Hedges by kind. Any hedge of the same kind preserves one of the source. */
const hedges = [
  words('may|might|could|can|possib(?:le|ly|ility)|perhaps|potential(?:ly)?|would|capable of|candidates?'),
  words(
    'suggest(?:s|ed|ing|ive)?|indicat(?:e|es|ed|ing|ive)|appear(?:s|ed|ing)?(?: to)?|seem(?:s|ed|ingly)?|impl(?:y|ies|ied|ying)|hypothesi[sz]e[sd]?|hypothes[ie]s|propose[sd]?|consistent with|in line with|point(?:s|ed|ing)? to(?:ward)?|support(?:s|ed|ing)?|evidence|speculat\\w+|assum(?:e|es|ed|ing|ption)\\w*|expect(?:s|ed)?',
  ),
  words(
    'likely|unlikely|probabl[ey]|probability|presumably|putative(?:ly)?|plausibl[ey]|chance|odds|risks?|hazard',
  ),
  words(
    'preliminary|pilot|exploratory|interim|proof[- ]of[- ](?:concept|principle)|feasibility|first evidence|early evidence|tentative(?:ly)?',
  ),
  words(
    'associat(?:ed|ion|ions|es)|correlat(?:ed|ion|ions|es|ing)|linked|links?|relat(?:ed|ion|ionship|ionships|es)|predict(?:s|ed|ive|or|ors)?',
  ),
  words(
    'some|several|certain|subsets?|part(?:ly|ial|ially)?|in part|mainly|mostly|often|sometimes|occasional(?:ly)?|many|most|majority|generally|typically|usually|largely|tend(?:s|ed)? to',
  ),
  words('modest(?:ly)?|slight(?:ly)?|small|weak(?:ly)?|limited|moderate(?:ly)?|marginal(?:ly)?|minor'),
  words('only|unless|except|provided that|depend(?:s|ed|ing|ent)?(?: on)?|conditional'),
];

/** Expressions of certainty that must come from the source. */
const sourceOnly = [
  words('caus(?:e|es|ed|ing|al|ally)'),
  words(
    'due to|because(?: of)?|owing to|lead(?:s|ing)? to|led to|results? in|resulted in|resulting in|driv(?:e|es|en|ing)|drove|induc(?:e|es|ed|ing)|prevent(?:s|ed|ing)?|responsible for|trigger(?:s|ed|ing)?|mediat(?:e|es|ed|ing)|produc(?:e|es|ed|ing)',
  ),
  words('prov(?:e|es|ed|en|ing)|proof'),
  words('confirm(?:s|ed|ing)?|validat(?:e|es|ed|ing)'),
  words('establish(?:es|ed|ing)?'),
  words('always|never|every|all|any|none|invariably|universal(?:ly)?|complete(?:ly)?|entire(?:ly)?|fully'),
  words('must|should|will|need(?:s|ed)? to|recommend(?:s|ed)?'),
  words(
    'clear(?:ly)?|definit(?:e|ely|ive|ively)|certain(?:ly)?|undoubtedly|conclusive(?:ly)?|obvious(?:ly)?|unequivocal(?:ly)?|strong(?:ly)?|robust(?:ly)?|dramatic(?:ally)?|marked(?:ly)?|substantial(?:ly)?|considerabl[ey]|remarkabl[ey]',
  ),
  words('significant(?:ly)?'),
  words('cur(?:e|es|ed|ing)|guarantee[sd]?|eliminat(?:e|es|ed|ing)|eradicat\\w+|revers(?:e|es|ed|ing)'),
  words('safe(?:ly|ty)?|effective(?:ly|ness)?|efficac\\w+|successful(?:ly)?|superior(?:ity)?|optimal|ideal'),
  words(
    'first|novel|unprecedented|breakthrough|groundbreaking|revolution\\w*|best|greatest|highest|lowest|largest|state[- ]of[- ]the[- ]art|only',
  ),
  words('protect(?:s|ed|ive|ion|ing)?'),
];

/** A missing or added negation reverses the claim, so both or neither must have one. */
const negation = words(
  "no|not|cannot|neither|nor|without|none|never|absence|absent|lack(?:s|ed|ing)?|fail(?:s|ed)?(?: to)?|n't|non-?significant|insignificant|unchanged|unaffected|similar(?:ly)?|comparable|equivalent|non-?inferior(?:ity)?",
);

/** Words for up, and words for down. */
const directions = [
  words(
    'increas\\w*|rose|ris(?:e|es|en|ing)|higher|greater|more|gain(?:s|ed)?|elevat\\w+|enhanc\\w+|improv\\w+|better|longer|faster|larger|stronger|outperform\\w*|upregulat\\w+|up-regulat\\w+|superior(?:ity)?|exceed\\w*|grew|grow(?:s|n|ing|th)?|boost\\w*|raise[sd]?|accelerat\\w+',
  ),
  words(
    'decreas\\w*|fell|fall(?:s|en|ing)?|lower(?:s|ed|ing)?|reduc\\w+|fewer|less|declin\\w+|drop(?:s|ped)?|diminish\\w*|attenuat\\w+|worse\\w*|shorter|slower|smaller|weaker|inferior(?:ity)?|downregulat\\w+|down-regulat\\w+|suppress\\w*|inhibit\\w*|impair\\w*|loss|lost|block(?:s|ed|ing)?|limit(?:s|ed|ing)?|delay\\w*',
  ),
];

/** Whether each word of a direction is near a word that is also near a word of the same direction in the source. */
function directionHolds(direction: RegExp, sentence: string, evidence: string): boolean {
  const inSource = new Set(nearby(direction, evidence).flat());
  return nearby(direction, sentence).every((near) => near.some((stem) => inSource.has(stem)));
}

/** The stems of the six words around each word of a kind. */
function nearby(kind: RegExp, text: string): string[][] {
  const all = text.split(/\s+/);
  return all.flatMap((word, at) =>
    kind.test(word)
      ? [contentStems(all.slice(Math.max(0, at - 3), at + 4).join(' ')).filter((stem) => !kind.test(stem))]
      : [],
  );
}

/** Whether what is compared follows the same kind of word as in the source. */
function comparisonHolds(sentence: string, evidence: string): boolean {
  const against = (text: string): string[] =>
    [
      ...text
        .toLowerCase()
        .matchAll(
          /\b(?:than|versus|vs\.?|compared (?:with|to)|relative to|against|over)\b((?: [\w.%-]+){1,5})/g,
        ),
    ].map(([, behind = '']) => behind);
  const inSource = new Set(against(evidence).flatMap(contentStems));
  return against(sentence).every((behind) => {
    const named = contentStems(behind).filter((stem) => /^\p{L}{3}/u.test(stem));
    return !named.length || named.some((stem) => inSource.has(stem));
  });
}

/**
 * Whether every statement in the present tense is also in the present tense in the source: "reduced mortality in this
 * trial" is a report, "reduces mortality" a general law (the most common overgeneralization of generated summaries:
 * Peters and Chin-Yee 2025, Royal Society Open Science 12, 241776). Takes plain texts.
 */
export function tenseHolds(sentence: string, evidence: string): boolean {
  const inSource = presentIn(evidence);
  return [...presentIn(sentence)].every(([verb, times]) => times <= (inSource.get(verb) ?? 0));
}

/** The verbs of a text in the present tense, in one form, with their counts. */
function presentIn(text: string): Map<string, number> {
  const found = new Map<string, number>();
  for (const match of text.toLowerCase().matchAll(/[a-z'-]+/g)) {
    const [word] = match;
    const verb =
      auxiliaries.get(word) ??
      singular.get(word) ??
      (isFiniteThere(text, match.index) ? plural.get(word) : undefined);
    if (verb) found.set(verb, (found.get(verb) ?? 0) + 1);
  }
  return found;
}

/** Not after `to`, an auxiliary or an article, where the word would be an infinitive or a noun. */
const isFiniteThere = (text: string, at: number): boolean =>
  !/\b(?:to|may|might|could|can|will|would|should|shall|must|did|does|do|not|cannot|and|or|the|a|an|of|in|for|with|by|this|that|no|any|each|on|its|their|our)\s+(?:\w+ly\s+)?$/i.test(
    text.slice(Math.max(0, at - 30), at),
  );

const auxiliaries = new Map([
  ['is', 'be'],
  ['are', 'be'],
  ['has', 'have'],
  ['have', 'have'],
  ['does', 'do'],
  ['do', 'do'],
]);

/** Verbs that state findings. Excludes verbs for what a paper itself does. */
const verbs =
  `abolish accelerate accumulate achieve act activate adapt affect aggravate aid allow alleviate alter ameliorate amplify
  attenuate avoid benefit bind block boost bring cause change combat come confer constitute contain contribute control
  correct correlate cure cut decline decrease degrade delay depend determine deteriorate diminish disrupt double drive
  eliminate enable encode encourage enhance ensure eradicate exacerbate exceed exert exhibit express facilitate fail fall
  favour favor form function gain generate give go govern grow halt harm heal help hinder impact impair impede improve
  increase induce influence inhibit interact interfere involve keep kill lack last lead limit link lower lose maintain make
  match mediate mitigate modulate motivate need normalise normalize occur offer outperform outweigh overcome perform
  persist play possess predict preserve prevent produce progress prolong promote protect prove provide raise react reach
  recover reduce regress regulate rely remain remove repair replace require rescue resist respond restore result reverse
  rise save sensitise sensitize serve shape shift shorten slow solve speed stabilise stabilize stimulate stop strengthen
  support suppress surpass sustain target tend tolerate transform treat trigger underlie undergo underperform unlock
  vary weaken work worsen yield`
    .split(/\s+/)
    .filter(Boolean);

const singular = new Map(
  verbs.map((verb) => [
    /(?:[sxz]|ch|sh|o)$/.test(verb)
      ? `${verb}es`
      : /[^aeiou]y$/.test(verb)
        ? `${verb.slice(0, -1)}ies`
        : `${verb}s`,
    verb,
  ]),
);
const plural = new Map(verbs.map((verb) => [verb, verb]));
