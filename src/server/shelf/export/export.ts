import { setImmediate as nextTurn } from 'node:timers/promises';
import { writeBibtex } from '#citations/bibtex.ts';
import { type CitedPaper, citationsOf } from '#citations/citation.ts';
import { writeCsl } from '#citations/csl.ts';
import { writeRis } from '#citations/ris.ts';
import { worksById } from '#corpus/works/works.ts';
import type { ShelfFormat } from '#shared/shelf/shelf.ts';
import type { ShelfApp } from '../app.ts';
import type { Chosen } from '../list/chosen.ts';
import { pageOf } from '../list/page.ts';
import type { ReaderPaperInput } from '../papers/shown.ts';
import { csvHead, csvLines } from './csv.ts';
import { markdownHead, markdownPapers } from './markdown.ts';

/** Papers per slice, so that other calls are answered in between. */
const pageSize = 200;

type ExportApp = Pick<ShelfApp, 'db' | 'config' | 'now'>;

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
  ris: (app) => {
    const cite = citer(app);
    return { page: async (papers) => `${writeRis(await cite(papers))}\r\n` };
  },
  bib: (app) => {
    const cite = citer(app);
    return { page: async (papers) => `${await writeBibtex(await cite(papers))}\n` };
  },
  json: (app) => {
    const cite = citer(app);
    let separator = '';
    return {
      head: '[',
      page: async (papers) => {
        const items = writeCsl(await cite(papers))
          .trim()
          .slice(1, -1);
        const piece = separator + items.trimEnd();
        separator = ',';
        return piece;
      },
      tail: '\n]\n',
    };
  },
  csv: () => ({ head: csvHead, page: csvLines }),
  md: ({ now, config }) => ({
    head: markdownHead(now().toISOString().slice(0, 10), `${config.baseUrl}/shelf`),
    page: markdownPapers,
  }),
};

/** Builds citations page by page, with keys that are unique in the whole file. */
function citer(app: ExportApp) {
  const taken = new Set<string>();
  return async (papers: ReaderPaperInput[]) => {
    const works = await worksById(
      app,
      papers.map(({ id }) => Number(id)),
    );
    const byId = new Map(works.flatMap((work) => [work.id, ...work.formerIds].map((id) => [id, work])));
    const cited = papers.map(
      ({ id, paper, tags, note }): CitedPaper => ({
        paper,
        tags,
        annotation: note,
        work: byId.get(Number(id)),
      }),
    );
    return citationsOf(cited, taken);
  };
}
