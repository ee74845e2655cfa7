import { z } from 'zod';
import { doiOf } from '../record/record.ts';
import { type ArticleLink, failure, firstWords, jsonOf, type NamedNotice } from '../record/source.ts';

/** A notice registered with Crossref. */
export interface RegisteredNotice {
  kind: NamedNotice['kind'];
  /** DOIs of the work and of the notice, both in lower case without resolver. */
  about: string;
  doi: string;
}

const envelope = z.object({
  status: z.literal('ok'),
  message: z.object({
    'total-results': z.number().int().min(0),
    items: z.array(z.unknown()),
    'next-cursor': z.string().nullish(),
  }),
});

/** A page of `/works`; `total` is Crossref's count of the whole list. @throws SourceFailure */
export function readPage(body: string): { items: unknown[]; next: string | null; total: number } {
  const { data } = envelope.safeParse(jsonOf('crossref', body));
  if (!data) throw failure('crossref', 'malformed', firstWords(body));
  const { items, 'next-cursor': next, 'total-results': total } = data.message;
  // An empty list is valid only if the count is zero, or after the last page of a list with a cursor.
  if (!items.length && total > 0 && !next) throw failure('crossref', 'short', `none of ${total}`);
  return { items, next: next ?? null, total };
}

export interface Works {
  notices: RegisteredNotice[];
  links: ArticleLink[];
  /** Number of works on the page. */
  received: number;
  next: string | null;
}

/** The notices and articles of a page of `/works`. @throws SourceFailure */
export function readWorks(body: string): Works {
  const { items, next } = readPage(body);
  return { ...readItems(items), received: items.length, next };
}

const update = z.object({ DOI: z.string(), type: z.string(), source: z.string().nullish() });

const item = z.object({
  DOI: z.string(),
  'update-to': z.array(z.unknown()).nullish(),
  'updated-by': z.array(z.unknown()).nullish(),
  relation: z.record(z.string(), z.unknown()).nullish(),
});

/** The notices and articles of items; skips what cannot be read. */
export function readItems(items: unknown[]): { notices: RegisteredNotice[]; links: ArticleLink[] } {
  const notices = new Map<string, RegisteredNotice>();
  const links: ArticleLink[] = [];
  for (const one of items) {
    const { data } = item.safeParse(one);
    const own = doiOf(data?.DOI);
    if (!data || !own) continue;
    const found = [
      ...updatesOf(data['update-to']).map((said) => noticeOf(said, { about: said.doi, doi: own })),
      ...updatesOf(data['updated-by']).map((said) => noticeOf(said, { about: own, doi: said.doi })),
    ];
    // The publisher and Retraction Watch may each report the same event.
    for (const notice of found)
      if (notice) notices.set(`${notice.kind} ${notice.about} ${notice.doi}`, notice);
    links.push(...linksOf(own, data.relation?.['is-preprint-of']));
  }
  return { notices: [...notices.values()], links };
}

type Update = { doi: string; type: string; byRetractionWatch: boolean };

const updatesOf = (list: unknown[] | null | undefined): Update[] =>
  (list ?? []).flatMap((one) => {
    const { data } = update.safeParse(one);
    const doi = doiOf(data?.DOI);
    if (!data || !doi) return [];
    const type = data.type.toLowerCase().replace(/[-\s]/g, '_');
    return [{ doi, type, byRetractionWatch: data.source === 'retraction-watch' }];
  });

function noticeOf(
  { type, byRetractionWatch }: Update,
  { about, doi }: Pick<RegisteredNotice, 'about' | 'doi'>,
): RegisteredNotice | null {
  const kind = kinds.get(type);
  // Some notices name themselves by mistake. Only Retraction Watch does it on purpose, for articles retracted in place.
  if (!kind || (about === doi && !byRetractionWatch)) return null;
  return { kind, about, doi };
}

/** Types by https://www.crossref.org/documentation/register-maintain-records/maintaining-your-metadata/registering-updates/ */
const kinds = new Map<string, NamedNotice['kind']>([
  ['retraction', 'retracted'],
  ['withdrawal', 'withdrawn'],
  ['removal', 'withdrawn'],
  ['expression_of_concern', 'concern'],
  // The rest of the work remains valid.
  ['partial_retraction', 'corrected'],
  ['correction', 'corrected'],
  ['corrigendum', 'corrected'],
  ['erratum', 'corrected'],
]);

const related = z.object({ 'id-type': z.string(), id: z.string(), 'asserted-by': z.string().nullish() });

/** Its registrant has registered copies of preprints as articles. */
const fakes = '10.65215/';

function linksOf(preprint: string, list: unknown): ArticleLink[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((one): ArticleLink[] => {
    const { data } = related.safeParse(one);
    const article = data?.['id-type'] === 'doi' ? doiOf(data.id) : null;
    if (!article || article === preprint || article.startsWith(fakes)) return [];
    return [
      { preprint: { kind: 'doi', value: preprint }, article: { kind: 'doi', value: article }, journal: null },
    ];
  });
}
