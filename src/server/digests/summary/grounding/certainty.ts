import { contentStems } from '../text/stems.ts';

/**
 * Whether a sentence is as sure as what it rests on, and no surer: hedges and negations survive, and certainty, cause,
 * direction and comparison come from the source. Takes plain texts; `evidence` is the part that the words may hedge.
 */
export function certaintyHolds(sentence: string, evidence: string): boolean {
  return (
    kept.every((doubt) => keepsDoubt(doubt, sentence, evidence)) &&
    proved.every((words) => !words.test(sentence) || words.test(evidence)) &&
    negation.test(sentence) === negation.test(evidence) &&
    directions.every((words) => directionHolds(words, sentence, evidence)) &&
    comparisonHolds(sentence, evidence)
  );
}

/** One word of doubt may stand for several of its kind in a shortened sentence, not in one that leaves nothing else out. */
function keepsDoubt(doubt: RegExp, sentence: string, evidence: string): boolean {
  const [said, proved] = [count(doubt, sentence), count(doubt, evidence)];
  if (!proved) return true;
  return said > 0 && (said >= proved || !isWhole(sentence, evidence));
}

const count = (kind: RegExp, text: string): number => text.match(new RegExp(kind.source, 'gi'))?.length ?? 0;

function isWhole(sentence: string, evidence: string): boolean {
  const said = new Set(contentStems(sentence));
  const proved = contentStems(evidence);
  return proved.filter((stem) => said.has(stem)).length >= 0.8 * proved.length;
}

const words = (list: string): RegExp => new RegExp(`\\b(?:${list})\\b`, 'i');

/** A doubt of the source; any word of the same kind keeps it. */
const kept = [
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

/** What only the source can be sure of. */
const proved = [
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

/** A claim turned round is the opposite: it is there in both or in neither. */
const negation = words(
  "no|not|cannot|neither|nor|without|none|never|absence|absent|lack(?:s|ed|ing)?|fail(?:s|ed)?(?: to)?|n't|non-?significant|insignificant|unchanged|unaffected|similar(?:ly)?|comparable|equivalent|non-?inferior(?:ity)?",
);

/** Up and down. */
const directions = [
  words(
    'increas\\w*|rose|ris(?:e|es|en|ing)|higher|greater|more|gain(?:s|ed)?|elevat\\w+|enhanc\\w+|improv\\w+|better|longer|faster|larger|stronger|outperform\\w*|upregulat\\w+|up-regulat\\w+|superior(?:ity)?|exceed\\w*|grew|grow(?:s|n|ing|th)?|boost\\w*|raise[sd]?|accelerat\\w+',
  ),
  words(
    'decreas\\w*|fell|fall(?:s|en|ing)?|lower(?:s|ed|ing)?|reduc\\w+|fewer|less|declin\\w+|drop(?:s|ped)?|diminish\\w*|attenuat\\w+|worse\\w*|shorter|slower|smaller|weaker|inferior(?:ity)?|downregulat\\w+|down-regulat\\w+|suppress\\w*|inhibit\\w*|impair\\w*|loss|lost|block(?:s|ed|ing)?|limit(?:s|ed|ing)?|delay\\w*',
  ),
];

/** Each word of a direction stands near a word that is near one of the same direction in the source. */
function directionHolds(direction: RegExp, sentence: string, evidence: string): boolean {
  const proved = new Set(nearby(direction, evidence).flat());
  return nearby(direction, sentence).every((near) => near.some((stem) => proved.has(stem)));
}

/** For each word of a kind the stems of the six words around it. */
function nearby(kind: RegExp, text: string): string[][] {
  const all = text.split(/\s+/);
  return all.flatMap((word, at) =>
    kind.test(word)
      ? [contentStems(all.slice(Math.max(0, at - 3), at + 4).join(' ')).filter((stem) => !kind.test(stem))]
      : [],
  );
}

/** What something is compared with follows the same kind of word in the source. */
function comparisonHolds(sentence: string, evidence: string): boolean {
  const against = (text: string): string[] =>
    [
      ...text
        .toLowerCase()
        .matchAll(
          /\b(?:than|versus|vs\.?|compared (?:with|to)|relative to|against|over)\b((?: [\w.%-]+){1,5})/g,
        ),
    ].map(([, behind = '']) => behind);
  const proved = new Set(against(evidence).flatMap(contentStems));
  return against(sentence).every((behind) => {
    const named = contentStems(behind).filter((stem) => /^\p{L}{3}/u.test(stem));
    return !named.length || named.some((stem) => proved.has(stem));
  });
}
