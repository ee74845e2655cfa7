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
    keepsSameness(sentence, evidence) &&
    keepsSameness(evidence, sentence) &&
    negatedHolds(sentence, evidence) &&
    directions.every((words, at) => directionHolds(words, directions[1 - at]!, [sentence, evidence])) &&
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
    'associat(?:ed|ion|ions|es)|(?:went|goes|go) with|along with|correlat(?:ed|ion|ions|es|ing)|linked|links?|relat(?:ed|ion|es)|predict(?:s|ed|ive|or|ors)?',
  ),
  words(
    'some|several|certain|subsets?|part(?:ly|ial|ially)?|in part|mainly|mostly|often|sometimes|occasional(?:ly)?|many|most|majority|generally|typically|usually|largely|tend(?:s|ed)? to',
  ),
  words('modest(?:ly)?|slight(?:ly)?|small|weak(?:ly)?|limited|moderate(?:ly)?|marginal(?:ly)?|minor'),
  words('only|just|solely|alone|unless|except|provided that|depend(?:s|ed|ing|ent)?(?: on)?|conditional'),
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
  words(
    'always|never|every|(?<!above )all|any|none|invariably|universal(?:ly)?|complete(?:ly)?|entire(?:ly)?|fully',
  ),
  words('must|should|will|need(?:s|ed)? to|recommend(?:s|ed)?'),
  words(
    'clear(?:ly)?|definit(?:e|ely|ive|ively)|certain(?:ly)?|undoubtedly|conclusive(?:ly)?|obvious(?:ly)?|unequivocal(?:ly)?|strong(?:ly)?|robust(?:ly)?|dramatic(?:ally)?|marked(?:ly)?|substantial(?:ly)?|considerabl[ey]|remarkabl[ey]',
  ),
  words('significant(?:ly)?'),
  words('cur(?:e|es|ed|ing)|guarantee[sd]?|eliminat(?:e|es|ed|ing)|eradicat\\w+|revers(?:e|es|ed|ing)'),
  words('safe(?:ly|ty)?|effective(?:ly|ness)?|efficac\\w+|successful(?:ly)?|superior(?:ity)?|optimal|ideal'),
  words(
    'first|novel|unprecedented|breakthrough|groundbreaking|revolution\\w*|best|greatest|highest|lowest|largest|state[- ]of[- ]the[- ]art',
  ),
  words('protect(?:s|ed|ive|ion|ing)?'),
  words('only|just|solely|alone|exclusively|single'),
];

/** A missing or added negation reverses the claim, so both or neither must have one. */
const negation = words(
  "no|not|cannot|neither|nor|without|none|never|absence|absent|lack(?:s|ed|ing)?|fail(?:s|ed)?(?: to)?|n't|non-?significant|insignificant|unchanged|unaffected|non-?inferior(?:ity)?",
);

/** A likeness is told as one, or as no difference. */
const sameness = words('similar(?:ly)?|comparable|equivalent|equal(?:s|ly)?|same|as \\w+ as|alike');
const keepsSameness = (sentence: string, evidence: string): boolean =>
  !sameness.test(evidence) || sameness.test(sentence) || negation.test(sentence);

/** Words for up, and words for down. */
export const directions = [
  words(
    'increas\\w*|rose|ris(?:e|es|en|ing)|higher|greater|more|gain(?:s|ed)?|elevat\\w+|enhanc\\w+|improv\\w+|better|longer|prolong\\w*|faster|larger|stronger|outperform\\w*|upregulat\\w+|up-regulat\\w+|superior(?:ity)?|exceed\\w*|grew|grow(?:s|n|ing|th)?|boost\\w*|raise[sd]?|accelerat\\w+',
  ),
  words(
    'decreas\\w*|fell|fall(?:s|en|ing)?|lower(?:s|ed|ing)?|reduc\\w+|fewer|less|declin\\w+|drop(?:s|ped)?|diminish\\w*|attenuat\\w+|worse\\w*|shorter|slower|smaller|weaker|inferior(?:ity)?|downregulat\\w+|down-regulat\\w+|suppress\\w*|inhibit\\w*|impair\\w*|loss|lost|block(?:s|ed|ing)?|limit(?:s|ed|ing)?|delay\\w*',
  ),
];

/**
 * Whether each word of a direction is near a word that is also near a word of the same direction in the source, and whether
 * what it tells of has no word of the other direction closer to it there.
 */
