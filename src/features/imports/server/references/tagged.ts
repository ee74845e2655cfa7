import { authorsOf } from '#sources/arxiv/reply.ts';
import {
  type Entry,
  entriesOf,
  entryAtMost,
  type Found,
  fieldAtMost,
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
  return entries(text, { tagged, begins: 'TY', ends: 'ER' });
}

/** Reads PubMed's format for reference managers. */
export const readNbib = (text: string): Promise<Entry[]> =>
  entries(text, { tagged: /^([A-Z]{2,4}) {0,2}-(?: (.*)|$)/, begins: 'PMID', ends: null });

/** Reads the format with percent signs that EndNote, Google Scholar and journals call "EndNote": `%T Title`. */
export const readEnw = (text: string): Promise<Entry[]> =>
  entries(text, { tagged: /^(%\S)(?:[ \t]+(.*)|$)/, begins: '%0', ends: null });

/** Reads texts of Web of Science and RefWorks, `AU Okafor, A`, and of the Cochrane Library, `AU: Okafor A`. */
export const readTagged = (text: string): Promise<Entry[]> => {
  const [begins = ''] = /^(?:PT|RT|ID)(?=:? )/m.exec(text) ?? [];
  return entries(text, { tagged: /^(?!EF|FN|VR)([A-Z][A-Z\d]{1,2})(?::? (.*)|$)/, begins, ends: 'ER' });
};

/** Reads texts that name each field: EndNote's "Show All Fields", arXiv's lists and mails. */
export const readLabeled = (text: string): Promise<Entry[]> => {
  const begins = /^Reference Type:/m.test(text) ? 'REFERENCE TYPE' : 'ARXIV';
  const tagged = /^(?:\[\d{1,4}\]\s{0,4})?([A-Za-z][A-Za-z ]{2,24}):[ \t]{0,4}(.*)/;
  return entries(text.replace(/\n\s*\n/g, '\n'), { tagged, begins, ends: null });
};

const entries = (text: string, grammar: Grammar): Promise<Entry[]> =>
  entriesOf(parts(text, grammar), {
    textOf: (lines) => lines.join(' '),
    read: (lines) => foundIn(fieldsOf(lines, grammar)),
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

/** What the tags of all these formats mean, which use the same ones alike but for `RN`, a substance in PubMed's. */
const foundIn = (of: Fields): Found => ({
  identifiers: [
    ...of('LID', 'AID').filter((id) => /\[doi\]/i.test(id)),
    ...of('DO', 'DI', 'DOI'),
    // An accession number is another database's, unless the file says that it is PubMed's.
    ...of('AN')
      .map((number) => (of('DB', 'DP').some(isPubmed) && /^\d+$/.test(number) ? `PMID ${number}` : number))
      .filter(isNamed),
    ...of('PMID', 'PM').map((number) => `PMID ${number}`),
    ...of('PMC'),
    ...of('ARXIV').map((id) => `arXiv:${id.split(/\s/, 1)[0]}`),
    ...of(...'UR L1 L2 L3 LK M3 ID U1 U2 C2 URL %R %M %U %>'.split(' ')).filter(isNamed),
  ],
  title: of('TI', 'T1', 'CT', '%T', 'TITLE')[0] ?? of('BT')[0] ?? of('TT')[0] ?? of('BTI')[0],
  authors: [
    ...([of('FAU'), of('AF')].find((full) => full.length) ?? of('AU', 'A1', '%A', 'AUTHOR')),
    ...of('CN', 'CA'),
  ]
    .flatMap(namesIn)
    // In arXiv's lists; its mails part the abstract by backslashes.
    .concat(of('AUTHORS').flatMap((names) => authorsOf(names.split('\n\\', 1)[0]!))),
  issued: of(...'PY Y1 YR EA DA DP %D %8 YEAR DATE'.split(' ')).join(' '),
  others: of(...'JO JF JA J1 J2 T2 T3 PB M1 M2 VL IS SP SE C7 ET SN %J %B %I %V %N %P %S'.split(' ')),
  tags: of('KW', 'K1', 'DE', 'OT', '%K').flatMap((words) => words.split(/[\n;]/)),
  notes: of('N1', 'NT', '%Z', ...(of('PMID').length ? [] : ['RN'])),
});

/** Whether a text says what kind of identifier it is. */
const isNamed = (text: string): boolean => !/^\d*$/.test(text.trim());
