import type { Paper } from '#shared/papers/paper.ts';
import { isPreprint, sourceLabels } from '#shared/papers/sources.ts';
import { webAddress } from './paperWords.ts';

/**
 * A paper as COinS (ContextObjects in Spans), by which Zotero and others find papers on a page: the title of a `Z3988` span
 * (https://en.wikipedia.org/wiki/COinS; ANSI/NISO Z39.88-2004, the journal format).
 */
export function coinsOf(paper: Paper): string {
  const preprint = isPreprint(paper);
  const address = webAddress(paper.url);
  const fields: [name: string, value: string | null | undefined][] = [
    ['ctx_ver', 'Z39.88-2004'],
    ['rft_val_fmt', 'info:ofi/fmt:kev:mtx:journal'],
    ['rft.genre', preprint ? 'preprint' : 'article'],
    ['rft.atitle', paper.title],
    ['rft.jtitle', paper.journal ?? (preprint ? sourceLabels[paper.source] : null)],
    ['rft.date', paper.publishedOn],
    ...paper.authors.map((author): [string, string] => ['rft.au', author]),
    ['rft_id', paper.doi && `info:doi/${paper.doi}`],
    ['rft_id', address],
  ];
  const given = fields.flatMap(([name, value]) => (value ? [[name, value] as [string, string]] : []));
  return new URLSearchParams(given).toString();
}
