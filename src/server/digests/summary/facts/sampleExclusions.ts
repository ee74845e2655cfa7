import { behind } from './sampleFrames.ts';
import { animalUnit, isPerson, unit, workUnit } from './sampleUnits.ts';

/**
 * Whether a number counts what was studied. Papers found by a search, people who were asked, and pairs of pictures are
 * counted but not studied.
 */
export function isStudied(abstract: string, match: RegExpExecArray, value: number): boolean {
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

/**
 * Whether a number counts one of several groups whose sum is not stated: `32 people with dementia and 28 healthy
 * controls`.
 */
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
  /** The burden of a disease on the world. */
  burden:
    /\b(?:worldwide|globally|around the world|each year|every year|annually|per year|at risk|(?:are|is|were|been) (?:affected|infected)|live with|living with|suffer\w*|(?:people|persons|individuals|patients|adults|children|women|men) (?:have|has|are) |(?:confirmed|reported) (?:\w+ )?cases(?: of COVID| with| and|,)?|deaths)\b/i,
};

const numberWord =
  'two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty';
/** The next of several groups. */
const group = {
  next: new RegExp(
    String.raw`^(?<between>[^\d]{0,120}?)(?:,|,? and|,? or| versus| vs\.?| compared (?:with|to)| plus) (?:in |with |those of |the |a |control group of |group of |from |of )*(?:\d[\d,]*|${numberWord}) (?:[\p{L}\d/-]+ ){0,4}(?:controls?|volunteers|with|without|healthy|normal|kids|neonates|soil|sediment|patients|participants|subjects|women|samples|mice|rats)\b(?! (?:were|was|had|received|completed|died|withdrew|dropped|who|and \d+ (?:men|women)))`,
    'iu',
  ),
  verb: /\b(?:were|was|had|have|received|completed|showed|randomi[sz]ed|assigned|includ\w+|of whom|of which|died|underwent)\b/i,
};
