import { identifiersIn } from '#sources/record/identifierIn.ts';
import { fromTex } from '#sources/record/tex.ts';
import { citedIn } from './cited.ts';
import { type Entry, entriesOf, type Found } from './reference.ts';

/**
 * Reads a list with one reference a line: its identifiers or address, or its title. Several of one kind in a line, separated
 * by spaces, commas or semicolons, are several references; lines that go on with a reference are joined to it.
 */
export function readLines(text: string): Promise<Entry[]> {
  const isProse = /^[^\n]{60}/m.test(text);
  const read = (line: string) => (isProse && /^\d{1,5}$/.test(line) ? neither : ofLine(line));
  return entriesOf(linesIn(text.replace(headings, '')), { textOf: (line) => line, read });
}

function* linesIn(text: string): Generator<string> {
  const unbroken = text
    .replace(
      /(?<=\b10\.\d{4,9}\/|\bdoi: ?|\bdoi\.org\/)\n[ \t]{0,9}(?=\w)|(?<=https?:\/\/)\n[ \t]{0,9}(?=(?:dx\.)?doi)/gi,
      '',
    )
    // A DOI goes on after a hyphen, and after a stop that ends a line of prose.
    .replace(
      /(?<=\b10\.\d{4,9}\/\S{0,80}[-_]|^\S.{20,400}\s\S{0,20}10\.\d{4,9}\/\S{0,80}\.)\n[ \t]{0,9}(?=[\w-]{1,40}[.,;]?[ \t]{0,9}$)/gm,
      '',
    );
  const records = bibitems(unbroken) ?? numbered(unbroken);
  if (records) return yield* records;
  for (const line of joined(unbroken)) yield* severalIn(line);
}

/** The references of TeX's own lists; null for another list. */
function bibitems(text: string): string[] | null {
  const [lists = ''] = text.split('\\end{thebibliography}', 1);
  const [, ...items] = lists.split(/\\bibitem\s{0,9}(?:\[[^\]]{0,300}\]\s{0,9})?\{[^{}]{0,200}\}/);
  const plain = (item: string) =>
    fromTex(
      item
        .slice(0, 4000)
        .replace(/\\(?:url|href|doi|path|newblock)\b/g, ' ')
        .replace(/\}\s?\{/g, '} {'),
      { isTypeset: true },
    );
  return items.length > 0 ? items.map((item) => plain(item).replace(/\s+/g, ' ').trim()) : null;
}

/** How references of a list are numbered. */
const numbers = [/^(?=\d{1,4}[.:)]\s{1,4}\S)/m, /^(?=\[\d{1,4}\]\s?\S)/m, /^(?=\(\d{1,4}\) \S)/m];

/** The references of a numbered list that has several lines for each, such as PubMed's texts; null for another list. */
function numbered(text: string): string[] | null {
  const mark = numbers.find((mark) => mark.test(text));
  if (!mark) return null;
  const written = text.split(mark).map((part) => part.trim());
  const parts = written.map((part) => part.replace(/\s+/g, ' '));
  const lead = mark.test(`${parts[0]}`) ? [] : parts.splice(0, 1);
  const first = numberOf(parts[0]);
  const records = parts.filter((part, at) => numberOf(part) === first + at);
  const areOfPubmed = parts.every((part) => part.split(/\bPMID: ?(?=\d)/).length === 2);
  const areLong = written.filter((part) => part.includes('\n')).length >= written.length / 2;
  const areCited = parts.length > 1 && parts.every((part) => namesOne(part) && (areLong || namesAny(part)));
  const lines = text.split('\n').filter((line) => line.trim()).length;
  const isNumbered = records.length === parts.length && lines > parts.length + lead.length;
  return isNumbered && (areOfPubmed || areCited) ? [...lead, ...parts.map(outer)] : null;
}

const numberOf = (part = ''): number => Number(/^\W?(\d+)/.exec(part)?.[1]);

