import { z } from 'zod';
import { dayOfIso } from '../record/days.ts';
import { failure, firstWords } from '../record/failures.ts';
import { arxivIdOf, checked } from '../record/record.ts';
import type { SourceRecord } from '../record/source.ts';
import { line } from '../record/text.ts';
import { all, type XmlElement } from '../record/xml.ts';
import { readPage, recordOrNull, textIn } from './page.ts';
import { recordOf } from './record.ts';

export interface AtomPage {
  records: SourceRecord[];
  malformed: number;
  /** Hits of the query. The feed's index lags, so it may return fewer. */
  total: number;
}

/**
 * Parses a reply of the query API: https://info.arxiv.org/help/api/user-manual.html
 * An error is a feed too, with one entry that links to `/api/errors`, and status 400 or 200.
 */
export function readAtom(body: string): AtomPage {
  const { frame, records } = readPage(body, 'entry');
  if (frame.name !== 'feed') throw failure('arxiv', 'malformed', firstWords(body));
  const total = z
    .string()
    .regex(/^\d{1,9}$/)
    .safeParse(textIn(frame, 'totalResults'));
  if (!total.success) throw failure('arxiv', 'malformed', 'a feed without totalResults');
  return { ...checked(records.map(({ xml }) => recordOrNull(xml, readEntry))), total: Number(total.data) };
}

function readEntry(entry: XmlElement): SourceRecord | null {
  const address = textIn(entry, 'id');
  if (address.includes('/api/errors')) throw failure('arxiv', 'refused', textIn(entry, 'summary') || address);
  const number = arxivIdOf(address.replace(/^https?:\/\/(?:\w+\.)?arxiv\.org\/abs\//, ''));
  const firstPosted = dayOfIso(textIn(entry, 'published'));
  if (!number || !firstPosted) return null;
  return recordOf({
    ...number,
    firstPosted,
    title: textIn(entry, 'title'),
    abstract: textIn(entry, 'summary'),
    authors: all(entry, 'author')
      .map((author) => line(textIn(author, 'name')).replace(/ ?:$/, ''))
      .filter(Boolean),
    categories: all(entry, 'category')
      .map((category) => category.attributes.term ?? '')
      .filter(Boolean),
    comments: textIn(entry, 'comment'),
    journalRef: textIn(entry, 'journal_ref'),
    doi: textIn(entry, 'doi'),
    license: '',
    file: null,
  });
}
