import {
  type Entry,
  entriesOf,
  entryAtMost,
  type Found,
  fieldAtMost,
  inOrder,
  isPubmed,
  namesIn,
  valuesAtMost,
} from './reference.ts';

/** A file of lines `TAG - value`, which lines without a tag continue. */
interface Grammar {
  /** A line with its tag and its value. */
  tagged: RegExp;
  /** The tag of an entry's type or number, of which an entry has one. */
  begins: string;
  /** The tag of an entry's last line, if there is one. */
  ends: string | null;
}

/** Reads RIS. An entry ends with `ER`, or where the next begins; `TY` may stand anywhere in it. Lines may have become one. */
export function readRis(written: string): Promise<Entry[]> {
  const isOneLine = /^[ \t]{0,8}TY {1,2}- ?\w+ +[A-Z][A-Z\d] {1,2}- /m.test(written);
  const text = isOneLine ? written.replace(/ (?=[A-Z][A-Z\d] {1,2}-(?: |$))/gm, '\n') : written;
  // Where tags have two blanks, as the format wants, a line of an abstract may begin with a word, a blank and a hyphen.
  const tagged = /^(?:TY|ER) {2}[-\u2013]/im.test(text)
    ? /^[ \t]{0,8}([A-Z][A-Z0-9]) {2}[-\u2013][ \t]?(.*)/i
    : /^[ \t]{0,8}TY-\w/m.test(text)
      ? /^[ \t]{0,8}([A-Z][A-Z0-9])-[ \t]?(.*)/
      : /^[ \t]{0,8}([A-Z][A-Z0-9])[ \t]{0,4}[-\u2013\u2014](?:[ \t]+(.*)|$)/i;
  return entries(text, { tagged, begins: 'TY', ends: 'ER' }, ofRis);
}

/** Reads PubMed's format for reference managers. */
export const readNbib = (text: string): Promise<Entry[]> =>
  entries(text, { tagged: /^([A-Z]{2,4}) {0,2}-(?: (.*)|$)/, begins: 'PMID', ends: null }, ofNbib);

/** Reads the format with percent signs that EndNote, Google Scholar and journals call "EndNote": `%T Title`. */
export const readEnw = (text: string): Promise<Entry[]> =>
  entries(text, { tagged: /^(%\S)(?:[ \t]+(.*)|$)/, begins: '%0', ends: null }, (of) => ({
    identifiers: of('%R', '%M', '%U', '%>').filter(isNamed),
    title: of('%T')[0],
    authors: of('%A').flatMap(namesIn),
    issued: of('%D', '%8').join(' '),
    others: of('%J', '%B', '%I', '%V', '%N', '%P', '%S'),
    tags: of('%K').flatMap((words) => words.split(/[\n;]/)),
    notes: of('%Z'),
  }));

const entries = (text: string, grammar: Grammar, read: (fields: Fields) => Found): Promise<Entry[]> =>
  entriesOf(parts(text, grammar), {
    textOf: (lines) => lines.join(' '),
    read: (lines) => read(fieldsOf(lines, grammar)),
  });

/**
 * The lines of each entry, in order. A blank line parts two entries if the second has tags before the one that begins it, or if
 * the text has no tags that begin or end one.
 */
function* parts(text: string, { tagged, begins, ends }: Grammar): Generator<string[]> {
  let lines: string[] = [];
  let characters = 0;
  let [isStarted, hasTags, afterBlank] = [false, false, -1];
  const isBare = ![begins, ends].some((tag) => tag && new RegExp(`^[ \\t]{0,8}${tag}\\b`, 'im').test(text));
  for (const { 0: whole } of text.matchAll(/[^\n]+|\n(?=\n)/g)) {
    const line = whole.slice(0, fieldAtMost);
    const tag = tagged.exec(line)?.[1]?.toUpperCase() ?? (line.trim() === ends ? ends : undefined);
    if (tag === begins && isStarted) {
      const cut = afterBlank < 0 ? lines.length : afterBlank;
      yield lines.slice(0, cut);
      lines = lines.slice(cut);
      [characters, afterBlank] = [0, -1];
    }
    if (tag && tag === ends) {
      if (hasTags) yield lines;
      lines = [];
      [characters, isStarted, hasTags, afterBlank] = [0, false, false, -1];
      continue;
    }
    if (isBare && hasTags && !line.trim()) {
      yield lines;
      lines = [];
      [characters, hasTags] = [0, false];
    }
    if (!line.trim()) afterBlank = isStarted ? lines.length : -1;
    else if (!tag && afterBlank === lines.length) afterBlank = -1;
    isStarted ||= tag === begins;
    hasTags ||= tag !== undefined;
    characters += line.length;
    if (line.trim() && characters < entryAtMost) lines.push(line);
  }
  if (hasTags) yield lines;
}

type Fields = (...tags: string[]) => string[];

/** The values of an entry, by their tags. An identifier has no blanks, so a line that continues one adds none. */
function fieldsOf(lines: string[], { tagged }: Grammar): Fields {
  const all = new Map<string, string[]>();
  let last: string[] | null = null;
  let joint = '\n';
  for (const line of lines) {
    const [, written, value = ''] = tagged.exec(line) ?? [];
    const tag = written?.toUpperCase();
    if (tag) {
      last = all.get(tag) ?? [];
      joint = /^(?:DO|DI|UR|L[123]|LK|LID|AID|%[RU>])$/.test(tag) ? '' : '\n';
      all.set(tag, last);
      if (last.length < valuesAtMost) last.push(value.trim());
    } else if (last?.length) last.push(`${last.pop()}${joint}${line.trim()}`);
  }
  return (...tags) => tags.flatMap((tag) => all.get(tag)?.filter(Boolean) ?? []);
}

const ofRis = (of: Fields): Found => ({
  identifiers: [
    ...of('DO', 'DI'),
    // An accession number is another database's, unless the file says that it is PubMed's.
    ...of('AN')
      .map((number) => (of('DB', 'DP').some(isPubmed) && /^\d+$/.test(number) ? `PMID ${number}` : number))
      .filter(isNamed),
    ...of('UR', 'L1', 'L2', 'L3', 'LK', 'M3', 'ID', 'U1', 'U2', 'C2').filter(isNamed),
  ],
  title: of('TI', 'T1', 'CT')[0] ?? of('BT')[0] ?? of('TT')[0],
  authors: of('AU', 'A1').flatMap(namesIn),
  issued: of('PY', 'Y1', 'YR', 'DA').join(' '),
  others: of(...'JO JF JA J1 J2 T2 T3 PB M1 M2 VL IS SP SE C7 ET SN'.split(' ')),
  tags: of('KW').flatMap((words) => words.split(/[\n;]/)),
  notes: of('N1', 'RN', 'NT'),
});

/** Whether a text says what kind of identifier it is. */
const isNamed = (text: string): boolean => !/^\d*$/.test(text.trim());

const ofNbib = (of: Fields): Found => ({
  identifiers: [
    ...of('LID', 'AID').filter((id) => /\[doi\]/i.test(id)),
    ...of('PMID').map((number) => `PMID ${number}`),
    ...of('PMC'),
  ],
  title: of('TI')[0] ?? of('TT')[0] ?? of('BTI')[0],
  authors: [...(of('FAU').length ? of('FAU') : of('AU')), ...of('CN')].map(inOrder),
  issued: of('DP')[0],
  tags: of('OT'),
});
