import { type ImportFormat, importFormats } from '#features/imports/contract.ts';
import { type ApartLimits, GivenUp, openApart, ThrownApart } from '#platform/runtime/apart.ts';
import { AppError, type ErrorCode, type ErrorDetails } from '#shared/contract/errors.ts';
import { identifiersIn } from '#sources/record/identifierIn.ts';
import { readBibtex } from './bibtex.ts';
import { readCsl } from './csl.ts';
import { type Entry, entriesOf, type Found } from './reference.ts';
import { readEnw, readNbib, readRis } from './tagged.ts';
import { readEndNoteXml, readZoteroRdf } from './xml.ts';

const inProcess = openApart({ ms: 10_000, megabytes: 64 });
/** Fifty times the text, which covers every parser on files that programs write, beside the process's own. */
const megabytesFor = (text: string): number => 64 + 50 * Math.ceil(text.length / 1_000_000);
/** Characters of all that is read from a text, which keeps less than it is given. */
const outputAtMost = 8_000_000;

/** Readers whose text is being read in this process. */
const reading = new Set<string>();

/**
 * Parses references in a process of their own, with limits on time, memory and output; one text of a reader at a time.
 * @throws AppError as `parseReferences`; `invalid` beyond the limits; `conflict` while another text of the reader is read
 */
export async function parseApart(
  text: string,
  userId: string,
  limits: Partial<ApartLimits> = {},
): ReturnType<typeof parseReferences> {
  if (reading.has(userId))
    throw new AppError('conflict', 'Another text of yours is being read. Please wait.');
  reading.add(userId);
  try {
    const bounds = { megabytes: megabytesFor(text), ...limits };
    return await inProcess({ module: new URL(import.meta.url), run: parseBounded, limits: bounds }, text);
  } catch (error) {
    if (error instanceof GivenUp) throw tooMuch();
    if (!(error instanceof ThrownApart && error.name === 'AppError')) throw error;
    const { code, details } = error.fields as { code: ErrorCode; details: ErrorDetails };
    throw new AppError(code, error.message, details);
  } finally {
    reading.delete(userId);
  }
}

/** What that process runs. */
export async function parseBounded(text: string): ReturnType<typeof parseReferences> {
  const parsed = await parseReferences(text);
  if (JSON.stringify(parsed).length > outputAtMost) throw tooMuch();
  return parsed;
}

const tooMuch = (): AppError =>
  new AppError(
    'invalid',
    'These references take too long to read, or expand to too much. Please import them in parts.',
  );

const readers: Record<ImportFormat, (text: string) => Promise<Entry[]>> = {
  ris: readRis,
  bibtex: readBibtex,
  csl: readCsl,
  'zotero-rdf': readZoteroRdf,
  'endnote-xml': readEndNoteXml,
  nbib: readNbib,
  enw: readEnw,
  list: readLines,
};

/**
 * The entries of a text of any format, as many as it has, parsed in slices so that other calls get their turn. What cannot be
 * read is among them, with its first words and the reason.
 * @throws AppError `invalid` for an unknown format, if no entry can be read, or for more than an import may have
 */
export async function parseReferences(text: string): Promise<{ format: ImportFormat; entries: Entry[] }> {
  const written = text
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?|\u2028/g, '\n')
    .replace(/\u00a0/g, ' ')
    .trim();
  const format = formatOf(written);
  const entries = await read(format, written);
  if (!entries.some((entry) => 'reference' in entry))
    throw new AppError(
      'invalid',
      format === 'list'
        ? `No reference was recognized. ${known}`
        : `This looks like ${importFormats[format]}, but no reference in it could be read.`,
    );
  return { format, entries };
}

const known = 'Please paste RIS, BibTeX, CSL-JSON, or one DOI or PMID a line.';

async function read(format: ImportFormat, text: string): Promise<Entry[]> {
  try {
    return await readers[format](text);
  } catch (error) {
    // The latter for thousands of levels.
    if (error instanceof SyntaxError || error instanceof RangeError) return [];
    throw error;
  }
}

