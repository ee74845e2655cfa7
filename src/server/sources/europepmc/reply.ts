import { z } from 'zod';
import { failure, firstWords, jsonOf } from '../record/failures.ts';
import { checked } from '../record/record.ts';
import type { ArticleLink, SourceRecord } from '../record/source.ts';
import { isWanted, linksOf, recordOf } from './record.ts';

export interface SearchPage {
  results: unknown[];
  /** The cursor of the next page; null on the last. */
  next: string | null;
  /** Total hits by the service's count. */
  total: number;
}

const envelope = z.object({
  hitCount: z.coerce.number().int().min(0),
  nextCursorMark: z.string().nullish(),
  resultList: z.object({ result: z.array(z.unknown()) }),
});

const problem = z.object({ errCode: z.coerce.number(), errMsg: z.string().nullish() });

/**
 * Parses a reply of `/search`. Errors may have status 200, so only a list is valid. The last page repeats the requested
 * cursor; an empty list has none.
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

/** The other fields of a page: see `SearchPage`. */
interface Place {
  /** All results on the page, needed or not. */
  received: number;
  next: string | null;
  total: number;
}

export interface RecordsPage extends Place {
  records: SourceRecord[];
  malformed: number;
}

/** The records in a reply of `/search`. @throws SourceFailure */
export function readRecords(body: string, asked: string): RecordsPage {
  const { results, next, total } = readSearch(body, asked);
  return { ...checked(results.filter(isWanted).map(recordOf)), received: results.length, next, total };
}

export interface LinksPage extends Place {
  links: ArticleLink[];
}

/** The preprints with articles in a reply of `/search`. @throws SourceFailure */
export function readLinks(body: string, asked: string): LinksPage {
  const { results, next, total } = readSearch(body, asked);
  return { links: results.flatMap(linksOf), received: results.length, next, total };
}
