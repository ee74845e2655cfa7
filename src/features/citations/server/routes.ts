import { ReadableStream, TextEncoderStream } from 'node:stream/web';
import { and, eq } from 'drizzle-orm';
import type { Context } from 'hono';
import { worksByAnyId, worksById } from '#corpus/works/works.ts';
import { readDigest } from '#digests/archive/present.ts';
import type { App } from '#kit/feature.ts';
import { emailDigests, type FurtherMatch } from '#platform/db/schema.ts';
import { type Reader, type Route, serve, serveReader } from '#platform/http/route.ts';
import { hasId, uuidBytes, uuidOf } from '#platform/http/uuid.ts';
import { limit } from '#platform/rateLimits.ts';
import { readToken, type Signing, signToken } from '#platform/signedLink.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { PaperInput } from '#shared/papers/paper.ts';
import {
  type CitationFormat,
  citationFormats,
  citationsApi,
  type ShelfFormat,
  shelfFormats,
} from '../contract.ts';
import { writeBibtex } from './bibtex.ts';
import { type Citation, type CitedPaper, citationsOf } from './citation.ts';
import { writeCsl } from './csl.ts';
import { fileName, writeMarkdown } from './markdown.ts';
import { writeRis } from './ris.ts';
import { exportShelf } from './shelf.ts';

const own = (format: CitationFormat) => async (app: App, call: OwnCall) =>
  answer(app, call, format, { id: call.params.id, userId: call.reader.id });

export const routes: Route<App>[] = [
  serveReader(citationsApi.ris, own('ris')),
  serveReader(citationsApi.bibtex, own('bib')),
  serveReader(citationsApi.csl, own('json')),
  serve(citationsApi.byLink, async (app, { params, query, http }) => {
    const [, token = '', format] = /^([\w~-]+)\.(ris|bib|json)$/.exec(params.file) ?? [];
    const id = readCitationsToken(app, token);
    if (!id || !format) throw new AppError('not_found', 'This link to references is not valid.');
    return answer(app, { query, http }, format as CitationFormat, { id });
  }),
  serveReader(citationsApi.markdown, async (app, { params, reader, http }) => {
    const digest = await readDigest(app, reader, params.id);
    return http.body(writeMarkdown(digest, app.config.baseUrl), 200, {
      'Content-Type': 'text/markdown; charset=utf-8',
      'Content-Disposition': `attachment; filename="${fileName(digest)}"`,
      'X-Robots-Tag': 'noindex',
    });
  }),
  serveReader(citationsApi.shelf, async (app, { reader, params, query: { ids, ...query }, http }) => {
    await limit(app, 'shelf-export', { account: reader.id });
    const format = params.file.slice(params.file.indexOf('.') + 1) as ShelfFormat;
    const chosen = { ...query, ids: ids?.split(',') };
    const pieces = exportShelf(app, reader.id, { format, chosen });
    // At most one piece is built before it is wanted.
    const body = ReadableStream.from(pieces).pipeThrough(new TextEncoderStream());
    return http.body(body as globalThis.ReadableStream<Uint8Array>, 200, {
      'Content-Type': `${shelfFormats[format].type}; charset=utf-8`,
      'Content-Disposition': `attachment; filename="litwatch-shelf.${format}"`,
      'X-Robots-Tag': 'noindex',
    });
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

/** A download, which the browser passes to the reference manager registered for its type. */
async function answer(
  app: App,
  { query: { paper }, http }: Asked,
  format: CitationFormat,
  digest: { id: string; userId?: string },
): Promise<Response> {
  const wanted = await wantedReferences(app, digest, paper);
  return http.body(await writers[format](wanted), 200, {
    'Content-Type': `${citationFormats[format].type}; charset=utf-8`,
    'Content-Disposition': `attachment; filename="litwatch${paper === undefined ? '' : `-${paper}`}.${format}"`,
    'Referrer-Policy': 'no-referrer',
    'X-Robots-Tag': 'noindex',
  });
}

/**
 * The references of a digest's papers, or of the one with a number. Numbers of further close matches follow those of papers.
 * @throws AppError `not_found` for somebody else's digest and for one that does not exist
 */
async function wantedReferences(
  app: Pick<App, 'db'>,
  { id, userId }: { id: string; userId?: string },
  number: number | undefined,
): Promise<Citation[]> {
  const [digest] = await app.db
    .select({ papers: emailDigests.papersData, further: emailDigests.furtherMatches })
    .from(emailDigests)
    .where(and(hasId(emailDigests.id, id), userId ? eq(emailDigests.userId, userId) : undefined));
  if (!digest) throw new AppError('not_found', 'This digest does not exist.');
  const own = digest.papers.length;
  if (number === undefined) return citationsOf(await citedPapers(app, digest.papers));
  // Keys are assigned for the whole digest, so that a paper has the same key alone and with the others.
  const wanted =
    number <= own
      ? citationsOf(await citedPapers(app, digest.papers)).slice(number - 1, number)
      : citationsOf(await furtherPaper(app, digest.further?.[number - own - 1]));
  if (!wanted.length) throw new AppError('not_found', 'This digest has no paper of that number.');
  return wanted;
}

async function citedPapers(app: Pick<App, 'db'>, papers: PaperInput[]): Promise<CitedPaper[]> {
  const ids = papers.map((paper) => Number(paper.id)).filter(Number.isSafeInteger);
  const byId = await worksByAnyId(app, ids);
  return papers.map((paper) => ({ paper, work: byId.get(Number(paper.id)) }));
}

async function furtherPaper(app: Pick<App, 'db'>, match: FurtherMatch | undefined): Promise<CitedPaper[]> {
  const works = match ? await worksById(app, [match.id]) : [];
  return works.map((work) => {
    const shown = { id: String(work.id), relevanceScore: 0, publishedOn: work.availableOn };
    return { paper: { ...work, ...shown, notice: work.notice ?? undefined }, work };
  });
}

/** The addresses for a digest's mail, one per format. */
export function citationLinks(app: Pick<App, 'secret' | 'config'>, digestId: string) {
  const link = `${app.config.baseUrl}/references/${citationsToken(app, digestId)}`;
  return Object.entries(citationFormats).map(([ending, { label }]) => ({ label, href: `${link}.${ending}` }));
}

/** A link that shows the references of one digest, and nothing else, to anyone who has it, as long as the digest exists. */
export const citationsToken = (app: Signing, digestId: string): string =>
  signToken(app, 'references', uuidBytes(digestId));

/** The digest's id; null for an invalid token. */
export function readCitationsToken(app: Signing, token: string): string | null {
  const subject = readToken(app, 'references', token);
  return subject?.length === 16 ? uuidOf(subject) : null;
}
