import { decodeHTMLStrict } from 'entities';
import { type ImportFormat, importFormats, referencesAtMost } from '#features/imports/contract.ts';
import { type ApartLimits, GivenUp, openApart, ThrownApart } from '#platform/runtime/apart.ts';
import { AppError, type ErrorCode, type ErrorDetails } from '#shared/contract/errors.ts';
import { encodedOnce } from '#shared/values/textOf.ts';
import { identifiersIn } from '#sources/record/identifierIn.ts';
import { readBibtex } from './bibtex.ts';
import { readCsl } from './csl.ts';
import { readLines } from './list.ts';
import { type Entry, tooMany } from './reference.ts';
import { isTable, readTable } from './table.ts';
import { readEnw, readLabeled, readNbib, readRis, readTagged } from './tagged.ts';
import { readEndNoteXml, readPubmedXml, readZoteroRdf } from './xml.ts';

const inProcess = openApart({ ms: 10_000, megabytes: 64 });
/** Fifty times the text, which covers every parser on files that programs write, beside the process's own. */
const megabytesFor = (text: string): number => 64 + 50 * Math.ceil(text.length / 1_000_000);
/** Characters of all that is read from a text, which keeps less than it is given. */
const outputAtMost = 8_000_000;

/** Who imports, from which coarse network. */
export type Asker = { userId: string; network: string };

/** Readers whose text is being read in this process, and their networks. */
const reading = new Map<string, string>();

/**
 * Parses references in a process of their own, with limits on time, memory and output; one text of a reader at a time.
 * The more texts of a network wait, the later comes its next, so that others wait for one of them and not for all.
 * @throws AppError as `parseReferences`; `invalid` beyond the limits; `conflict` while another text of the reader is read
 */
