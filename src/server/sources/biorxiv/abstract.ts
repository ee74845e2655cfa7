import { decodeHTMLStrict } from 'entities';
import { paragraphs } from '../record/text.ts';

/**
 * Makes a bioRxiv or medRxiv abstract readable. The API flattens the article's XML: headings stick to the next word
 * (`BackgroundThe …`), tags remain as words (`O_LI`, `C_SCPLOW`), and symbols appear as names in braces.
 * Headings are rewritten in PubMed's form: `BACKGROUND: The …`.
 */
export function readableAbstract(text: string): string {
  const marked = withoutFigures(text)
    .replace(/O_ST_ABS([^\n]{1,150}?)C_ST_ABS/g, (_, heading: string) => `\n${heading.toUpperCase()}: `)
    .replace(/(?:C_LI)?O_LI/g, '\n')
    .replace(
      /[OCM]_(?:ST_ABS|LINKSMALLFIG|LINKSMALLTBL|INLINEFIG|TEXTBOX|FLOATNO|SCPLOW|SCPCAP|FIG|TBL|LI)/g,
      '',
    );
  return paragraphs(withSigns(marked)).split('\n').flatMap(unglued).join('\n');
}

/** Replaces `{beta}` and the like by symbols. */
export const withSigns = (text: string): string =>
  text.replace(
    /\{([A-Za-z]{2,12}|\+\/-|middle dot|plus minus|per thousand|superscript \d)\}/g,
    (whole, name) => {
      const sign = signs[name] ?? decodeHTMLStrict(`&${name};`);
      return sign.startsWith('&') ? whole : sign;
    },
  );

const signs: Record<string, string> = {
  '+/-': '\u00b1',
  'plus minus': '\u00b1',
  'middle dot': '\u00b7',
  'per thousand': '\u2030',
  'superscript 2': '\u00b2',
  'superscript 3': '\u00b3',
  degrees: '\u00b0',
  approx: '\u2248',
};

/** A figure is its address and size between two marks. */
function withoutFigures(text: string): string {
  return text
    .split(/C_FIG(?:_DISPLAY)?/)
    .map((part, i, parts) => {
      const start = part.indexOf('O_FIG');
      return start < 0 || i === parts.length - 1 ? part : part.slice(0, start);
    })
    .join('');
}

/** Splits only known headings at the start of a paragraph, because GitHub and TensorFlow are words. */
function unglued(paragraph: string): string[] {
  const match = glued.exec(paragraph);
  if (!match) return /^(?:(?:graphical )?abstract|summary)$/i.test(paragraph) ? [] : [paragraph];
  const heading = match[0].toUpperCase();
  const rest = paragraph.slice(match[0].length);
  return heading === 'ABSTRACT' ? unglued(rest) : [`${heading}: ${rest}`];
}

const headings = [
  '(?:Structured )?Abstract',
  'Background(?: and (?:aims?|objectives?|purpose|hypothesis|significance))?',
  '(?:Introduction|Rationale|Context|Importance|Novelty and relevance)',
  '(?:Study )?(?:Aims?|Objectives?|Purpose|Goals?|Hypothes[ie]s)(?: and (?:hypotheses|methods|background))?',
  '(?:(?:Material|Materials|Patients?|Participants|Subjects|Data|Study design) and )?Methods?(?: (?:and|&) (?:materials|results|findings|analysis|principal findings))?',
  'Methodology(?:/Principal Findings)?',
  '(?:Study )?Design(?:,? (?:and )?setting(?:s)?(?:,? (?:and )?participants)?)?',
  'Settings?',
  'Participants',
  'Interventions?',
  'Exposures?',
  '(?:Main )?(?:Outcomes?(?: and measures?)?|Outcome measures?|Measurements(?: and main results)?)',
  '(?:Main |Key |Principal )?(?:Results?|Findings)(?: and (?:conclusions?|discussion))?',
  'Discussion(?: and conclusions?)?',
  '(?:Conclusions?|Interpretation)(?: and (?:relevance|significance|implications))?',
  'Conclusions?/Significance',
  'Implications(?: of all the available evidence)?',
  'Limitations?',
  '(?:(?:Translational |Clinical )?Relevance|(?:Statement of )?Significance(?: statement)?|Importance of (?:the )?study)',
  '(?:Author|Plain language|Lay|One sentence|Editors)? ?Summary',
  'Key (?:points|messages|questions?)',
  'Highlights',
  'Research in context',
  'Evidence (?:before this study|in context)',
  'Added value of this study',
  'What (?:this|the) study adds',
  'What is (?:already )?known(?: on this topic)?',
  'How this study might affect research, practice or policy',
  'Strengths and limitations(?: of this study)?',
  'New (?:&|and) noteworthy',
  'Ethics and dissemination',
  '(?:Trial|Study|Clinical trial|Systematic review) registration(?: number)?',
  'Patient or public contribution',
  'Competing interests?(?: statement)?',
  'Funding',
  'Withdrawal statement',
  'Retraction statement',
];

/**
 * A heading without a colon that sticks to the next word. After a heading in lower case, that word starts with a capital,
 * a digit or a bracket. After one in capitals, it must contain lower-case letters, or METHODOLOGY would be split.
 * The case that follows counts, so the flag `i` is out; and no modifier `(?i:`, which V8 gets wrong at times:
 * https://github.com/nodejs/node/issues/60030
 */
const glued = new RegExp(
  `^(?:${headings.map(inAnyCase).join('|')})(?:(?<=\\p{Ll})(?=[\\p{Lu}\\d"'(\\[\u2018\u201c])|(?<=\\p{Lu})(?=\\p{Lu}\\p{Ll}|[AI] ))`,
  'u',
);

/** A pattern's letters in both cases: `Hypothes[ie]s` becomes `[hH][yY]…[iIeE][sS]`. */
function inAnyCase(pattern: string): string {
  return pattern.replace(
    /\[([a-z]+)\]|[a-z]/gi,
    (letter, group: string = letter) => `[${group.toLowerCase()}${group.toUpperCase()}]`,
  );
}
