import { holdsTex, withoutTex } from './tex.ts';
import { line, paragraphs } from './text.ts';

/** A readable title: without markup, TeX, and symbols spelled out in brackets. */
export const cleanTitle = (title: string): string => line(readable(title)) || title;

/**
 * A readable abstract: without markup, TeX, symbols spelled out in brackets, and a copyright line at its end. Every section
 * is a paragraph that starts with its label (`RESULTS: …`), even if a source stuck the label to the text.
 */
export function cleanAbstract(abstract: string): string {
  const text = readable(abstract.includes('<') ? withLabelsOfTags(abstract) : abstract)
    .replace(/^\s*(?:UNLABELLED|ABSTRACT|Abstract|Summary)\s{0,9}[:.]?\s{0,9}(?=\p{Lu})/u, '')
    .replace(/^\d(?=Background|Introduction)/, '');
  const labeled = withLabelsApart(text);
  return paragraphs(withoutCopyright(labeled)) || abstract;
}

const withLabelsOfTags = (abstract: string): string =>
  abstract
    .replace(
      /\s{0,9}<(h\d|title|b|strong)>\s{0,9}([^<>]{3,60}?)\s{0,9}:?\s{0,9}<\/\1>\s{0,9}:?\s{0,9}/gi,
      (whole, _tag, name: string) => (isLabel(name) ? `\n${name.trim()}: ` : whole),
    )
    .replace(/<\/?(?:p|br|sec|h\d|title|div|li)\b[^<>]*>/gi, '\n');

const labelNames =
  'Backgrounds?|Introduction|Context|Importance|Rationale|Objectives?|Aims?|Purpose|Hypothesis|Methods?|(?:Materials?|Patients|Participants|Subjects|Design) (?:and|&) [Mm]ethods?|(?:Background|Methods?|Discussion) (?:and|&) [A-Za-z][a-z]{3,15}|Measurements and [Mm]ain [Rr]esults|Data [Ss]ources?|Data [Ss]ynthesis|Study [Ss]election|Design, [Ss]etting,? and [Pp]articipants|Principal [Ff]indings|Key [Rr]esults|(?:Primary |Secondary |Primary and secondary )?[Oo]utcome [Mm]easures|Methodology|Study [Dd]esign|Design|Setting|Participants|Interventions?|Main [Oo]utcomes?(?: [Mm]easures?| and [Mm]easures?)?|Measurements?|Results?|Main [Rr]esults?|Findings|Conclusions?|Conclusions and [Rr]elevance|Interpretation|Discussion|Significance(?: [Ss]tatement)?|Implications|Funding|Limitations?|Trial [Rr]egistration(?: [Nn]umber)?|Keywords?|Author [Ss]ummary|Evidence before this study|Added value of this study';

const glued = `(${labelNames})(?=\\p{Lu}\\p{Ll}|\\p{Lu} |\\p{Lu}{2}|\\d)`;
const gluedAtStart = new RegExp(`^${glued}`, 'u');
const gluedWithin = new RegExp(`([.?!)\\]%:] ?|\\n)${glued}`, 'gu');

/**
 * `years.ResultsWe found`, and the same at the start of the text. Two patterns, because one that may also match at the start is
 * tried at every character: six times as slow.
 */
function withLabelsApart(text: string): string {
  const first = gluedAtStart.exec(text);
  const rest = text
    .slice(first?.[0].length)
    .replace(gluedWithin, (_, before: string, name: string) => `${before.trimEnd()}\n${name}: `);
  return first ? `\n${first[1]}: ${rest}` : rest;
}

const isLabel = (name: string): boolean =>
  new RegExp(`^(?:${labelNames})$`, 'iu').test(name.replace(/[:.]$/, ''));

/** Markup that sources leave in their texts. */
const markup =
  /<\/?(?:jats:|mml:|m:)?(?:i|b|u|em|strong|sub|sup|sc|inf|italic|bold|underline|span|tt|math|mrow|mi|mn|mo|inline-formula|xref|ext-link|p|br|h\d|title|sec|div|ins|del)(?:\s[^<>]{0,300})?\/?>/gi;

