import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import { AppError } from '#shared/contract/errors.ts';
import { type ImportFormat, importFormats, type Reference, referencesAtMost } from '#shared/shelf/imports.ts';
import { identifierIn } from '#sources/record/record.ts';
import {
  identifiersOf,
  readBibtex,
  readEndNoteXml,
  readNbib,
  readRis,
  readZoteroRdf,
  referenceOf,
  tooMany,
} from './bibliographies.ts';

const readers: Record<ImportFormat, (text: string) => Promise<Reference[]> | Reference[]> = {
  ris: readRis,
  bibtex: readBibtex,
  csl: readCsl,
  'zotero-rdf': readZoteroRdf,
  'endnote-xml': readEndNoteXml,
  nbib: readNbib,
  list: readLines,
};

/**
 * The references in a text of any format, parsed in slices so that other calls get their turn.
 * @throws AppError `invalid` if there is none, or more than an import may have
 */
export async function parseReferences(
  text: string,
): Promise<{ format: ImportFormat; references: Reference[] }> {
  // BibTeX entries start at the beginning of a line, except in files that are indented as a whole.
  const written = text
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .replace(/^[ \t]{1,20}@/gm, '@')
    .trim();
  const format = formatOf(written);
  const references = await read(format, written);
  if (!references.length)
    throw new AppError(
      'invalid',
      format === 'list'
        ? 'No reference was recognized. Please paste RIS, BibTeX, CSL-JSON, or one DOI or PMID a line.'
        : `This looks like ${importFormats[format]}, but no reference in it could be read.`,
    );
  if (references.length > referencesAtMost) throw tooMany();
  return { format, references };
}

async function read(format: ImportFormat, text: string): Promise<Reference[]> {
  try {
    return await readers[format](text);
  } catch (error) {
    if (error instanceof AppError) throw error;
    // Handled below like a file without references.
    return [];
  }
}

/** A format is recognized by text near the beginning of its files. */
function formatOf(text: string): ImportFormat {
  const head = text.slice(0, 4000).trimStart();
  if (/^[[{]/.test(head)) return 'csl';
  if (head.startsWith('<')) return /<rdf:RDF/i.test(head) ? 'zotero-rdf' : 'endnote-xml';
  if (/^TY {2}-/m.test(head)) return 'ris';
  if (/^PMID- ?\d/m.test(head)) return 'nbib';
  if (/^@\w{1,20} {0,3}[{(]/m.test(head)) return 'bibtex';
  return 'list';
}

/** Lines that are read before other calls get their turn. */
const sliceSize = 200;

/**
 * Reads a list with one identifier or address per line, or several separated by spaces, commas or semicolons. A line
 * without any is a title.
 */
async function readLines(text: string): Promise<Reference[]> {
  const references: Reference[] = [];
  for (const [at, line] of text.split('\n').entries()) {
    references.push(...inLine(line.trim()));
    if (references.length > referencesAtMost) throw tooMany();
    if (at % sliceSize === sliceSize - 1) await nextTurn();
  }
  return references;
}

function inLine(written: string): Reference[] {
  if (!written) return [];
  const parts = written.split(/[\s,;]+/, referencesAtMost + 1).filter(Boolean);
  const each: Reference['identifiers'] = [];
  for (const part of parts) {
    const one = identifierIn(part);
    if (!one) break;
    each.push(one);
  }
  if (parts.length > 1 && each.length === parts.length) return each.map((one) => named([one], ''));
  const identifiers = identifiersOf([written]);
  return [named(identifiers, identifiers.length ? '' : written)];
}

const named = (identifiers: Reference['identifiers'], title: string): Reference =>
  referenceOf({ identifiers, title, authors: [], year: Number.NaN, tags: [], note: '' }) ?? {
    identifiers,
    title,
    authors: [],
    year: null,
    tags: [],
    note: '',
  };

const text = z.union([z.string(), z.number().transform(String)]).catch('');
const cslItem = z.object({
  title: text,
  author: z
    .array(z.object({ family: text, given: text, literal: text, 'non-dropping-particle': text }))
    .catch([]),
  issued: z
    .object({ 'date-parts': z.array(z.array(z.union([z.string(), z.number()]))) })
    .optional()
    .catch(undefined),
  DOI: text,
  PMID: text,
  URL: text,
  number: text,
  note: text,
  keyword: text,
  annote: text,
});

/** Reads CSL-JSON: an array of items, one item, or items under `items`. @throws SyntaxError for text that is not JSON */
async function readCsl(json: string): Promise<Reference[]> {
  const references: Reference[] = [];
  for (const [at, one] of cslItems(JSON.parse(json)).entries()) {
    const item = cslItem.safeParse(one);
    const reference = item.success ? ofItem(item.data) : null;
    if (reference) references.push(reference);
    if (references.length > referencesAtMost) throw tooMany();
    if (at % 100 === 99) await nextTurn();
  }
  return references;
}

function cslItems(given: unknown): unknown[] {
  if (Array.isArray(given)) return given;
  const isWrapped = given && typeof given === 'object' && 'items' in given && Array.isArray(given.items);
  return isWrapped ? (given.items as unknown[]) : [given];
}

const ofItem = (item: z.output<typeof cslItem>): Reference | null =>
  referenceOf({
    identifiers: identifiersOf([
      item.DOI,
      item.PMID && `PMID ${item.PMID}`,
      // Zotero puts fields that CSL lacks into the note, one per line.
      ...item.note.split('\n'),
      /^arxiv:/i.test(item.number) ? item.number : '',
      item.URL,
    ]),
    title: item.title,
    authors: item.author.map((name) =>
      [name.given, name['non-dropping-particle'], name.family, name.literal].filter(Boolean).join(' '),
    ),
    year: Number(item.issued?.['date-parts'][0]?.[0]),
    tags: item.keyword.split(',').map((tag) => tag.trim()),
    note: item.annote,
  });
