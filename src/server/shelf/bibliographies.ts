import { setImmediate as nextTurn } from 'node:timers/promises';
import type { BibDB } from 'biblatex-csl-converter';
import { AppError } from '#shared/contract/errors.ts';
import { type Reference, referencesAtMost } from '#shared/shelf/imports.ts';
import { tagLengthAtMost } from '#shared/shelf/shelf.ts';
import { plain } from '#shared/values/plainText.ts';
import { identifierIn } from '#sources/record/record.ts';
import { readable } from '#sources/record/text.ts';
import { all, at, pageOf, parseXml, type XmlElement, XmlError } from '#sources/record/xml.ts';

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

/** Characters parsed before other calls get their turn. */
const xmlSliceCharacters = 100_000;

/** Reads EndNote's XML. @throws XmlError if it is not well-formed */
export async function readEndNoteXml(text: string): Promise<Reference[]> {
  const records = await recordsOf(text, ['record']);
  return records.flatMap((record) => fromEndNote(record) ?? []);
}

const fromEndNote = (record: XmlElement): Reference | null =>
  referenceOf({
    identifiers: identifiersOf([
      textAt(record, 'electronic-resource-num'),
      pmidIn(textAt(record, 'accession-num')),
      ...linksIn(at(record, 'urls')),
    ]),
    title: textAt(record, 'titles', 'title'),
    authors: all(at(record, 'contributors', 'authors'), 'author').map((name) => inOrder(readable(name))),
    year: Number(/\d{4}/.exec(textAt(record, 'dates', 'year'))?.[0]),
    tags: all(at(record, 'keywords'), 'keyword').map(readable),
    note: textAt(record, 'research-notes'),
  });

/** Elements of Zotero's items; a `Memo` is a note that items refer to. */
const zoteroItems = [
  'Article',
  'Book',
  'BookSection',
  'Description',
  'Document',
  'Manuscript',
  'Report',
  'Thesis',
];

/** Reads Zotero's RDF: items, and the notes they refer to. @throws XmlError if it is not well-formed */
export async function readZoteroRdf(text: string): Promise<Reference[]> {
  const records = await recordsOf(text, [...zoteroItems, 'Memo']);
  const notes = new Map(
    records
      .filter(({ name }) => name === 'Memo')
      .map((memo) => [memo.attributes['rdf:about'] ?? '', withoutTags(textAt(memo, 'value'))]),
  );
  return records.flatMap((record) => (record.name === 'Memo' ? [] : (fromZotero(record, notes) ?? [])));
}

function fromZotero(record: XmlElement, notes: ReadonlyMap<string, string>): Reference | null {
  const named = all(record, 'identifier').map((identifier) =>
    readable(at(identifier, 'URI', 'value') ?? identifier).replace(/^DOI\s+/i, ''),
  );
  return referenceOf({
    identifiers: identifiersOf([
      ...named.filter((one) => !/^IS[BS]N\b/i.test(one)),
      record.attributes['rdf:about'],
      ...textAt(record, 'description').split('\n'),
    ]),
    title: textAt(record, 'title'),
    authors: all(at(record, 'authors', 'Seq'), 'li').map((one) => {
      const person = at(one, 'Person');
      return [textAt(person, 'givenName'), textAt(person, 'surname')].filter(Boolean).join(' ');
    }),
    year: Number(/\d{4}/.exec(textAt(record, 'date'))?.[0]),
    tags: all(record, 'subject').map((subject) => readable(at(subject, 'AutomaticTag', 'value') ?? subject)),
    note: all(record, 'isReferencedBy')
      .flatMap((link) => notes.get(link.attributes['rdf:resource'] ?? '') || [])
      .join('\n\n'),
  });
}

/** The elements with these names. A broken one does not affect the others. */
async function recordsOf(text: string, names: string[]): Promise<XmlElement[]> {
  const { records } = pageOf(text, ...names);
  // A reference has an item, and at most a few notes.
  if (records.length > 10 * referencesAtMost) throw tooMany();
  const elements: XmlElement[] = [];
  let characters = 0;
  for (const { xml } of records) {
    try {
      elements.push(parseXml(xml));
    } catch (error) {
      if (!(error instanceof XmlError)) throw error;
    }
    characters += xml.length;
    if (characters < xmlSliceCharacters) continue;
    characters = 0;
    await nextTurn();
  }
  return elements;
}

const textAt = (element: XmlElement | undefined, ...path: string[]): string => {
  const found = element && at(element, ...path);
  return found ? readable(found) : '';
};

const pmidIn = (text: string): string => (/^\d{1,9}$/.test(text) ? `PMID ${text}` : '');

