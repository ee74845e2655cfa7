import { readFileSync } from 'node:fs';
import { contextDependence } from '../text/readable.ts';
import { type Sentence, wordsOfSentence } from '../text/sentences.ts';
import { contentStems } from '../text/stems.ts';
import { learnedOf } from '../text/words.ts';
import { cuesOf, type RoleChances, roleChances } from './roles.ts';

/** Words and shapes that show the role of a sentence. Each is one feature, 1 or 0. */
const patterns: Record<string, RegExp> = {
  saysThat:
    /\b(?:found|find|show(?:s|ed|n)?|demonstrat\w+|reveal\w*|observed|identif(?:y|ied)|report(?:ed)?|indicat\w+|suggest\w*|conclude\w*|establish\w*|confirm\w*|discover\w*)\s+(?:\w+ly\s+)?(?:that|a|an|the|no|how)\b/i,
  weFound:
    /\b(?:we|our (?:results|data|findings|study|analys[ei]s)) (?:also |further |here )?(?:found|find|show\w*|demonstrat\w+|reveal\w*|observ\w+|identif\w+|report\w*|uncover\w*|establish\w*)/i,
  concludes: /\b(?:in conclusion|in summary|taken together|overall|collectively|altogether|we conclude)\b/i,
  findingsSay:
    /^(?:These|Our|The|This) (?:results?|findings?|data|stud(?:y|ies)|work|observations?|analys[ie]s)\b/,
  compares:
    /\b(?:than|versus|vs\.?|compared (?:with|to)|relative to|as compared|in comparison|outperform\w*|superior|inferior|non-?inferior|similar to|comparable (?:to|with)|as (?:much|many|well|often|high|low|likely|effective) (?:\w+ )?as|exceed\w*|surpass\w*|differ(?:ed|s|ent)? (?:from|between|significantly))\b/i,
  rises:
    /\b(?:increas\w+|higher|greater|more (?:likely|frequent\w*|effective)|improv\w+|enhanc\w+|elevated|longer|faster|promot\w+|upregulat\w+|rose|boost\w*)\b/i,
  falls:
    /\b(?:decreas\w+|lower(?:ed|s)?|reduc\w+|fewer|less (?:likely|frequent\w*)|declin\w+|suppress\w+|inhibit\w+|attenuat\w+|downregulat\w+|impair\w+|shorter|worse|loss of)\b/i,
  associates:
    /\b(?:associat\w+|correlat\w+|linked (?:to|with)|predict(?:s|ed|or|ors|ive)|risk factors?|related to|depend(?:s|ed)? on)\b/i,
  causes:
    /\b(?:lead(?:s|ing)? to|led to|result(?:s|ed|ing) in|caus(?:e|es|ed|ing)|driv(?:e|es|en|ing)|mediat\w+|induc\w+|regulat\w+|trigger\w*|require[sd]?|enabl\w+|via|through)\b/i,
  negates:
    /\b(?:no (?:significant|difference|evidence|association|effect|change)|not (?:significant\w*|associated|differ|improve|affect|reduce|increase|change)|did not|does not|neither|none of|no (?:[\w-]+ ){1,3}(?:reached|met|survived|attained|showed|had|was|were)|failed to|unchanged|without (?:significant|any))\b/i,
  significant: /\b(?:significant(?:ly)?|p\s?[<=≤])/i,
  percent: /\d\s?%|\bper ?cent\b/i,
  interval: /\b(?:CI|confidence interval|credible interval|IQR|SD|SEM|range)\b|±/,
  ratio:
    /\b(?:a?OR|a?HR|RR|AUC|AUROC|odds ratio|hazard ratio|relative risk|risk ratio|accuracy|sensitivity|specificity|F1|R2|r\s?=)\b/,
  fold: /\d[- ]?(?:fold|×|x\b|times)/i,
  sampleSize:
    /\bn\s?=\s?\d|\b\d[\d,]{0,20} (?:[\w-]+ ){0,3}(?:patients|participants|subjects|individuals|adults|children|women|men|cases|mice|rats|samples|studies|trials|people|infants)\b/i,
  may: /\b(?:may|might|could|can|possibl[ye]|potential(?:ly)?|likely|perhaps|promising|candidate)\b/i,
  suggests:
    /\b(?:suggest\w*|indicat(?:e|es|ing)|appear\w*|seem\w*|impl(?:y|ies)|consistent with|support(?:s|ing)? (?:the|a)|hypothesi\w+)\b/i,
  outlook:
    /\b(?:future (?:work|research|studies|investigations?|directions|trials)|further (?:research|studies|study|work|investigations?|trials|validation)|(?:is|are|remain|will be) (?:\w+ )?(?:needed|required|warranted|necessary|essential|crucial)|should (?:be|consider|focus|aim|include|explore|investigate)|need(?:s)? to be|need for|we (?:hope|plan|will|discuss|outline)|will (?:require|need|help|allow|contribute|inform)|implications? for|inform(?:ing)?)\b/i,
  praise:
    /\b(?:novel|valuable|important|powerful|robust|efficient(?:ly)?|promising|effective(?:ness)?|insights?|foundation|framework|paradigm|avenues?|highlights?|underscor\w+|emphasi[sz]e\w*|pave|roadmap|versatile|comprehensive|superior|state-of-the-art)\b/i,
  vague:
    /\b(?:(?:provid(?:e|es|ing)|offer(?:s|ing)?|lay(?:s|ing)?|establish(?:es|ing)?) (?:[\w-]+ ){0,4}(?:foundation|basis|framework|perspective|insights?|roadmap|reference|guidance|resource|avenues?|tool|evidence)|highlights? the (?:importance|need|potential|value)|(?:extensive |comprehensive )?experiments (?:\w+ ){0,5}(?:show|demonstrate|validate|confirm)|effectiveness of (?:our|the proposed)|has (?:important )?implications|remains? (?:unclear|unknown|a challenge|poorly|limited))\b/i,
  aims: /\b(?:to (?:investigate|examine|determine|assess|evaluate|explore|compare|test|study|address|identify|characteri[sz]e|describe|develop|analy[sz]e|understand)|aim(?:ed|s)?|objective|sought|purpose|goal|we ask(?:ed)?|hypothesi[sz]ed?)\b/i,
  builds:
    /\b(?:(?:we|this (?:paper|work|study|article)) (?:\w+ )?(?:propos\w+|present\w*|introduc\w+|develop\w*|describ\w+|design\w*|built|build|releas\w+|implement\w*|review\w*|survey\w*|provide))\b/i,
  measures:
    /\b(?:(?:was|were) (?:\w+ly )?(?:measured|performed|conducted|collected|recruited|enrolled|included|analy[sz]ed|assessed|evaluated|extracted|obtained|randomi[sz]ed|assigned|used|calculated|determined|examined|compared|treated|given|administered|searched)|we (?:\w+ly )?(?:used|use|performed|conducted|collected|measured|analy[sz]ed|recruited|applied|employed|trained|evaluated?|assessed|searched|combined?))\b/i,
  known:
    /\b(?:is|are) (?:a|an|the|one of|known|common|widely|often|usually|associated|characterized)\b|\b(?:has|have) (?:been|become|emerged)\b|\bremains?\b|\bhowever\b/i,
  first: /\b(?:for the first time|first (?:to|time|evidence|report))\b/i,
  damaged: /\[formula|\$|\\[a-z]+|\{|\}|_\{|\^\{|\[\s?\]|\(\s*\)/i,
  opensUp:
    /\b(?:(?:this|the|our|these) (?:\w+ ){0,2}(?:approach|method|framework|platform|strategy|stud(?:y|ies)|work|research|analysis|tool|resource|dataset|findings|results) (?:\w+ ){0,2}(?:provid\w+|offer\w*|lower\w*|open\w*|establish\w*|highlight\w*|contribut\w*|advanc\w*|underscor\w*|enabl\w*|support\w*|demonstrat\w* (?:the )?(?:potential|feasibility|utility|value|importance|need|effectiveness|promise))|could be|can be used|holds? (?:great )?promise|benefits and|challenges)\b/i,
  dangles:
    /^(?:This|These|The|Our|Such) (?:proposed |new |novel |present )?(?:approach|method|framework|model|platform|strategy|system|technique|combination|effect|difference|association|rate|decrease|increase|reduction|finding|result|pattern)s?\b/,
  screens:
    /\b(?:articles?|records?|abstracts?|papers|studies|publications|references) (?:were|was|met|remained|underwent)\b|\b(?:excluded|screened|inclusion criteria|eligible|full[- ]text)\b/i,
  cohort:
    /\b(?:median|mean|average) (?:age|follow-?up|duration)\b|\bwere (?:female|male|women|men)\b|\bbaseline\b/i,
  startsWe: /^(?:We|Here,? we|In this (?:study|work|paper))\b/,
  startsTo: /^(?:To|In order to|By|Using|With|Based on|Given)\b/,
  startsThe: /^(?:The|A|An)\b/,
  startsBut: /^(?:However|But|Although|While|Despite|Yet|Nevertheless|Conversely|In contrast|By contrast)\b/,
  startsAdds:
    /^(?:Moreover|Furthermore|Additionally|In addition|Also|Finally|Further|Besides|Notably|Importantly|Interestingly|Similarly)\b/,
  startsThus: /^(?:Thus|Therefore|Hence|Consequently|Accordingly|As a result)\b/,
  groups:
    /\b(?:(?:both|the two|all|these|other|the (?:control|treatment|intervention|experimental|study|first|second)) (?:groups?|arms?|cohorts?|models?|methods?))\b/i,
  respectively: /\brespectively\b/i,
};

/** Data about the abstract of a sentence. */
export interface AbstractContext {
  title: string;
  abstract: string;
  /** Every sentence of the abstract, in order. */
  sentences: readonly Sentence[];
  /** The content stems of each sentence. */
  stems: readonly ReadonlySet<string>[];
}

/** An abstract, prepared for `featuresOf`. */
export const contextOf = (
  title: string,
  abstract: string,
  sentences: readonly Sentence[],
): AbstractContext => ({
  ...{ title, abstract, sentences },
  stems: sentences.map(({ text }) => new Set(contentStems(text))),
});

const names = Object.keys(patterns);
const all = Object.values(patterns);

/** For each pattern 1 if a sentence matches it, else 0. */
const patternsIn = ({ text }: Sentence): number[] => all.map((pattern) => (pattern.test(text) ? 1 : 0));

const place = (name: keyof typeof patterns): number => names.indexOf(name);
const [compares, may, suggests] = [place('compares'), place('may'), place('suggests')];
const empty = [place('vague'), place('outlook'), place('praise')];

/** The features of a sentence by name, in the order of `featuresOf`. */
export const featureNames: readonly string[] = [
  ...'one background aim method result conclusion labeled labelBackground labelMethod labelResult'.split(' '),
  ...'labelConclusion firstOfSection firstOfConclusion firstResult position isFirst isLast sentences'.split(
    ' ',
  ),
  ...'short length long veryLong figures hasFigure leans inTitle ofTitle mostOfTitle central mostCentral'.split(
    ' ',
  ),
  ...'names brackets parts resultFigure conclusionLeans conclusionHedge conclusionSolid resultCompares'.split(
    ' ',
  ),
  'lateResult',
  ...names,
  ...timesEach('result', 'saysThat rises falls associates inTitle central leans'),
  ...timesEach(
    'conclusion',
    'compares associates rises hasFigure inTitle central isLast opensUp dangles outlook',
  ),
  ...['hasFigure*compares', 'hasFigure*inTitle', 'method*hasFigure', 'compares*outlook', 'length*length'],
];

function timesEach(role: string, others: string): string[] {
  return others.split(' ').map((name) => `${role}*${name}`);
}

const noRole: RoleChances = { background: 0, aim: 0, method: 0, result: 0, conclusion: 0 };

/** The features that are products of two others, by index. */
const products = featureNames
  .filter((name) => name.includes('*'))
  .map((name) => name.split('*').map((one) => featureNames.indexOf(one)) as [number, number]);

/**
 * The features of a sentence that predict its worth: its role, how concrete it is, how well it stands alone, and how
 * close it is to the title and to the rest of its abstract. One array per sentence, in the order of `featureNames`; null
 * for a sentence whose role rules it out.
 */
export function featuresOf(
  context: AbstractContext,
  isRuledOut: (chances: RoleChances) => boolean = () => false,
): (number[] | null)[] {
  const { title, sentences, stems } = context;
  const about = new Set(contentStems(title));
  const central = centralities(stems);
  const inTitle = stems.map((own) => shareOf(about, own));
  const mostCentral = Math.max(...central, 0);
  const mostInTitle = Math.max(...inTitle, 0);
  const chances = sentences.map((sentence) =>
    sentence.label
      ? { ...noRole, [sentence.label]: 1 }
      : roleChances(wordsOfSentence(sentence), sentence.position),
  );
  const firstResult = chances.findIndex(({ result }) => result > 0.5);
  return sentences.map((sentence, at) => {
    const { text, position, label } = sentence;
    const before = sentences[at - 1];
    const role = chances[at]!;
    if (isRuledOut(role)) return null;
    const isFirstOfSection = label !== null && before?.label !== label;
    const found = patternsIn(sentence);
    const figures = (text.match(/(?<![\p{L}\d])\d+(?:[.,]\d+)*/gu) ?? []).length;
    const leans = contextDependence(sentence, context.abstract, title);
    const own = stems[at]!;
    const single = [
      1,
      ...[role.background, role.aim, role.method, role.result, role.conclusion],
      label ? 1 : 0,
      label === 'background' || label === 'aim' ? 1 : 0,
      ...(['method', 'result', 'conclusion'] as const).map((one) => (label === one ? 1 : 0)),
      isFirstOfSection ? 1 : 0,
      isFirstOfSection && label === 'conclusion' ? 1 : 0,
      at === firstResult ? 1 : 0,
      position,
      at === 0 ? 1 : 0,
      at === sentences.length - 1 ? 1 : 0,
      Math.min(1, sentences.length / 15),
      text.length < 90 ? 1 : 0,
      Math.min(1, text.length / 300),
      text.length > 260 ? 1 : 0,
      text.length > 360 ? 1 : 0,
      Math.min(1, figures / 6),
      figures ? 1 : 0,
      leans,
      inTitle[at]!,
      shareOf(own, about),
      inTitle[at] === mostInTitle && mostInTitle > 0 ? 1 : 0,
      central[at]!,
      central[at] === mostCentral ? 1 : 0,
      Math.min(1, (text.match(/(?<=[\p{Ll},;)] )\p{Lu}[\p{L}\d-]*/gu) ?? []).length / 5),
      Math.min(1, (text.match(/\(/g) ?? []).length / 3),
      Math.min(1, (text.match(/[;:]/g) ?? []).length / 2),
      figures ? role.result : 0,
      role.conclusion * leans,
      role.conclusion * Math.max(found[may]!, found[suggests]!),
      role.conclusion * (empty.some((at) => found[at]) ? 0 : 1),
      role.result * found[compares]!,
      role.result * position,
      ...found,
    ];
    return [...single, ...products.map(([one, other]) => single[one]! * single[other]!)];
  });
}

function shareOf(wanted: ReadonlySet<string>, stems: ReadonlySet<string>): number {
  let shared = 0;
  for (const one of wanted) if (stems.has(one)) shared++;
  return shared / Math.max(1, wanted.size);
}

/**
 * For each sentence its mean similarity to the others of the abstract, 0 to 1 (degree centrality, Erkan and Radev 2004):
 * shared stems, divided by the geometric mean of both sizes. Summed by stem, not by pair of sentences.
 */
function centralities(all: readonly ReadonlySet<string>[]): number[] {
  const held = new Map<string, number>();
  for (const stems of all)
    for (const one of stems) held.set(one, (held.get(one) ?? 0) + 1 / Math.sqrt(stems.size));
  return all.map((stems) => {
    if (all.length < 2 || !stems.size) return 0;
    let sum = 0;
    for (const one of stems) sum += held.get(one)!;
    const itself = Math.sqrt(stems.size);
    return (sum - itself) / itself / (all.length - 1);
  });
}

/** The learned weights from graded abstracts: one for each feature, in the order of `featureNames`. */
export interface WorthFigures {
  features: string[];
  /** For sentences that state the finding of their paper, complete and understandable alone. */
  finding: number[];
  /** For sentences that inform a reader at all. */
  informative: number[];
  /** Of words, as written by `cuesOf`, each with a weight for both. */
  cues: Record<string, number[]>;
}

const figures = JSON.parse(readFileSync(new URL('worth.json', import.meta.url), 'utf8')) as WorthFigures;

/** Both probabilities are 0 to 1. */
export interface Worth {
  /** Probability that the sentence states the finding. */
  finding: number;
  /** Probability that it informs a reader. */
  informative: number;
  /** The score by which sentences are compared. */
  score: number;
}

/** The worth of each sentence of an abstract for a reader of a digest, in order. */
export const worthsOf = (context: AbstractContext): Worth[] =>
  featuresOf(context, isUnlikely).map((features, at) =>
    features ? worthOf(features, context.sentences[at]!, figures) : none,
  );

/** Background and aims seldom interest readers, so they are skipped. */
const isUnlikely = ({ background, aim }: RoleChances): boolean => background + aim > 0.9;

const none: Worth = { finding: 0, informative: 0, score: 0 };

/** One sentence's worth by the given weights. A finding counts double. */
export function worthOf(
  features: readonly number[],
  sentence: Sentence,
  { finding, informative, cues }: Omit<WorthFigures, 'features'>,
): Worth {
  const sums = [0, 0] as [number, number];
  for (const [at, value] of features.entries()) {
    sums[0] += value * finding[at]!;
    sums[1] += value * informative[at]!;
  }
  for (const cue of cuesOf(wordsOfSentence(sentence), sentence.position)) {
    const own = learnedOf(cues, cue);
    sums[0] += own?.[0] ?? 0;
    sums[1] += own?.[1] ?? 0;
  }
  const chances = { finding: chance(sums[0]), informative: chance(sums[1]) };
  return { ...chances, score: chances.finding + 0.5 * chances.informative };
}

const chance = (sum: number): number => 1 / (1 + Math.exp(-sum));
