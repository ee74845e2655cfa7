import { setImmediate as nextTurn } from 'node:timers/promises';
import { decodeHTMLStrict } from 'entities';
import { type Reference, referencesAtMost } from '#features/imports/contract.ts';
import { AppError } from '#shared/contract/errors.ts';
import { tagLengthAtMost } from '#shared/shelf/shelf.ts';
import { boundedText } from '#shared/values/boundedText.ts';
import { plain, withoutTags } from '#shared/values/plainText.ts';
import { identifiersIn } from '#sources/record/identifierIn.ts';
import { inOrder, namesApart } from '#sources/record/names.ts';
import { line } from '#sources/record/text.ts';

/** One entry of a file: the reference, or why it could not be read, with its first words. */
export type Entry = { reference: Reference } | { label: string; reason: string };

/** What is stored of an entry that could not be read, and of one that is settled. */
export const nothing: Reference = {
  identifiers: [],
  title: null,
  authors: [],
  year: null,
  tags: [],
  note: '',
};

/** What a format's reader found in one entry, before it is cut and checked. */
export interface Found {
  /** Texts that may hold identifiers, the most trusted first. */
  identifiers: (string | undefined)[];
  title: string | undefined;
  authors?: string[];
  /** Text with the year. */
  issued?: string;
  tags?: string[];
  /** Texts of other fields, where programs put arXiv's number. */
  others?: string[];
  /** Notes, each as written. Those that programs keep data in are read for identifiers. */
  notes?: string[];
}

/** Maximum characters of an entry. The rest, such as an article's full text, is ignored. */
export const entryAtMost = 50_000;
/** Maximum characters of a field, which is more than any that is kept. */
export const fieldAtMost = 20_000;
/** Maximum values of a field that can have several: authors, keywords, notes, links. */
export const valuesAtMost = 200;

/**
 * Reads entries one after the other, so that other calls get their turn every 50,000 characters, and lists each that cannot be
 * read. @throws AppError `invalid` at the first entry too many
 */
export async function entriesOf<T>(
  parts: Iterable<T>,
  { textOf, read }: { textOf: (part: T) => string; read: (part: T) => Found | string },
): Promise<Entry[]> {
  const entries: Entry[] = [];
  let characters = 0;
  for (const part of parts) {
    if (entries.length === referencesAtMost) throw tooMany();
    const found = read(part);
    const reference = typeof found === 'string' ? null : referenceOf(found);
    const label = () => line(textOf(part).slice(0, 400)).slice(0, 120) || 'An empty entry';
    const reason = typeof found === 'string' ? found : 'It has neither a title nor an identifier.';
    entries.push(reference ? { reference } : { label: label(), reason: `Could not be read: ${reason}` });
    characters += 500 + textOf(part).length;
    if (characters < entryAtMost) continue;
    characters = 0;
    await nextTurn();
  }
  return entries;
}

/** The error for a text with more references than an import may have. Parsing stops there. */
export const tooMany = (): AppError =>
  new AppError(
    'invalid',
    `An import can have at most ${referencesAtMost.toLocaleString('en-US')} references; this has more. Please import it in parts.`,
  );

/** With more keywords than this they are a database's index terms, not the reader's tags. */
const ownTagsAtMost = 10;
const notesAtMost = 5000;

