import { contextObject } from '#shared/papers/contextObject.ts';
import type { Paper } from '#shared/papers/paper.ts';
import { webAddress } from './paperWords.ts';

/**
 * A paper as COinS (ContextObjects in Spans), by which Zotero and others find papers on a page: the title of a `Z3988` span
 * (https://en.wikipedia.org/wiki/COinS).
 */
export function coinsOf(paper: Paper): string {
  const address = webAddress(paper.url);
  return new URLSearchParams([
    ['ctx_ver', 'Z39.88-2004'],
    ...contextObject(paper),
    ...paper.authors.map((author) => ['rft.au', author]),
    ...(paper.doi ? [['rft_id', `info:doi/${paper.doi}`]] : []),
    ...(address ? [['rft_id', address]] : []),
  ]).toString();
}
