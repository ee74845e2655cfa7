import { z } from 'zod';
import { failure, firstWords, jsonOf } from '../record/failures.ts';
import { checked } from '../record/record.ts';
import type { ArticleLink, SourceRecord } from '../record/source.ts';
import { isWanted, linksOf, recordOf } from './record.ts';

export interface SearchPage {
  results: unknown[];
  /** What goes on behind this page; null behind the last. */
  next: string | null;
  /** Hits in all, as the service counts them. */
  total: number;
}

const envelope = z.object({
  hitCount: z.coerce.number().int().min(0),
  nextCursorMark: z.string().nullish(),
  resultList: z.object({ result: z.array(z.unknown()) }),
});

const problem = z.object({ errCode: z.coerce.number(), errMsg: z.string().nullish() });

/**
 * Reads an answer of `/search`. Errors come under status 200 too, so only a list is an answer. The mark that was asked
 * with comes back behind the last page; an empty list has none.
 * @throws SourceFailure
 */
export function readSearch(body: string, asked: string): SearchPage {
  const json = jsonOf('europepmc', body);
  const said = problem.safeParse(json);
  if (said.success)
    throw failure('europepmc', 'refused', `${said.data.errCode}: ${said.data.errMsg ?? 'no message'}`);
  const { data } = envelope.safeParse(json);
  if (!data) throw failure('europepmc', 'malformed', firstWords(body));
  const { result } = data.resultList;
  const next = data.nextCursorMark ?? null;
  return { results: result, next: result.length === 0 || next === asked ? null : next, total: data.hitCount };
}

/** What a page holds beside its records or links: see `SearchPage`. */
interface Place {
  /** Everything on the page, wanted or not. */
  received: number;
  next: string | null;
  total: number;
}

export interface RecordsPage extends Place {
  records: SourceRecord[];
  malformed: number;
}

/** The records of an answer of `/search`. @throws SourceFailure */
export function readRecords(body: string, asked: string): RecordsPage {
  const { results, next, total } = readSearch(body, asked);
  return { ...checked(results.filter(isWanted).map(recordOf)), received: results.length, next, total };
}

export interface LinksPage extends Place {
  links: ArticleLink[];
}

/** The preprints of an answer of `/search` that became articles. @throws SourceFailure */
export function readLinks(body: string, asked: string): LinksPage {
  const { results, next, total } = readSearch(body, asked);
  return { links: results.flatMap(linksOf), received: results.length, next, total };
}
