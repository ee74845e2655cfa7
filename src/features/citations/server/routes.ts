import { ReadableStream, TextEncoderStream } from 'node:stream/web';
import { setImmediate as nextTurn } from 'node:timers/promises';
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
import { type Chosen, pageOf } from '#shelf/list.ts';
import type { ReaderPaperInput } from '#shelf/papers.ts';
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
import { fileName, markdownHead, markdownPapers, writeMarkdown } from './markdown.ts';
import { writeRis } from './ris.ts';

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

type Asked = { query: { paper?: number }; http: Context };
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
  app: App,
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

async function citedPapers(app: App, papers: PaperInput[]): Promise<CitedPaper[]> {
  const ids = papers.map((paper) => Number(paper.id)).filter(Number.isSafeInteger);
  const byId = await worksByAnyId(app, ids);
  return papers.map((paper) => ({ paper, work: byId.get(Number(paper.id)) }));
}

async function furtherPaper(app: App, match: FurtherMatch | undefined): Promise<CitedPaper[]> {
  const works = match ? await worksById(app, [match.id]) : [];
  return works.map((work) => {
    const shown = { id: String(work.id), relevanceScore: 0, publishedOn: work.availableOn };
    return { paper: { ...work, ...shown, notice: work.notice ?? undefined }, work };
  });
}

/** The addresses for a digest's mail, one per format. */
export function citationLinks(app: App, digestId: string) {
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

/** Papers per slice, so that other calls are answered in between. */
const pageSize = 200;

/**
 * The chosen papers as a file in pieces, so that a shelf of any size takes little memory and blocks nobody.
 * Every format includes tags and notes.
 */
async function* exportShelf(
  app: App,
  userId: string,
  { format, chosen }: { format: ShelfFormat; chosen: Chosen },
): AsyncGenerator<string> {
  const { head, page: write, tail = '' } = shelfWriters[format](app);
  if (head) yield head;
  for (let cursor: string | undefined | null; cursor !== null; ) {
    const { papers, next } = await pageOf(app, userId, { ...chosen, limit: pageSize, cursor });
    if (papers.length) yield await write(papers);
    cursor = next;
    await nextTurn();
  }
  if (tail) yield tail;
}

/** A file in pieces: its start, the text for a page of papers, and its end. */
interface Writer {
  head?: string;
  page: (papers: ReaderPaperInput[]) => string | Promise<string>;
  tail?: string;
}

const shelfWriters: Record<ShelfFormat, (app: App) => Writer> = {
  ris: (app) => ({ page: citing(app, (cited) => `${writeRis(cited)}\r\n`) }),
  bib: (app) => ({ page: citing(app, async (cited) => `${await writeBibtex(cited)}\n`) }),
  json: (app) => {
    let separator = '';
    const page = citing(app, (cited) => {
      const items = writeCsl(cited).trim().slice(1, -1);
      const piece = separator + items.trimEnd();
      separator = ',';
      return piece;
    });
    return { head: '[', page, tail: '\n]\n' };
  },
  csv: () => ({ head: csvHead, page: csvLines }),
  md: ({ now, config }) => ({
    head: markdownHead(now().toISOString().slice(0, 10), `${config.baseUrl}/shelf`),
    page: markdownPapers,
  }),
};

/** Writes citations page by page, with keys that are unique in the whole file. */
function citing(app: App, write: (cited: Citation[]) => string | Promise<string>): Writer['page'] {
  const taken = new Set<string>();
  return async (papers) => {
    const byId = await worksByAnyId(
      app,
      papers.map(({ id }) => Number(id)),
    );
    const cited = papers.map(({ id, paper, tags, note }) => {
      return { paper, tags, annotation: note, work: byId.get(Number(id)) };
    });
    return write(citationsOf(cited, taken));
  };
}

const columns: [name: string, value: (paper: ReaderPaperInput) => string | number | null | undefined][] = [
  ['title', ({ paper }) => paper.title],
  ['authors', ({ paper }) => (paper.authors ?? []).join('; ')],
  ['journal', ({ paper }) => paper.journal],
  ['date', ({ paper }) => paper.publishedOn],
  ['doi', ({ paper }) => paper.doi],
  ['url', ({ paper }) => paper.url],
  ['source', ({ paper }) => paper.source],
  ['list', ({ state }) => state],
  ['topic', ({ term }) => term],
  ['tags', ({ tags }) => tags.join('; ')],
  ['note', ({ note }) => note],
  ['retracted', ({ paper }) => (paper.retracted ? 'yes' : '')],
  ['answered', ({ at }) => at.slice(0, 10)],
  ['abstract', ({ paper }) => paper.abstract],
];

/** The header line. The byte order mark before it tells spreadsheets that the file is UTF-8. */
const csvHead = `\uFEFF${columns.map(([name]) => name).join(',')}\r\n`;

/** Papers as lines of CSV (https://www.rfc-editor.org/rfc/rfc4180). */
const csvLines = (papers: ReaderPaperInput[]): string =>
  papers.map((paper) => `${columns.map(([, value]) => cell(value(paper))).join(',')}\r\n`).join('');

/** A quoted cell. A spreadsheet would run a cell that starts with one of these characters as a formula. */
function cell(value: string | number | null | undefined): string {
  const text = String(value ?? '');
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
