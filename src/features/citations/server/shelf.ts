import { setImmediate as nextTurn } from 'node:timers/promises';
import { worksByAnyId } from '#corpus/works/works.ts';
import type { App } from '#kit/feature.ts';
import type { Chosen } from '#shelf/list.ts';
import { pageOf } from '#shelf/list.ts';
import type { ReaderPaperInput } from '#shelf/papers.ts';
import type { ShelfFormat } from '../contract.ts';
import { writeBibtex } from './bibtex.ts';
import { type Citation, citationsOf } from './citation.ts';
import { writeCsl } from './csl.ts';
import { markdownHead, markdownPapers } from './markdown.ts';
import { writeRis } from './ris.ts';

/** Papers per slice, so that other calls are answered in between. */
const pageSize = 200;

type ExportApp = Pick<App, 'db' | 'config' | 'now'>;

/**
 * The chosen papers as a file in pieces, so that a shelf of any size takes little memory and blocks nobody.
 * Every format includes tags and notes.
 */
export async function* exportShelf(
  app: ExportApp,
  userId: string,
  { format, chosen }: { format: ShelfFormat; chosen: Chosen },
): AsyncGenerator<string> {
  const { head, page: write, tail = '' } = writers[format](app);
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

const writers: Record<ShelfFormat, (app: ExportApp) => Writer> = {
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
function citing(app: ExportApp, write: (cited: Citation[]) => string | Promise<string>): Writer['page'] {
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
