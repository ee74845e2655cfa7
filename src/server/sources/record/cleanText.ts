import { decodeHTMLStrict } from 'entities';
import { tagPattern, withoutTags } from '#shared/values/plainText.ts';
import { isHeading, withHeadingsApart, withoutMarks } from './headings.ts';
import { fromTex, holdsTex } from './tex.ts';
import { line, paragraphs } from './text.ts';

/** How a text was written: TeX that its adapter has read already must not be read again. */
export type Written = { texIsRead?: boolean };

/** A readable title: without markup, TeX, and symbols spelled out in brackets. */
export const cleanTitle = (title: string, written?: Written): string =>
  line(readable(title, written)) || title;

/**
 * A readable abstract: without markup, TeX, symbols spelled out in brackets, and a copyright line at its end. Every section
 * is a paragraph that starts with its label (`RESULTS: …`), even if a source stuck the label to the text.
 */
export function cleanAbstract(abstract: string, written?: Written): string {
  const marked = withoutMarks(abstract);
  const text = readable(marked.includes('<') ? withLabelsOfTags(marked) : marked, written)
    .replace(/^\s*(?:UNLABELLED|ABSTRACT|Abstract|Summary)\s{0,9}[:.]?\s{0,9}(?=\p{Lu})/u, '')
    .replace(/^\d(?=Background|Introduction)/, '');
  return paragraphs(withoutCopyright(withHeadingsApart(text))) || abstract;
}

const withLabelsOfTags = (abstract: string): string =>
  abstract
    .replace(
      /\s{0,9}<((?:jats:)?(?:h\d|title|b|strong))>\s{0,9}([^<>]{3,60}?)\s{0,9}:?\s{0,9}<\/\1>\s{0,9}:?\s{0,9}(?:<(?:jats:)?p>)?/gi,
      (whole, _tag, name: string) => (isHeading(name) ? `\n${name.trim()}: ` : whole),
    )
    .replace(tagPattern('p|br|sec|h\\d|title|div|li'), '\n');

function readable(text: string, { texIsRead = false }: Written = {}): string {
  if (!suspicious.test(text)) return text;
  const spelled = withoutTags(
    decoded(text)
      .replace(/\[([~≥≤+=<>×±])\]/g, '$1')
      .replace(/(?<=\d ?)\[A\]/g, 'Å')
      .replace(/\[-?>\]/g, '→')
      .replace(/\[Formula: see text\]/g, '[formula]')
      .replace(
        /\{superscript ([^{}]{1,8})\}/g,
        (_, inside: string) => superscriptSigns[inside] ?? `^${inside}`,
      )
      .replace(/\{([A-Za-z+/ -]{2,16})\}/g, (whole, name: string) => signOf(name) ?? whole)
      .replace(/(?<=\d)\s*<sup>\s*([-−–+]?\d[^<>]{0,7})\s*<\/sup>/gi, '^$1'),
  );
  return !texIsRead && holdsTex(spelled) ? fromTex(spelled) : spelled;
}

/** With the signs that entities stand for, also of those that were written twice: `&amp;lt;`. */
function decoded(text: string): string {
  const once = text.includes('&') ? decodeHTMLStrict(text) : text;
  return /&(?:amp|lt|gt|quot|nbsp|#x?[\da-f]{1,6});/i.test(once) ? decodeHTMLStrict(once) : once;
}

/** A quick check, because most texts need no cleaning. */
const suspicious = /[<{\\$]|&[#\w]{2,31};|\[(?:[~+=<>-]{1,2}|[≥≤×±]|A\]|Formula)/;

/** How bioRxiv and medRxiv spell out symbols that their API lost, by HTML's names or others. */
function signOf(name: string): string | undefined {
  const sign = spelledSigns[name] ?? (/^\w+$/.test(name) ? decodeHTMLStrict(`&${name};`) : '&');
  return sign.startsWith('&') ? undefined : sign;
}

const spelledSigns: Record<string, string> = {
  ...{ '+/-': '±', 'plus minus': '±', 'middle dot': '·', 'per thousand': '‰', degrees: '°', degree: '°' },
  ...{ triangleup: '△', triangledown: '▽', thetas: 'θ', infty: '∞', radical: '√' },
};

const superscriptSigns: Record<string, string> = { 2: '²', 3: '³' };

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