function directionHolds(direction: RegExp, opposite: RegExp, [sentence, evidence]: [string, string]) {
  const inSource = new Set(nearby(direction, evidence).flat());
  const there = evidence.split(/\s+/);
  const stemsThere = there.map((word) => contentStems(word)[0]);
  const distance = (kind: RegExp, at: number): number =>
    there.reduce(
      (least, word, place) => (kind.test(word) ? Math.min(least, Math.abs(place - at)) : least),
      99,
    );
  const isTurned = (stem: string): boolean => {
    const places = stemsThere.flatMap((one, at) => (one === stem ? at : []));
    return places.length > 0 && places.every((at) => distance(opposite, at) < distance(direction, at));
  };
  const all = sentence.split(/\s+/);
  const told = all.flatMap((word, at) =>
    direction.test(word) ? contentStems(all.slice(at + 1, at + 3).join(' ')).slice(0, 1) : [],
  );
  return (
    nearby(direction, sentence).every((near) => near.some((stem) => inSource.has(stem))) &&
    !told.some(isTurned)
  );
}

/** The stems of the twelve words around each word of a kind. */
function nearby(kind: RegExp, text: string): string[][] {
  return text.split(/[,;:]\s|\b(?:but|while|whereas|although)\b/).flatMap((part) => {
    const all = part.trim().split(/\s+/);
    return all.flatMap((word, at) =>
      kind.test(word)
        ? [contentStems(all.slice(Math.max(0, at - 6), at + 7).join(' ')).filter((stem) => !kind.test(stem))]
        : [],
    );
  });
}

/** Names of two or three capitals as words of their own, because `US` and `ON` are also common words. */
const withNames = (text: string): string => text.replace(/\b\p{Lu}{2,3}\b/gu, (name) => name + name);

/** Whether what is denied is also denied in the source: a word of it, and each name in capitals. */
function negatedHolds(sentence: string, evidence: string): boolean {
  const denied = (text: string) =>
    [
      ...withNames(text).matchAll(/\b(?:not|without|never|neither|nor|no)\b((?:[ (/]+[^\s,;.()]+){1,8})/gi),
    ].map(([, behind = '']) => behind);
  const inSource = new Set(denied(evidence).flatMap(contentStems));
  return denied(sentence).every((behind) => {
    const stems = contentStems(behind);
    const names = behind.match(/(?<![\w-])\p{Lu}{4,}(?![\w-])/gu) ?? [];
    return (
      inSource.size === 0 ||
      ((stems.length === 0 || stems.some((stem) => inSource.has(stem))) &&
        names.every((name) => inSource.has(name.toLowerCase())))
    );
  });
}

/** What follows the noun that something is compared with. */
const afterNoun =
  /(?<=[\p{L}\d]{2}.{0,60}) (?:(?<!(?:those|children|patients|women|people|subjects|participants) )with|in|for|by|after|under|at|to|but|while|when|that|which|over)\b.*$/su;

/** Who takes part, which does not tell one side of a comparison from the other. */
const common = new Set(
  contentStems(
    'patients participants people children women men mothers infants adults subjects group groups those others samples cells mice rates models images methods',
  ),
);

/** Whether what is compared follows the same kind of word as in the source, with all that tells it from the other side. */
function comparisonHolds(sentence: string, evidence: string): boolean {
  const against = (text: string): string[] =>
    [
      ...withNames(text)
        .toLowerCase()
        .matchAll(
          /\b(?:than|versus|vs\.?|compar(?:ed|ison) (?:with|to)|relative to|against|over|outperform(?:s|ed|ing)?)\b(?! ?(?:[\d~<>]|double|twice|half|one|two|three))((?:[ (/]+[^\s,;()]+){1,8})/g,
        ),
    ].map(([, behind = '']) => behind.replace(afterNoun, ''));
  const inSource = new Set(against(evidence).flatMap(contentStems));
  const anywhere = new Set(contentStems(withNames(evidence)));
  return against(sentence).every((behind) => {
    const named = contentStems(behind).filter((stem) => /^\p{L}/u.test(stem));
    const telling = named.filter((stem) => !common.has(stem) && anywhere.has(stem)).slice(0, 3);
    return (
      !named.length ||
      !inSource.size ||
      ((named.every((stem) => common.has(stem)) ? named : named.filter((stem) => !common.has(stem))).some(
        (stem) => inSource.has(stem),
      ) &&
        telling.every((stem) => inSource.has(stem)))
    );
  });
}

/**
 * Whether the source has a statement in the present tense for every one of the sentence, by the same verb or another: "reduced mortality in this
 * trial" is a report, "reduces mortality" a general law (the most common overgeneralization of generated summaries:
 * Peters and Chin-Yee 2025, Royal Society Open Science 12, 241776). Takes plain texts.
 */
export function tenseHolds(sentence: string, evidence: string): boolean {
  const inSource = presentIn(evidence);
  let [more, left] = [0, 0];
  for (const [verb, times] of presentIn(sentence)) more += Math.max(0, times - (inSource.get(verb) ?? 0));
  for (const [verb, times] of inSource) left += Math.max(0, times - (presentIn(sentence).get(verb) ?? 0));
  return more <= left;
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
  increase induce influence inhibit interact interfere involve keep kill lack last limit link lower lose maintain make
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
