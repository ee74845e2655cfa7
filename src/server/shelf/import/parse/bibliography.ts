import { setImmediate as nextTurn } from 'node:timers/promises';
import type { BibDB } from 'biblatex-csl-converter';
import { type Reference, referencesAtMost } from '#shared/shelf/imports.ts';
import { isOwn, notesOfRis, ownNotes } from './notes.ts';
import { identifiersOf, referenceOf, tooMany } from './reference.ts';

type EntryObject = BibDB[number];

/** References parsed before other calls get their turn, about 30 milliseconds of work. */
const sliceSize = 20;
const sliceCharacters = 50_000;
/** Maximum characters per reference. The rest, such as an article's full text, is ignored. */
const charactersAtMost = 50_000;
/** Maximum characters of a file's abbreviations, which are parsed again with every slice. */
const abbreviationCharacters = 20_000;
/** Maximum number of references parsed, some of which may be empty. */
const partsAtMost = 2 * referencesAtMost;

/** Reads RIS in slices. Parses notes itself, because the library keeps only one of several. */
export const readRis = (text: string): Promise<Reference[]> =>
  inSlices(text.split(/^(?=TY {2}-)/m), async (slice) => {
    const { parseRIS } = await converter();
    return slice.flatMap((part) =>
      entriesOf(parseRIS(part)).map((entry) => ({ ...entry, notes: notesOfRis(part) })),
    );
  });

/** Reads PubMed's format for reference managers in slices. */
export const readNbib = (text: string): Promise<Reference[]> =>
  inSlices(text.split(/^(?=PMID- )/m), async (slice) => {
    const { parseNBIB } = await converter();
    return entriesOf(parseNBIB(slice.join('')));
  });

/** Reads BibTeX and BibLaTeX in slices. Every slice gets the abbreviations. */
export async function readBibtex(text: string): Promise<Reference[]> {
  const parts = text.split(/^(?=@)/m);
  const isAbbreviation = (part: string) => /^@string\b/i.test(part);
  const abbreviations = parts.filter(isAbbreviation).join('').slice(0, abbreviationCharacters);
  const entries = parts.filter((part) => !isAbbreviation(part) && /^@(?!comment|preamble)/i.test(part));
  return inSlices(entries, async (slice) => {
    const { parse } = await converter();
    const options = { processUnexpected: true, processUnknown: true };
    return entriesOf(parse(abbreviations + slice.join('') + end, options));
  });
}

/**
 * The library loops forever if a text ends in a comment or after a backslash: it searches for the end of the line, or steps
 * over the end of the text.
 */
const end = '\n\n\n';

/** Loads the library on demand, because it takes a tenth of a second, too long for the server's start. */
const converter = () => import('biblatex-csl-converter');

/** An entry parsed by the library, with the notes that we parse ourselves. */
type Entry = EntryObject & { notes?: string[] };

async function inSlices(parts: string[], read: (slice: string[]) => Promise<Entry[]>): Promise<Reference[]> {
  if (parts.length > partsAtMost) throw tooMany();
  const references: Reference[] = [];
  for (const slice of slicesOf(parts)) {
    const entries = await read(slice);
    references.push(...entries.flatMap((entry) => fromEntry(entry) ?? []));
    if (references.length > referencesAtMost) throw tooMany();
    await nextTurn();
  }
  return references;
}

/** A few references each, fewer where they are long. */
function* slicesOf(parts: string[]): Generator<string[]> {
  let slice: string[] = [];
  let characters = 0;
  for (const part of parts) {
    const read = part.slice(0, charactersAtMost);
    if (slice.length === sliceSize || (slice.length && characters + read.length > sliceCharacters)) {
      yield slice;
      slice = [];
      characters = 0;
    }
    slice.push(read);
    characters += read.length;
  }
  if (slice.length) yield slice;
}

const entriesOf = ({ entries }: { entries: Record<number, EntryObject> }): EntryObject[] =>
  Object.values(entries);

function fromEntry({
  fields,
  notes,
  unknown_fields: unknown = {},
  unexpected_fields: unexpected = {},
}: Entry) {
  const field = (name: string): string => textOf(fields[name] ?? unexpected[name] ?? unknown[name]);
  const given = notes ?? [field('note'), field('annotation')];
  return referenceOf({
    identifiers: identifiersOf([
      field('doi'),
      field('pmid') && `PMID ${field('pmid')}`,
      field('eprint'),
      // A DOI in the reader's own notes may belong to another work.
      ...given.filter((note) => !isOwn(note)),
      field('url'),
    ]),
    title: field('title'),
    authors: namesOf(fields.author),
    year: Number(/\d{4}/.exec(field('date') || field('year'))?.[0]),
    tags: Array.isArray(fields.keywords) ? fields.keywords.map(String) : [],
    note: ownNotes(given),
  });
}

/** The text of a field, which the library returns as text or as runs of marked-up text. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) return value.map(textOf).join('');
  if (value && typeof value === 'object' && 'text' in value) return textOf(value.text);
  return '';
}

interface NameParts {
  given?: unknown;
  prefix?: unknown;
  family?: unknown;
  literal?: unknown;
}

const namesOf = (names: unknown): string[] =>
  Array.isArray(names)
    ? names.map(({ given, prefix, family, literal }: NameParts) =>
        [given, prefix, family, literal].map(textOf).filter(Boolean).join(' '),
      )
    : [];