const linksIn = (urls: XmlElement | undefined): string[] =>
  urls
    ? readable(urls)
        .split(/\s+/)
        .filter((url) => /^https?:/.test(url))
    : [];

/** `Okafor, Ada` is Ada Okafor. */
const inOrder = (name: string): string => name.split(',').reverse().join(' ').trim();

const withoutTags = (html: string): string =>
  html
    .replace(/&lt;[^&]{0,200}&gt;|<[^<>]{0,200}>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** With more keywords than this they are a database's index terms, not the reader's tags. */
const ownTagsAtMost = 10;
const notesAtMost = 5000;

/** A cleaned and shortened reference for storage; null if nothing in it helps to find a work. */
export function referenceOf(
  given: Omit<Reference, 'title' | 'year'> & { title: string; year: number },
): Reference | null {
  const title = plain(given.title).slice(0, 1000) || null;
  const identifiers = given.identifiers.slice(0, 6);
  if (!title && !identifiers.length) return null;
  const tags = [...new Set(given.tags.map(plain))].filter((tag) => tag && tag.length <= tagLengthAtMost);
  return {
    identifiers,
    title,
    authors: given.authors
      .map((name) => plain(name).slice(0, 200))
      .filter(Boolean)
      .slice(0, 30),
    year: Number.isInteger(given.year) ? given.year : null,
    tags: tags.length <= ownTagsAtMost ? tags : [],
    note: given.note.trim().slice(0, notesAtMost),
  };
}

/** The error for a text with more references than an import may have. Parsing stops there. */
export const tooMany = (): AppError =>
  new AppError(
    'invalid',
    `An import can have at most ${referencesAtMost.toLocaleString('en-US')} references; this has more. Please import it in parts.`,
  );

/** The name of a reference in a list. */
export const labelOf = ({ title, identifiers: [first] }: Reference): string =>
  (title ?? (first ? `${first.kind.toUpperCase()} ${first.value}` : 'A reference')).slice(0, 300);

/** The identifiers in these texts, without duplicates, in order. */
export function identifiersOf(texts: (string | null | undefined)[]): Reference['identifiers'] {
  const all = texts.flatMap((text) => (text ? (identifierIn(text) ?? []) : []));
  return [...new Map(all.map((one) => [`${one.kind} ${one.value}`, one])).values()];
}

/**
 * The reader's own notes on a reference, one paragraph each, without the data that reference managers store in notes:
 * identifiers, versions, where a preprint was published.
 */
const ownNotes = (notes: string[]): string =>
  [...new Set(notes.map(withoutMarkup))].filter(isOwn).join('\n\n');

/** Whether a note was written by the reader, not by a reference manager. */
const isOwn = (note: string): boolean =>
  note
    .replace(/(?:^|\. )Published in [^\n]{1,300}$/, '')
    .split(/\. |\.$|\n/)
    .some((part) => part.trim() && !keptForWant.test(part.trim()));

const keptForWant =
  /^(?:(?:PubMed )?PMID:? ?\d+|PMCID:? ?\w+|arXiv:? ?\S+|(?:doi:? ?|https?:\/\/(?:dx\.)?doi\.org\/)?10\.\d{4,9}\/\S+|_?eprint:.*|Retracted|Withdrawn|Version \d+)$/i;

/** Converts Zotero's HTML notes to text. Keeps only paragraphs and line breaks. */
function withoutMarkup(note: string): string {
  if (!/<\/?(?:p|div|br)\b[^<>]{0,200}>/i.test(note)) return note.trim();
  return note
    .replace(/<br\s{0,3}\/?>/gi, '\n')
    .replace(/<\/(?:p|div|h\d|li)>/gi, '\n\n')
    .replace(/<[^<>]{0,200}>/g, '')
    .replace(/&(lt|gt|quot|amp);/g, (_, name: keyof typeof signs) => signs[name])
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

const signs = { lt: '<', gt: '>', quot: '"', amp: '&' };

/** The notes of one reference in RIS: `N1`, `RN` and `NT`, with the lines that continue them. */
function notesOfRis(part: string): string[] {
  const notes: string[][] = [];
  let isNote = false;
  for (const line of part.split('\n')) {
    const [, tag, rest = ''] = /^([A-Z][A-Z0-9]) {2}- ?(.*)$/.exec(line) ?? [];
    if (tag) {
      isNote = /^(?:N1|RN|NT)$/.test(tag);
      if (isNote) notes.push([rest]);
    } else if (isNote) notes.at(-1)!.push(line);
  }
  return notes.map((lines) => lines.join('\n').trim());
}
