import { type SQL, sql } from 'drizzle-orm';
import type { PaperInput } from '#shared/papers/paper.ts';

/** The fields of a paper that the shelf's search uses. */
export interface Searched {
  shown: PaperInput;
  note: string;
  tags: string[];
}

/** The search document of a paper on the shelf: title, authors, journal, abstract, note, and tags. */
export const documentOf = (searched: Searched): SQL<string> =>
  sql<string>`to_tsvector('english', ${searchedText(searched)})`;

/** The text of that document, for statements that write many. */
export const searchedText = ({ shown, note, tags }: Searched): string =>
  folded(
    [shown.title, shown.journal, ...(shown.authors ?? []), shown.abstract, note, ...tags]
      .filter(Boolean)
      .join(' '),
  ).slice(0, maxText);

/** The query for typed words: every word, or its beginning, must match. Null if nothing can be searched. */
export function queryOf(words: string): SQL | null {
  const typed = folded(words).split(' ').filter(Boolean).slice(0, 8);
  return typed.length ? sql`to_tsquery('english', ${typed.map((word) => `${word}:*`).join(' & ')})` : null;
}

/** PostgreSQL's limit for one document is 1 MB of stems; no abstract comes near this. */
const maxText = 200_000;

/** Lower case, without accents, and only letters and digits, so that `perez` finds `Pérez`, and `PD 1` finds `PD-1`. */
const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
