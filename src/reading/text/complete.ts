/**
 * Whether a sentence claims an outcome and lacks what makes it one: the size of a gain or what it is compared with, which
 * method it is of, the direction of an effect, or any outcome besides who took part. Figures and named comparisons tell it.
 */
export const lacksOutcome = (text: string): boolean =>
  tookPart.test(text) ||
  unnamed.test(text) ||
  (!figure.test(text) &&
    (((gain.test(text) || unnamedMethod.test(text)) && !comparison.test(text)) ||
      (effectOfSomeKind.test(text) && !direction.test(text))));

const figure =
  /(?<![\p{L}\d.-])\d[\d.,]*(?![\d.,]|D(?:\b|\p{Lu})|[- ](?:\w+ )?(?:Scenes|datasets?|benchmarks|tasks|domains|environments|scenarios|metrics|baselines)\b)|orders? of magnitude|fold\b|\b(?:twice|hal(?:f|v\w+)|doubl\w+|zero-shot)\b/iu;

/** `Experiments show that X improves accuracy`, `X consistently improves robustness`. */
const gain =
  /^(?:[\w-]+,? (?:and )?){0,3}(?:experiments?|evaluations?|simulations?|experimental results|ablations?|tests)\b[^.;]*\b(?:show|demonstrat|confirm|reveal|indicat|validat)\w*\b.*\b(?:improv|enhanc|achiev|outperform|surpass|superior)|\b(?:competitive|superior) (?:\w+,? (?:and |in \w+ \w+, )?){0,4}(?:performance|results|accuracy|fidelity)\b|\bconsistently (?:improves?|outperforms?)\b|\b(?:approach|architecture|method|design|framework) (?:\w+ )?(?:enhances|improves)\b/i;
const comparison =
  /\bthan\b(?! (?:existing|state|prior|previous))|\b(?:compared|comparable|relative|close) (?:with|to) (?!(?:existing|state|prior|previous|recent|advanced|other methods|baselines))|\b(?:matching|exceeding|reduc(?:ed|tion)|without|both|all|largest)\b|\b(?:outperforms|surpasses) (?!(?:\w+ )?(?:existing|state|prior|previous|recent|advanced|other|baselines|methods(?! based)))/i;

/** `Our method improves …`, of no kind that the sentence names. */
const unnamedMethod =
  /(?:^|\bthat )(?:our|the proposed) (?:\w+ )?(?:method|approach|framework|model|system|algorithm|pipeline|module|policy|architecture) (?!(?:of|for|that|with|by|in|based)\b)/i;

/** `A profound effect`, `heterogeneous frequencies`, `similar effects occur`: an effect, and not which. */
const effectOfSomeKind =
  /\b(?:(?:profound|considerable) (?:\w+ )?(?:effects?|impacts?|prevalence)|similar (?:\w+ )?effects? (?:may )?occur|the same (?:\w+ )?pattern|(?:variable|differing) (?:\w+ )?responses|heterogene?ous (?:\w+ )?(?:frequencies|rates)|(?:marked|dynamic) [\w, -]{0,30}alterations|significant interaction|multiple risk factors|(?:varies|vary|varied) (?:\w+ )?by (?:\w+ )?specific|practical path|distinct (?:[\w-]+ ){0,3}(?:landscape|states|subclasses)|perform(?:s|ed)? well|good effectiveness)\b/i;
const direction =
  /\b(?:higher|lower|increas\w*|decreas\w*|reduc\w*|enrich\w*|than|more|less|fewer|greater|negative\w*|positive\w*|not?)\b/i;

/** Something that the sentence does not name, or others found, whatever figures stand beside it. */
const unnamed =
  /^(?:Compared with|Relative to) the [^,]{1,40}, it\b|(?<!\b(?:[Dd]uring|[Aa]fter|[Bb]efore) )\bthe intervention\b(?! (?:group|of|for|with|that|arm|period))|^There (?:was|were) no (?!.*\b(?:between|among)\b).*\brespectively\b|\b(?:companion paper|[Pp]revious reports have)\b/;

/** Who took part, behind a figure that looks like an outcome. */
const tookPart =
  /\bwere randomi[sz]ed to receive\b[^.;]*(?:daily|weekly|alone|placebo)\.$|\b(?:were also recruited|validation involved|met (?:the )?(?:eligibility|inclusion) criteria|trials\b[^.;]* have been published|we (?:\w+ )?(?:maintain|collect|curate) [^.;]* dataset)\b/i;

/** Whether a sentence tells an effect that may be none, P of .05 or more or an interval of a ratio over 1, and does not say so. */
export const isUnproven = (text: string): boolean =>
  (Number(notSmall.exec(text)?.[1]) >= 0.05 || isOverOne(text)) && !saysSo.test(text);

const notSmall = /\bp(?:[- ]?values?)?(?: (?:of|was))? ?[=>≥] ?(0?\.\d+)/i;
const interval =
  /\b(?:ratio|a?OR|a?HR|RR|IRR)\b.{0,60}?\bCI\b\W{0,4}(0?\.\d+) ?(?:-|–|to|,) ?(\d+(?:\.\d+)?)/;
/** Or tells another one that is proven. */
const saysSo =
  /\b(?:nor?|not|neither|trend|tendency|tended|failed|similar|lack|unable|comparable|borderline)\b|\bp ?[<≤] ?(?:or ?= ?)?0?\.0/i;

function isOverOne(text: string): boolean {
  const [, least, most] = interval.exec(text) ?? [];
  return Number(least) < 1 && Number(most) > 1;
}