/** A cleaned and shortened reference for storage; null if nothing in it helps to find a work. */
function referenceOf({
  identifiers,
  title,
  authors = [],
  issued,
  tags = [],
  others = [],
  notes = [],
}: Found): Reference | null {
  const written = notes.slice(0, valuesAtMost).map((note) => asText(note.slice(0, fieldAtMost)));
  // A DOI in the reader's own notes may belong to another work.
  const named = [
    ...identifiers.slice(0, valuesAtMost),
    ...others.slice(0, valuesAtMost).filter((text) => /arxiv/i.test(text)),
    ...written.filter((note) => !isOwn(note)),
  ].flatMap((text) => identifiersIn(text ?? ''));
  const all = [...new Map(named.map((one) => [`${one.kind} ${one.value}`, one])).values()].slice(0, 6);
  // Databases write `&amp;` and `&lt;i&gt;` into every format.
  const clean = plain(decodeHTMLStrict(boundedText(title ?? '', fieldAtMost))).slice(0, 1000) || null;
  if (!all.length && !/[\p{L}\p{N}]/u.test(clean ?? '')) return null;
  const own = [...new Set(tags.slice(0, valuesAtMost).map(plain))].filter(
    (tag) => tag && tag.length <= tagLengthAtMost,
  );
  return {
    identifiers: all,
    title: clean,
    authors: authors
      .slice(0, valuesAtMost)
      .map((name) => plain(decodeHTMLStrict(name.slice(0, 500))).slice(0, 200))
      .filter((name) => name && !/^(?:and )?(?:others|et al\.?)$/i.test(name))
      .slice(0, 30),
    year: Number(/(?<!\d)[12]\d{3}(?!\d)/.exec(issued?.slice(0, 200) ?? '')?.[0]) || null,
    tags: own.length <= ownTagsAtMost ? own : [],
    note: [...new Set(written)].filter(isOwn).join('\n\n').slice(0, notesAtMost),
  };
}

/** The names in one field. */
export const namesIn = (field: string): string[] =>
  namesApart(decodeHTMLStrict(field.slice(0, fieldAtMost))).map(inOrder);

/** Whether a database's name is that of PubMed, whose accession numbers are PMIDs. */
export const isPubmed = (database: string): boolean =>
  /\b(?:pubmed|pmid|medline|nlm)\b|National Library of Medicine/i.test(database);

/** The name of a reference in a list. */
export const labelOf = ({ title, identifiers: [first] }: Reference): string =>
  (title ?? (first ? `${first.kind.toUpperCase()} ${first.value}` : 'A reference')).slice(0, 300);

/** Whether a note was written by the reader, not by a program, which keeps identifiers, versions and the like. */
const isOwn = (note: string): boolean =>
  !ofProgram.test(note) &&
  note
    .replace(/(?:^|\. )Published in [^\n]{1,300}$/, '')
    .split(/[.;] |[.;]$|\n|(?<=\]) (?=\[)/)
    .some((part) => part.trim() && !keptForWant.test(part.trim()));

/** How notes of Scopus, ProQuest, EndNote and arXiv begin. */
const ofProgram =
  /^(?:Export Date: \d|Cited By:? ?\d|Last updated - |Date (?:revised|created|completed) - |Copyright (?:of|©|\()|(?:From )?Duplicate (?:of )?\d|Comment: (?=[^\n]*\b(?:pages?|figures?|tables?|accepted|published|appear)\b))/i;

const keptForWant =
  /^(?:\[?(?:(?:PubMed|MEDLINE) ?)?(?:PMID|ID)?:? ?\d+\]?|(?:PMCID:? ?)?PMC\d+|(?:https?:\/\/arxiv\.org\/|(?:Number: ?)?arXiv:? ?)\S+(?: ?\[[\w., -]{1,60}\])?|\[?(?:doi:? ?|https?:\/\/(?:dx\.)?doi\.org\/)?10\.\d{4,9}\/\S+|_?eprint:.*|Accession Number:? ?\S+|(?:Publication Type|Publisher|Section|Conference Name|Version Number|Citation Key|MAG ID|S2ID|ISBN|ISSN|Type|Place|Series|Edition|Issue|Volume|Pages|Num Pages):.*|tex\.\w+:.*|Retracted|Withdrawn|Version \d+)$/i;

/** Converts Zotero's HTML notes to text. Keeps only paragraphs and line breaks. */
function asText(note: string): string {
  if (!/<\/?(?:p|div|br)\b[^<>]{0,200}>/i.test(note)) return note.trim();
  const lines = note
    .replace(/<br\s{0,3}\/?>/gi, '\n')
    .replace(/<\/(?:p|div|h\d|li)>/gi, '\n\n')
    .replace(/<(?:p|div|h\d|li|a|span)\b[^<>]{0,300}>|<\/(?:a|span)>/gi, '');
  return withoutTags(lines)
    .replace(/&(lt|gt|quot|amp);/g, (_, name: keyof typeof signs) => signs[name])
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

const signs = { lt: '<', gt: '>', quot: '"', amp: '&' };
