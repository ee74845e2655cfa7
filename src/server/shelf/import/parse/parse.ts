import { AppError } from '#shared/contract/errors.ts';
import type { Reference } from '#shared/shelf/imports.ts';
import { type ImportFormat, importFormats, referencesAtMost } from '#shared/shelf/imports.ts';
import { readBibtex, readNbib, readRis } from './bibliography.ts';
import { readCsl, readLines } from './lines.ts';
import { tooMany } from './reference.ts';
import { readEndNoteXml, readZoteroRdf } from './xmlFiles.ts';

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