export async function parseApart(
  text: string,
  { userId, network }: Asker,
  limits: Partial<ApartLimits> = {},
): ReturnType<typeof parseReferences> {
  if (reading.has(userId))
    throw new AppError('conflict', 'Another text of yours is being read. Please wait.');
  const before = [...reading.values()].filter((one) => one === network).length;
  reading.set(userId, network);
  try {
    const bounds = { megabytes: megabytesFor(text), priority: -before, ...limits };
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

const webPage =
  /^<(?:!doctype\s+html|html|head|body|meta|a|div|li|ol|p|pre|span|textarea|table|ul)\b|^<!--.{0,2000}<(?:html|body)\b/is;

const readers: Record<ImportFormat, (text: string) => Promise<Entry[]>> = {
  ris: readRis,
  bibtex: readBibtex,
  csl: readCsl,
  'zotero-rdf': readZoteroRdf,
  'endnote-xml': readEndNoteXml,
  'pubmed-xml': readPubmedXml,
  tagged: readTagged,
  labeled: readLabeled,
  nbib: readNbib,
  enw: readEnw,
  table: readTable,
  list: readLines,
};

/**
 * The entries of a text of any format, as many as it has, parsed in slices so that other calls get their turn. What cannot be
 * read is among them, with its first words and the reason.
 * @throws AppError `invalid` for an unknown format, if no entry can be read, or for more than an import may have
 */
export async function parseReferences(text: string): Promise<{ format: ImportFormat; entries: Entry[] }> {
  const written = encodedOnce(shownBy(text))
    .replace(/\uFEFF/g, '')
    .replace(/\r\n?|[\u0085\u2028]/g, '\n')
    .replace(/\u00a0/g, ' ')
    .replace(/^ï»¿/, '')
    // Spreadsheets quote each line.
    .replace(/^"(?=[A-Z]{2}[A-Z\d]{0,2} {0,2}- |%\S )([^\n]{1,20000})"$/gm, (_, line: string) =>
      line.replaceAll('""', '"'),
    )
    .replace(bareEntry, '@$&')
    // Semantic Scholar writes the kind as a list.
    .replace(/^(\s{0,9}@)\['(\w{1,40})'[^\]\n]{0,100}\](?=\{)/gm, '$1$2')
    .trim();
  const isQuoted = /^[^\n>]/m.test(written);
  const parts = partsOf(isQuoted ? written : written.replace(/^>[ \t]?/gm, ''));
  const entries: Entry[] = [];
  for (const { format, text } of parts) entries.push(...(await read(format, text)));
  if (entries.length > referencesAtMost) throw tooMany();
  const { format } = parts[0]!;
  if (!entries.some((entry) => 'reference' in entry))
    throw new AppError(
      'invalid',
      format === 'list'
        ? `No reference was recognized. ${known}`
        : `This looks like ${importFormats[format]}, but no reference in it could be read.`,
    );
  return { format, entries };
}

/** The beginning of a BibTeX entry whose @ was not copied. */
const bareEntry =
  /^(?:article|book|conference|in(?:book|collection|proceedings)|(?:masters|phd)?thesis|misc|online|proceedings|techreport|unpublished)\{[^\s,{}=]{1,100},[ \t]*$/gim;

/**
 * The references that a web page shows in `<pre>`, in a field, on lines or as Zotero's bibliography, or that a piece of a page
 * names; any other text as it is.
 */
function shownBy(text: string): string {
  if (!webPage.test(text.trimStart())) return text;
  const isWhole = /<(?:!doctype|html|head|body)\b/i.test(text.slice(0, 2000));
  const listed = linesOf(
    isWhole
      ? text
          .split(/(?=<div class="csl-entry")/)
          .slice(1)
          .join('')
      : text,
  );
  if (
    /"csl-entry"/.test(text) ||
    (/<(?:a|li)\b/i.test(text) && listed.some((line) => identifiersIn(line).length > 0))
  )
    return listed.join('\n');
  const shown: string[] = [];
  let depth = 0;
  for (const piece of text.split(/(?=<\/?(?:pre|textarea)\b[^<>]{0,300}>)/i)) {
    const tag = /^<(\/?)(?:pre|textarea)\b[^<>]{0,300}>/i.exec(piece);
    if (tag) depth = Math.max(0, depth + (tag[1] ? -1 : 1));
    if (depth > 0) shown.push(piece.slice(tag?.[0].length ?? 0));
  }
  const plain = (shown.length ? shown.join('\n\n') : text.split(/<\/head>/i).at(-1)!)
    .replace(/<(?:br|\/p|\/div|\/li)\b[^<>]{0,300}>/gi, '\n')
    .replace(/<!?\/?(?:[abip]|body|code|div|doctype|h\d|head|html|li|meta|ol|span|ul)\b[^<>]{0,300}>/gi, '');
  const references = decodeHTMLStrict(plain);
  const hasSome = beginnings.some(([, pattern]) => pattern.test(references));
  return hasSome && !/<title/i.test(references) ? references : text;
}

/** The lines of HTML, with the addresses of its links. */
const linesOf = (html: string): string[] =>
  html
    .replace(/\s+/g, ' ')
    .replace(/<(?:br|\/p|\/div|\/li|\/tr|\/a(?=>\s*<a\b))[^<>]{0,300}>/gi, '\n')
    .replace(
      /<a\b[^<>]{0,300}?href=["']?([^"'<>\s]{1,300})[^<>]{0,300}>(?:(?=[^<]{0,200}\b10\.\d{4})[^<]{0,300})?/gi,
      ' $1 ',
    )
    .replace(/<\/?[a-z]\w{0,20}\b[^<>]{0,300}>/gi, '')
    .split('\n')
    .map((line) => decodeHTMLStrict(line).trim())
    .filter(Boolean);

/** What begins a reference in the formats that are made of lines. */
const beginnings: [ImportFormat, RegExp][] = [
  ['ris', /^[ \t]{0,8}(?:TY|ER)(?: {2}[-\u2013]|[ \t]{0,4}[-\u2013\u2014](?:[ \t]|$)|-[A-Z]{3,6}$)/im],
  ['nbib', /^PMID ?- ?\d/m],
  ['bibtex', /^[ \t]{0,40}@[ \t]{0,3}[A-Za-z]{1,40}\s{0,9}[{(]/m],
  ['enw', /^%0 \S/m],
];
const json: [ImportFormat, RegExp] = ['csl', /^(?:\[\s*\{|\{\s*")/];
const endsReference = /^\s*ER\s{0,4}[-\u2013\u2014]?\s*$|^[ \t]*$|[})\]]\s*$/i;
/** Whether a line is one identifier, or a reference in prose, which has its year outside addresses. */
const isOfList = (line: string): boolean =>
  (/^\s*(?:(?:PMID|PMCID|DOI|arXiv)\W{0,3})?[^\s={}]+\s*$/i.test(line) && identifiersIn(line).length === 1) ||
  (/^(?![A-Z][A-Z\d]{1,3} {0,2}-)[^\s%@{}].{30}/.test(line) &&
    /\b(?:19|20)\d\d\b/.test(line.slice(0, 4000).replace(/https?:\S+|10\.\d{4,9}\/\S+/g, '')) &&
    identifiersIn(line).length > 0);

/** The parts of a text that are in one format each, since people join files. A part begins behind the end of a reference. */
function partsOf(text: string): { format: ImportFormat; text: string }[] {
  const starts: { format: ImportFormat; from: number }[] = [];
  let [at, isEnd] = [0, true];
  for (const line of text.split('\n')) {
    const now = starts.at(-1)?.format;
    const hasEnds = now === 'ris' || now === 'bibtex' || now === 'csl';
    const isOpen = hasEnds && (!isEnd || !line.trim());
    const found =
      (isEnd || now === 'list') && [...beginnings, json].find(([, pattern]) => pattern.test(line))?.[0];
    const next = found || (isEnd && !isOpen && isOfList(line) ? 'list' : undefined);
    if (next && next !== now) starts.push({ format: next, from: at });
    if (line.trim() || !hasEnds) isEnd = endsReference.test(line);
    at += line.length + 1;
  }
  const lead = text.slice(0, starts[0]?.from).trim();
  if (starts[0]?.from && /^[[{<]/.test(lead)) starts.unshift({ format: formatOf(lead), from: 0 });
  if (starts.length < 2) return [{ format: formatOf(text), text }];
  starts[0]!.from = 0;
  return starts.map(({ format, from }, at) => ({ format, text: text.slice(from, starts[at + 1]?.from) }));
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
  if (/^(?:\[\s*[[{"\]]|\{\s*["}])/.test(text)) return 'csl';
  if (/<(?:[\w-]+:)?RDF[\s>]/i.test(text.slice(0, 4000))) return 'zotero-rdf';
  if (/^<[?!\w]/.test(text) && /<record[\s>]/.test(text)) return 'endnote-xml';
  if (/^<[?!\w]/.test(text) && /<Pubmed(?:Book)?Article[\s>]/.test(text)) return 'pubmed-xml';
  const [format] = beginnings.find(([, pattern]) => pattern.test(text)) ?? [];
  if (format) return format;
  if (/^(?:TI|T1) {2}- \S/m.test(text)) return 'ris';
  if (isTable(text)) return 'table';
  if (taggedText.test(text)) return 'tagged';
  if (labeledText.test(text)) return 'labeled';
  const other = isBinary(text)
    ? 'a file that is not text'
    : (others.find(([pattern]) => pattern.test(text))?.[1] ??
      (isUnlikeList(text) ? 'an unknown format' : null));
  if (other) throw new AppError('invalid', `This looks like ${other}, which cannot be read. ${known}`);
  return 'list';
}

const taggedText =
  /^(?:RT \S.{0,4000}^(?:A1|T1)|(?:FN|VR|PT) \S.{0,4000}^(?:AU|TI|SO)|Record #\d+ of \d.{0,4000}^(?:AU|TI):) \S/ms;

const labeledText =
  /^Reference Type: {1,4}\S|^(?:\[\d{1,4}\]\s{0,4})?arXiv:\d{4}\.\d{4,5}\b(?:[^\n]{0,300}\n){1,4}Title: /m;

/** What people have at hand instead, by how it begins. */
const others: [pattern: RegExp, name: string][] = [
  [webPage, 'a web page'],
  [/^<[?!a-z]/i, 'XML of another program'],
  [/^(?:UI: ?\d|<1>\s*$)/m, 'a list of Ovid'],
  [
    /^cff-version: |^[ \t-]{0,6}(?:id|type|title): \S[^\n]*\n(?:[^\n]*\n){0,5}[ \t-]{0,6}(?:title|type|doi|issued|author):/im,
    'YAML',
  ],
];

const isBinary = (text: string): boolean =>
  (/^%PDF-|^PK|^\{\\rtf|\ufffd.{0,9}\ufffd.{0,9}\ufffd/s.test(text) && !/^PK\w/.test(text)) ||
  text.includes('\0') ||
  /^[^\n]{0,9}[\p{Cc}--[\t\n\v\f]]/v.test(text);

const isBuilt =
  /^\s*(?:[A-Z%][A-Z\d]{1,3}\s{0,4}-\s|[A-Z]{2}: \S|[\w -]{1,30}\s?=|[\w-]{1,20}\s?\||(?!\[\d{1,4}\]\s|\{\{)[<{}[\]|])/;

/** Whether most lines are made of names and values, or all of as many cells, after which prose would have blanks. */
function isUnlikeList(text: string): boolean {
  const lines = text.split('\n', 400).filter((line) => line.trim());
  const [cells = 0, ...others] = lines.map((line) => line.split(/[,;\t](?! )/).length);
  if (others.length > 1 && cells > 2 && others.every((one) => one === cells))
    return !lines.some((line) => identifiersIn(line).length > 0);
  const built = lines.filter((line) => isBuilt.test(line));
  return built.length > 1 && built.length > lines.length / 2;
}
