import { and, eq } from 'drizzle-orm';
import type { Context } from 'hono';
import { worksById } from '#corpus/works/works.ts';
import { emailDigests } from '#platform/db/schema.ts';
import { type Reader, type Route, serve, serveReader } from '#platform/http/route.ts';
import { isUuid } from '#platform/http/uuid.ts';
import { AppError } from '#shared/contract/errors.ts';
import { type CitationFormat, citationFormats, citationsApi } from '#shared/papers/citations.ts';
import type { CitationsApp } from './app.ts';
import { writeBibtex } from './bibtex.ts';
import { type Citation, type CitedPaper, citationsOf } from './citation.ts';
import { writeCsl } from './csl.ts';
import { readCitationsToken } from './link.ts';
import { writeRis } from './ris.ts';

const own = (format: CitationFormat) => async (app: CitationsApp, call: OwnCall) =>
  answer(app, call, format, { id: call.params.id, userId: call.reader.id });

export const citationRoutes: Route<CitationsApp>[] = [
  serveReader(citationsApi.ris, own('ris')),
  serveReader(citationsApi.bibtex, own('bib')),
  serveReader(citationsApi.csl, own('json')),
  serve(citationsApi.byLink, async (app, { params, query, http }) => {
    const [, token = '', format] = /^([\w-]+)\.(ris|bib|json)$/.exec(params.file) ?? [];
    const id = readCitationsToken(app, token);
    if (!id || !format) throw new AppError('not_found', 'This link to references is not valid.');
    return answer(app, { query, http }, format as CitationFormat, { id });
  }),
];

interface Asked {
  query: { paper?: number };
  http: Context;
}
type OwnCall = Asked & { params: { id: string }; reader: Reader };

const writers: Record<CitationFormat, (references: Citation[]) => string | Promise<string>> = {
  ris: writeRis,
  bib: writeBibtex,
  json: writeCsl,
};

/** A download: the browser hands it to the reference manager that has claimed its type. */
async function answer(
  app: CitationsApp,
  { query: { paper }, http }: Asked,
  format: CitationFormat,
  digest: { id: string; userId?: string },
): Promise<Response> {
  // Keys are given for the whole digest: one paper has the same key alone and among the others.
  const references = citationsOf(await citedPapers(app, digest));
  const wanted = paper === undefined ? references : references.slice(paper - 1, paper);
  if (paper !== undefined && !wanted.length)
    throw new AppError('not_found', 'This digest has no paper of that number.');
  return http.body(await writers[format](wanted), 200, {
    'Content-Type': `${citationFormats[format].type}; charset=utf-8`,
    'Content-Disposition': `attachment; filename="litwatch${paper === undefined ? '' : `-${paper}`}.${format}"`,
    'Referrer-Policy': 'no-referrer',
    'X-Robots-Tag': 'noindex',
  });
}

/**
 * The papers of a digest in the order of their numbers; with `userId` only of that reader's own digests.
 * @throws AppError `not_found`; a foreign digest is as missing as one that never was.
 */
async function citedPapers(
  app: Pick<CitationsApp, 'db'>,
  { id, userId }: { id: string; userId?: string },
): Promise<CitedPaper[]> {
  const [digest] = isUuid(id)
    ? await app.db
        .select({ papers: emailDigests.papersData })
        .from(emailDigests)
        .where(and(eq(emailDigests.id, id), userId ? eq(emailDigests.userId, userId) : undefined))
    : [];
  if (!digest) throw new AppError('not_found', 'This digest does not exist.');
  const ids = digest.papers.map((paper) => Number(paper.id)).filter(Number.isSafeInteger);
  const works = await worksById(app, ids);
  const byId = new Map(works.flatMap((work) => [work.id, ...work.formerIds].map((id) => [id, work])));
  return digest.papers.map((paper) => ({ paper, work: byId.get(Number(paper.id)) }));
}