/** What names the work stands before and behind its abstract. */
const outer = (part: string): string =>
  part.length < 1200
    ? part
    : part.slice(0, part.lastIndexOf(' ', 600)) + part.slice(part.indexOf(' ', part.length - 600));

const namesAny = (text: string): boolean => identifiersIn(text).length > 0;

/** Whether a text names one work at most. */
function namesOne(text: string): boolean {
  const kinds = identifiersIn(text).map(({ kind }) => kind);
  return new Set(kinds).size === kinds.length;
}

function* joined(text: string): Generator<string> {
  const lines = text.split('\n');
  const isHanging = lines.filter((line) => /^\S/.test(line)).length > 1;
  let whole = '';
  for (const line of lines) {
    const isNext = whole.length > 20 && line.trim() && goesOn(whole, line, isHanging);
    if (isNext) whole += ` ${line.trim()}`;
    else {
      if (whole) yield whole;
      whole = line.trim();
    }
  }
  if (whole) yield whole;
}

/** Whether a line goes on with the reference above: it is indented, is its identifier, or begins within a sentence. */
function goesOn(whole: string, line: string, isHanging: boolean): boolean {
  const text = line.trim();
  if (whole.length > 2000 || !namesOne(`${whole} ${text}`)) return false;
  if (isHanging && /^(?: {2}|\t)/.test(line)) return true;
  if (whole.length < 40) return false;
  const isIdentifier = text.split(/\s+/, 4).length < 4 && namesAny(text);
  if (isIdentifier) return /\b(?:19|20)\d\d\b/.test(whole) && !namesAny(whole);
  return /^(?!https?:)[a-z]{3,}(?![-\w])/.test(text) && !/[.!?]$/.test(whole);
}

function severalIn(line: string): string[] {
  const parts = line
    .split(/\s+|["']?[,;]["']?(?=\s|$|10\.\d{4,9}\/|https?:|\d{4,}|PMC\d|\w{3,6}:)/, 3000)
    .filter((part) => part && !isLabel.test(part));
  if (parts.length < 2) return [line];
  const each = parts.map((part) => identifiersIn(part)[0]);
  const kinds = new Set(each.map((one) => one?.kind));
  const isLabeled = /\b(?:PMID|PMCID|DOI|arXiv)\b\s?:/i.test(line);
  if (kinds.has(undefined) || (isLabeled && kinds.size === parts.length)) return [line];
  return each.map((one) => (one!.kind === 'pmid' ? `PMID ${one!.value}` : one!.value));
}

const isLabel =
  /^(?:(?:PMID|PMCID|DOI|arXiv)(?:\(?s\)?)?:?|\[[\w.-]{1,20}\]|OR|and|[-*•·–]|\(?\d{1,4}[.)])$/i;

/** The first line of a column of identifiers, or of a bibliography, which is no reference. */
const headings =
  /^"?(?:(?:PMID|PMCID|DOI|arXiv|title|reference|bibliography|literature(?: cited)?|works cited)s?[ "',;:]{0,3}){1,9}(?:\n|$)/i;

const neither = 'It is neither an identifier nor a title.';

/** One reference of a list. */
export function ofLine(line: string): Found | string {
  const text = line.replace(/^\(?\d{1,4}[.)]\s+(?=[1-9]\d{3,7}$)/, '');
  const isNamed = namesAny(text);
  if (!isNamed && !/\p{L}.{0,20}\p{L}/u.test(line)) return neither;
  // An address, a number of a trial, a shortened DOI: no title is one word with such signs.
  if (!isNamed && /^(?=\S*[\d/:@])[!-~]+$|^(?:e-?)?IS[BS]N[\s:-]{0,3}[\dX -]{8,20}$/i.test(line))
    return 'It names neither a DOI nor a PMID nor another identifier.';
  return { identifiers: [text], title: isNamed ? '' : line, ...citedIn(line) };
}
