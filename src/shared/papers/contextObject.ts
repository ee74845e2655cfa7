import type { PaperInput } from './paper.ts';
import { isPreprint, sourceLabels } from './sources.ts';

/** A paper as a context object, which COinS and OpenURL share (ANSI/NISO Z39.88-2004), without unknown fields. */
export function contextObject(
  paper: Pick<PaperInput, 'title' | 'journal' | 'publishedOn' | 'publicationTypes' | 'source'>,
): [name: string, value: string][] {
  const preprint = isPreprint(paper);
  const fields: [name: string, value: string | null | undefined][] = [
    ['rft_val_fmt', 'info:ofi/fmt:kev:mtx:journal'],
    ['rft.genre', preprint ? 'preprint' : 'article'],
    ['rft.atitle', paper.title],
    ['rft.jtitle', paper.journal ?? (preprint ? sourceLabels[paper.source] : null)],
    ['rft.date', paper.publishedOn],
  ];
  return fields.flatMap(([name, value]) => (value ? [[name, value] as [string, string]] : []));
}