function readable(text: string): string {
  if (!suspicious.test(text)) return text;
  const spelled = text
    .replace(
      /&(?:#(\d{2,5})|#x([\da-f]{2,5})|(\w{2,6}));/gi,
      (whole, decimal?: string, hex?: string, name?: string) =>
        decimal || hex
          ? String.fromCodePoint(decimal ? Number(decimal) : Number.parseInt(hex!, 16))
          : (entities[name!.toLowerCase()] ?? whole),
    )
    .replace(/\[([~≥≤+=<>×±])\]/g, '$1')
    .replace(/(?<=\d ?)\[A\]/g, 'Å')
    .replace(/\[-?>\]/g, '→')
    .replace(/\[Formula: see text\]/g, '[formula]')
    .replace(/\{superscript ([^{}]{1,8})\}/g, (_, inside: string) => `^${inside}`)
    .replace(/\{([A-Za-z+/ -]{2,16})\}/g, (whole, name: string) => signNames[name] ?? whole)
    .replace(/(?<=\d)\s*<sup>\s*([-−–+]?\d[^<>]{0,7})\s*<\/sup>/gi, '^$1')
    .replace(markup, '');
  return holdsTex(spelled) ? withoutTex(spelled) : spelled;
}

/** A quick check, because most texts need no cleaning. */
const suspicious = /[<{\\$]|&[#\w]{2,7};|\[(?:[~+=<>-]{1,2}|&|A\]|Formula)/;

const entities: Record<string, string> = {
  lt: '<',
  gt: '>',
  amp: '&',
  ge: '≥',
  le: '≤',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  copy: '©',
  deg: '°',
  plusmn: '±',
  times: '×',
  micro: 'µ',
};

/** How bioRxiv and medRxiv spell out symbols that their API lost. */
const signNames: Record<string, string> = {
  '+/-': '±',
  'middle dot': '·',
  degrees: '°',
  degree: '°',
  approx: '≈',
  micro: 'µ',
  pound: '£',
  square: '□',
  triangleup: '△',
  triangledown: '▽',
  thetas: 'θ',
  varepsilon: 'ε',
  infty: '∞',
  radical: '√',
  prime: '′',
  uparrow: '↑',
  downarrow: '↓',
  rightarrow: '→',
  ...Object.fromEntries(
    'alpha α beta β gamma γ delta δ epsilon ε zeta ζ eta η theta θ kappa κ lambda λ mu μ nu ν xi ξ pi π rho ρ sigma σ tau τ phi φ chi χ psi ψ omega ω Delta Δ Gamma Γ Omega Ω Sigma Σ Phi Φ Psi Ψ Lambda Λ Theta Θ'
      .match(/\w+ \S/gu)!
      .map((pair) => pair.split(' ') as [string, string]),
  ),
};

const copyright =
  /(?:^|(?<=[.!?)\]])\s|\n)\s*(?:(?:Copyright\b|©|\(c\)\s*(?:19|20)\d\d|All rights reserved|This article is protected by copyright|Published by (?:Elsevier|Oxford|Wiley|John Wiley|Springer|BMJ)|\p{Lu}[\p{L} ]{2,40} \d+:\d+[-–]\d+,? (?:19|20)\d\d)[^\n]{0,240})$/iu;

/** Removes the lines at the end about copyright and the printed version. */
function withoutCopyright(abstract: string): string {
  let text = abstract.trimEnd();
  for (let rounds = 0; rounds < 4; rounds++) {
    const tail = text.slice(-320);
    const found = copyright.exec(tail);
    if (!found) break;
    const kept = text.slice(0, text.length - tail.length + found.index).trimEnd();
    // Keep a text that consists only of the notice.
    if (kept.length < 40) break;
    text = kept;
  }
  return text;
}

/**
 * Whether a text starts by saying that its own paper was withdrawn: `This paper has been withdrawn by the author`,
 * `We withdraw this submission`, `Reason for withdrawal: …`. False if another paper, an earlier version, a lemma or a
 * conference submission was withdrawn, or if withdrawal is the subject of the paper.
 */
export function beginsWithWithdrawal(text: string): boolean {
  const beginning = text.slice(0, 400);
  return statements.some((statement) => statement.test(beginning)) && !otherwise.test(beginning);
}

const paper = `(?:e-?|pre-?)?(?:papers?|articles?|submissions?|manuscripts?|works?|p?reprints?|versions?|notes?|drafts?|letters?|reports?|documents?|contributions?)`;
const subject = String.raw`(?:(?:this|the|our|my|their|these|present|current|entire|whole|following)\s+){0,3}(?:version\s+of\s+(?:this|the)\s+)?${paper}`;
const who = String.raw`(?:we|i|(?:all\s+)?(?:of\s+)?(?:the\s+)?(?:first\s+|corresponding\s+)?authors?|arxiv(?:\s+admin\w*)?|biorxiv|medrxiv)`;

const statements = [
  new RegExp(
    String.raw`^\W*(?:disclaimer(?:\s+text)?\s*:\s*)?${subject}\s+(?:(?:has|have|had|is|are|was|were|been|being|now|hereby|to\s+be)\s+){0,4}(?:temporarily\s+|permanently\s+|voluntarily\s+)?(?:withdrawn|retracted|removed\s+by\s+(?:the\s+)?(?:arxiv|biorxiv|medrxiv))\b`,
    'i',
  ),
  new RegExp(
    String.raw`^\W*(?:disclaimer(?:\s+text)?\s*:\s*)?${who}\s+(?:\w+\s+){0,4}?(?:withdraw|withdrew|withdrawn|withdrawing|retract|retracted)\s+(?:(?:this|the|our|my|their|his|her|present)\s+){0,2}(?:version\s+of\s+(?:this|the)\s+)?(?:${paper}|it\b|from\s+(?:the\s+)?arxiv|due\b|because\b)`,
    'i',
  ),
  /^\W*(?:reasons?\s+(?:for|of)\s+(?:the\s+)?withdrawal|withdrawal\s+(?:statement|notice|request|reason|due|because|by\s+(?:the\s+)?authors?)|withdrawal\s*:)/i,
  /^\W*(?:temporarily\s+)?withdrawn\s*(?:$|[.,:;!)\]]|by\b|due\b|because\b|as\b|for\b|until\b|pending\b|in\s+favou?r\b|since\b|owing\b)/i,
  /^\W*(?:this\s+\w+\s+(?:has\s+been|was)\s+)?(?:withdrawn|removed)\s+by\s+(?:the\s+)?(?:arxiv|biorxiv|medrxiv)\b/i,
];

/** Something other than the paper was withdrawn. */
const otherwise =
  /\b(?:withdrawn|withdrew|withdraw|withdrawing|retracted)\s+(?:\w+\s+){0,3}?from\s+(?!(?:the\s+)?(?:e-?print\s+)?(?:arxiv|archive|biorxiv|medrxiv|public|circulation))|^\W*(?:an?\s+|the\s+|our\s+)?(?:first|second|earlier|previous|prior|old|older|original|initial|companion|another|other)\s|^\W*v\d/i;
