/**
 * The headings of an abstract's sections, as `METHODS: ` at the start of a line: given back to texts whose sender stuck them
 * to the next word (`BackgroundThe …`, `years.methodsWe found`) or left marks for them.
 */

const headings = [
  '(?:Structured )?Abstract',
  'Backgrounds?(?: (?:and|&) (?:aims?|objectives?|purpose|hypothesis|significance))?',
  '(?:Introduction|Motivation|Rationale|Context(?: and objectives?)?|Importance|Novelty and relevance|Research questions?)',
  '(?:Study )?(?:Aims?|Objectives?|Purpose|Goals?|Hypothes[ie]s)(?: (?:and|&) (?:hypotheses|methods|background))?',
  '(?:(?:Materials?|Patients?|Participants|Subjects|Data|(?:Study )?Design) (?:and|&) )?Methods?(?: (?:and|&) (?:materials|results|findings|analysis|principal findings))?',
  '(?:Methodology(?:/Principal Findings)?|New method|Comparison with existing methods?)',
  '(?:(?:Research )?Design and methods|Experimental design|(?:Experimental )?Approach)',
  '(?:Study )?Design(?:,? (?:and )?setting(?:s)?(?:,? (?:and )?participants)?)?',
  'Settings?',
  '(?:Participants|Subjects)',
  'Interventions?',
  'Exposures?',
  '(?:Main )?(?:Outcomes?(?: and measures?)?|Outcome measures?|Measurements(?: and main results)?)',
  '(?:Main |Key |Principal )?(?:Results?|Findings)(?: and (?:conclusions?|discussion))?',
  'Discussion(?: and conclusions?)?',
  '(?:Conclusions?|Interpretations?|Meaning)(?: and (?:relevance|significance|implications))?',
  'Conclusions?/Significance',
  'Implications(?: of (?:(?:all )?the available evidence|the findings))?',
  'Limitations?',
  '(?:(?:Translational |Clinical )?Relevance|(?:Statement of |Clinical )?Significance(?: statement)?|Importance of (?:the )?study)',
  '(?:Authors?|Article|Plain language|Lay|One sentence|Editors|Data)? ?Summary(?: (?:line|paragraph|statement))?',
  '(?:Impact|Public significance|Translational) statement',
  'Key (?:points|messages|questions?)',
  'Highlights?',
  'Research in context',
  'Evidence (?:before this study|in context)',
  'Added value of (?:this|the) study',
  'What (?:this|the) study adds',
  'What is (?:already )?known(?: on this topic)?',
  'How this study might affect research, practice or policy',
  'Strengths and limitations(?: of this study)?',
  'New (?:&|and) noteworthy',
  'Ethics and dissemination',
  '(?:Trial|Study|Clinical trial|Systematic review) registration(?: number)?',
  'Patient or public contribution',
  '(?:Competing interests?(?: statement)?|Disclosures?)',
  '(?:Data |Code )?Availability(?: (?:(?:and|&) implementation|statement))?',
  'Supplementary (?:information|data)',
  '(?:Study )?Funding',
  'Withdrawal statement',
  'Retraction statement',
  'Measurements',
  '(?:Data (?:sources?|extraction|(?:extraction and )?synthesis)|Study selection|Trial registration|Keywords?|Hypothesis)',
  'Design, setting,? and participants',
  '(?:(?:Primary|Secondary|Primary and secondary) )?Outcome measures',
  '(?:Background|Methods?|Discussion) (?:and|&) \\p{L}\\p{Ll}{3,15}',
];

/** Whether a text is a section's heading, in any case. */
export const isHeading = (text: string): boolean => whole.test(text.replace(/[:.]$/, ''));

/**
 * Puts each heading that sticks to the next word at the start of a line, as `write` returns it. Only known ones, because
 * GitHub and TensorFlow are words.
 */
export const withHeadingsApart = (text: string, write = (heading: string) => heading): string =>
  text
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((paragraph) => apart(paragraph.trimStart(), write))
    .join('\n');

function apart(paragraph: string, write: (heading: string) => string): string {
  const first = atStart.exec(paragraph)?.[0] ?? '';
  const parted = (text: string, pattern: RegExp) =>
    text.replace(pattern, (_, before: string, heading: string) => `${before.trimEnd()}\n${write(heading)}: `);
  const between = parted(paragraph.slice(first.length), within);
  // Where one heading sticks, sections may also end without a stop: `in days ResultsThe`.
  const isStructured =
    first || between.includes('\n') || isHeading(/^[^:]{3,60}(?=: )/.exec(paragraph)?.[0] ?? '');
  const rest = isStructured ? parted(between, unstopped) : between;
  if (!first) return rest;
  return /^abstract$/i.test(first) ? apart(rest, write) : `${write(first)}: ${rest}`;
}

/**
 * Removes the marks that bioRxiv's and medRxiv's API makes of an article's tags (`O_LI`, `C_SCPLOW`). List items and headings
 * begin a line.
 */
export const withoutMarks = (text: string): string =>
  /[OCM]_[A-Z]/.test(text)
    ? withoutFigures(text)
        .replace(/O_ST_ABS([^\n]{1,150}?)C_ST_ABS/g, (_, heading: string) => `\n${heading.toUpperCase()}: `)
        .replace(/\s?(?:C_LI\s?)?(?:O_LI|C_LI)(?!ST)/g, '\n')
        .replace(marks, '')
    : text;

const marks =
  /[OCM]_(?:ST_ABS|LINKSMALLFIG|LINKSMALLTBL|INLINEFIG|TEXTBOX|FLOATNO|TABLECAPTION|SCPLOW|SCPCAP|FIG|TBL|LST)/g;

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

/**
 * After a heading in lower case, a word starts with a capital, a digit or a bracket. After one in capitals, the word must
 * contain lower-case letters, or METHODOLOGY would be split. The case that follows counts, so the flag `i` is out; and no
 * modifier `(?i:`, which V8 gets wrong at times: https://github.com/nodejs/node/issues/60030
 */
const one = `(?:${headings.map(inAnyCase).join('|')})`;
const any = `(?:${one}(?: ?\\/ ?${one})?)`;
const afterCapitals = `(?<=\\p{Lu})(?=\\p{Lu}\\p{Ll}|[AI] )`;
const atStart = new RegExp(`^${any}(?:(?<=\\p{Ll})(?=[\\p{Lu}\\d"'(\\[\u2018\u201c])|${afterCapitals})`, 'u');
const within = new RegExp(
  `([.?!)\\]%:] ?)(${any})(?:(?<=\\p{Ll})(?=\\p{Lu}\\p{Ll}|\\p{Lu} |\\p{Lu}{2}|\\d)|${afterCapitals})`,
  'gu',
);
/** Single words, as they begin a section, behind a word or a number. */
const unstopped =
  /((?<=[\p{L}\d)%] ) ?)(Results?|Methods?|Conclusions?|Discussion|(?:Study )?Design|Settings?|Participants|Interventions?|Findings|Objectives?|Funding)(?=\p{Lu}\p{Ll}|\p{Lu} |\d{2})/gu;
const whole = new RegExp(`^${any}$`, 'u');

/** A pattern's letters, but no classes, in both cases: `Hypothes[ie]s` becomes `[hH][yY]…[iIeE][sS]`. */
function inAnyCase(pattern: string): string {
  return pattern.replace(/\\p\{\w+\}|\[([a-z]+)\]|[a-z]/gi, (letter, group: string = letter) =>
    letter.startsWith('\\') ? letter : `[${group.toLowerCase()}${group.toUpperCase()}]`,
  );
}
