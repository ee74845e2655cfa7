import { apart } from '../client/readApart.ts';
import { wordsOf } from '../record/text.ts';
import { readHeadings, readSearch } from './replies.ts';

const replies = new URL('./replies.ts', import.meta.url);
const headingsAtMost = 50;

type Ask = <T>(
  program: 'esearch' | 'esummary',
  wanted: { form: Record<string, string | number>; read: (body: string) => Promise<T> },
) => Promise<T>;

/**
 * MeSH headings with one of these phrases in their terms, each as its terms, by two calls at most
 * (https://www.ncbi.nlm.nih.gov/books/NBK25499/ on `db=mesh`). MeSH is in the public domain (U.S. National Library of Medicine).
 */
export async function headingsOf(ask: Ask, phrases: readonly string[]): Promise<string[][]> {
  const terms = phrases.map((phrase) => wordsOf(phrase).join(' ')).filter(Boolean);
  if (!terms.length) return [];
  const { ids } = await ask('esearch', {
    form: {
      db: 'mesh',
      term: terms.map((term) => `"${term}"`).join(' OR '),
      retmax: headingsAtMost,
      retmode: 'json',
    },
    read: apart('pubmed', replies, readSearch),
  });
  if (!ids.length) return [];
  return ask('esummary', {
    form: { db: 'mesh', id: ids.slice(0, headingsAtMost).join(','), retmode: 'json' },
    read: apart('pubmed', replies, readHeadings),
  });
}
