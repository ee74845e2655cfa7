import { AppError } from '#shared/contract/errors.ts';
import { type Reference, referencesAtMost } from '#shared/shelf/imports.ts';
import { tagLengthAtMost } from '#shared/shelf/shelf.ts';
import { plain } from '#shared/values/plainText.ts';
import { identifierIn } from '#sources/record/record.ts';

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
