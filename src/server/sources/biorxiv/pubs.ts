import { z } from 'zod';
import { doiOf } from '../record/record.ts';
import type { ArticleLink } from '../record/source.ts';
import { line } from '../record/text.ts';
import { readEnvelope, type Server } from './reply.ts';

const row = z.object({
  preprint_doi: z.string(),
  published_doi: z.string(),
  published_journal: z.string().nullish(),
});

/** Parses a reply of `/pubs`. Skips rows without two DOIs; `rows` includes them. @throws SourceFailure */
export function readPubs(
  body: string,
  server: Server,
): { links: ArticleLink[]; rows: number; total: number } {
  const { rows, total } = readEnvelope(server, body);
  const links = rows.flatMap((item): ArticleLink[] => {
    const { data } = row.safeParse(item);
    const [preprint, article] = [doiOf(data?.preprint_doi), doiOf(data?.published_doi)];
    if (!data || !preprint || !article || preprint === article) return [];
    return [
      {
        preprint: { kind: 'doi', value: preprint },
        article: { kind: 'doi', value: article },
        journal: line(data.published_journal ?? '') || null,
      },
    ];
  });
  return { links, rows: rows.length, total };
}
