/**
 * Makes TeX in arXiv's titles, names and abstracts readable: turns accents into letters, removes font commands, and sets
 * dashes and quotes. Mathematics between dollar signs stays as its authors wrote it.
 */
export function fromTex(text: string): string {
  if (!/[\\~`{]|--|''/.test(text)) return text;
  return text
    .split(/(\$[^$]*\$)/)
    .map((part, i) => (i % 2 === 1 ? part : proseFromTex(part)))
    .join('');
}

const proseFromTex = (text: string): string =>
  text
    .replace(/\\([`'^"~=.])\s*(?:\{\s*(\\?[A-Za-z])\s*\}|(\\[ij](?![A-Za-z])|[A-Za-z]))/g, accented)
    .replace(/\\([uvHtcdbkr])(?:\s*\{\s*(\\?[A-Za-z])\s*\}|\s+(\\[ij](?![A-Za-z])|[A-Za-z]))/g, accented)
    .replace(
      /\\(ss|AE|ae|OE|oe|AA|aa|O|o|L|l|DH|dh|TH|th|i|j)(?![A-Za-z])(?:\{\}|\s)?/g,
      (_, name: string) => letters[name]!,
    )
    .replace(/\\(?:emph|text(?:it|bf|sc|tt|rm|sf|up|normal)?|mbox|underline)\s*\{([^{}]*)\}/g, '$1')
    .replace(/\{\\(?:em|it|bf|sc|tt|rm|sl)\s([^{}]*)\}/g, (_, inside: string) => inside.trimStart())
    .replace(/\\([%&_#{}])/g, '$1')
    .replace(/\{([\p{L}\p{M}\p{N} -]*)\}/gu, '$1')
    .replace(/``|''/g, (quotes) => (quotes === '``' ? '\u201c' : '\u201d'))
    .replace(/(?<!-)---(?!-)/g, '\u2014')
    .replace(/(?<=\w)--(?=\w)/g, '\u2013')
    .replace(/(?<=\S)~(?=\S)/g, ' ');

function accented(whole: string, accent: string, braced?: string, bare?: string): string {
  const base = (braced ?? bare ?? '').replace('\\', '');
  const mark = marks[accent];
  return mark ? (base + mark).normalize('NFC') : whole;
}

/** Combining characters; `\t` ties two letters and is left alone. */
const marks: Record<string, string> = {
  '`': '\u0300',
  "'": '\u0301',
  '^': '\u0302',
  '~': '\u0303',
  '=': '\u0304',
  u: '\u0306',
  '.': '\u0307',
  '"': '\u0308',
  r: '\u030a',
  H: '\u030b',
  v: '\u030c',
  d: '\u0323',
  c: '\u0327',
  k: '\u0328',
  b: '\u0331',
};

const letters: Record<string, string> = {
  ss: '\u00df',
  AE: '\u00c6',
  ae: '\u00e6',
  OE: '\u0152',
  oe: '\u0153',
  AA: '\u00c5',
  aa: '\u00e5',
  O: '\u00d8',
  o: '\u00f8',
  L: '\u0141',
  l: '\u0142',
  DH: '\u00d0',
  dh: '\u00f0',
  TH: '\u00de',
  th: '\u00fe',
  i: '\u0131',
  j: '\u0237',
};