/** A format is recognized by what its entries begin with. @throws AppError for a format that is none of ours */
function formatOf(text: string): ImportFormat {
  if (/^[[{]\s*[[{"\]}]/.test(text)) return 'csl';
  if (/<(?:[\w-]+:)?RDF[\s>]/i.test(text.slice(0, 4000))) return 'zotero-rdf';
  if (/^<[?!\w]/.test(text) && /<record[\s>]/.test(text)) return 'endnote-xml';
  if (/^[ \t]{0,8}(?:TY|ER)(?: {2}[-\u2013]|[ \t]{0,4}[-\u2013\u2014](?:[ \t]|$)|-[A-Z]{3,6}$)/im.test(text))
    return 'ris';
  if (/^PMID ?- ?\d/m.test(text)) return 'nbib';
  if (/^[ \t]{0,40}@[ \t]{0,3}[A-Za-z]{1,40}\s{0,9}[{(]/m.test(text)) return 'bibtex';
  if (/^%0 \S/m.test(text)) return 'enw';
  const other = isBinary(text)
    ? 'a file that is not text'
    : (others.find(([pattern]) => pattern.test(text))?.[1] ??
      (isUnlikeList(text) ? 'an unknown format' : null));
  if (other) throw new AppError('invalid', `This looks like ${other}, which cannot be read. ${known}`);
  return 'list';
}

/** What people have at hand instead, by how it begins. */
const others: [pattern: RegExp, name: string][] = [
  [/^<(?:!doctype\s+html|html|head|body|div|p|table)\b/i, 'a web page'],
  [/^<[?!\w]/, 'XML of another program'],
  [/^(?:UI: ?\d|Record #\d+ of \d)/m, 'a list of Ovid or the Cochrane Library'],
  [/^RT \S.{0,4000}^(?:A1|T1) \S/ms, 'RefWorks’ format'],
  [/^(?:FN|VR|PT) \S.{0,4000}^(?:AU|TI|SO) \S/ms, 'a list of Web of Science'],
  [
    /^(?=[^\n\d]*(?:\n|$))(?=[^\n]*\b(?:title|doi|pmid)\b)(?=[^\n]*\b(?:authors?|year|journal|source|date)\b)[^\n,;\t]{0,60}(?:[,;\t][^\n,;\t]{0,60}){2,}(?:\n|$)/i,
    'a table',
  ],
];

const isBinary = (text: string): boolean =>
  (/^%PDF-|^PK|^\{\\rtf|\ufffd.{0,9}\ufffd.{0,9}\ufffd/s.test(text) && !/^PK\w/.test(text)) ||
  text.includes('\0') ||
  /^[^\n]{0,9}[\p{Cc}--[\t\n\v\f]]/v.test(text);

const isBuilt =
  /^\s*(?:[A-Z%][A-Z\d]{1,3}\s{0,4}-\s|[A-Z]{2}: \S|[\w -]{1,30}\s?[=|]|(?!\[\d{1,4}\]\s)[<{}[\]|])/;

/** Whether most lines are made of names and values. */
function isUnlikeList(text: string): boolean {
  const lines = text.split('\n', 400).filter((line) => line.trim());
  const built = lines.filter((line) => isBuilt.test(line));
  return built.length > 1 && built.length > lines.length / 2;
}

/**
 * Reads a list with one reference a line: its identifiers or address, or its title. Several of one kind in a line, separated
 * by spaces, commas or semicolons, are several references.
 */
function readLines(text: string): Promise<Entry[]> {
  return entriesOf(linesIn(text), { textOf: (line) => line, read: ofLine });
}

function* linesIn(text: string): Generator<string> {
  const records = numbered(text);
  if (records) return yield* records;
  const joined = text.replace(/(?<=\b10\.\d{4,9}\/)\n[ \t]{0,9}(?=\w)/g, '');
  for (const [line] of joined.matchAll(/[^\n]+/g)) if (line.trim()) yield* severalIn(line.trim());
}

/** The records of PubMed's texts, which are numbered and have several lines; null for another list. */
function numbered(text: string): string[] | null {
  const parts = text.split(/^(?=\d{1,4}[.:] \S)/m).map((part) => part.trim().replace(/\s+/g, ' '));
  const areRecords = parts.every(
    (part, at) => Number.parseInt(part, 10) === at + 1 && part.split(/\bPMID: ?(?=\d)/).length === 2,
  );
  const lines = text.split('\n').filter((line) => line.trim()).length;
  // What names the work stands before and behind its abstract.
  const outer = (part: string) =>
    part.length < 1200
      ? part
      : part.slice(0, part.lastIndexOf(' ', 600)) + part.slice(part.indexOf(' ', part.length - 600));
  return areRecords && lines > parts.length ? parts.map(outer) : null;
}

function severalIn(line: string): string[] {
  const parts = line
    .split(/\s+|[,;](?=\s|$|10\.\d{4,9}\/|https?:|\d{4,}|\w{3,6}:)/, 3000)
    .filter((part) => part && !isLabel.test(part));
  if (parts.length < 2) return [line];
  const each = parts.map((part) => identifiersIn(part)[0]);
  const kinds = new Set(each.map((one) => one?.kind));
  const isLabeled = /\b(?:PMID|DOI|arXiv)\b\s?:/i.test(line);
  if (kinds.has(undefined) || (isLabeled && kinds.size === parts.length)) return [line];
  return each.map((one) => (one!.kind === 'pmid' ? `PMID ${one!.value}` : one!.value));
}

const isLabel = /^(?:(?:PMID|DOI|arXiv):?|\[[\w.-]{1,20}\])$/i;

/** The first line of a column of identifiers. */
const isLabels = /^(?:(?:PMID|PMCID|DOI|arXiv|title)s?[\s,;:]{0,3}){1,9}$/i;

function ofLine(line: string): Found | string {
  const identifiers = identifiersIn(line);
  if (!identifiers.length && (!/\p{L}.{0,20}\p{L}/u.test(line) || isLabels.test(line)))
    return 'It is neither an identifier nor a title.';
  if (!identifiers.length && /^(?:https?:\/\/\S+|(?:PMCID:? ?)?PMC\d+)$/i.test(line))
    return 'It names neither a DOI nor a PMID nor an arXiv identifier.';
  return { identifiers: [line], title: identifiers.length ? '' : line };
}
