import type { SlotProps } from '#kit/web.tsx';
import { contextObject } from '#shared/papers/contextObject.ts';
import type { Paper } from '#shared/papers/paper.ts';
import { webAddress } from '#web/papers/paperWords.ts';
import { type CitationFormat, citationFormats, citationsPath, markdownPath } from '../contract.ts';

/** Citation files of a digest's papers, all or one, and COinS for Zotero. */
export function ReferenceLinks({ digest: { id, papersData } }: SlotProps<'digestFiles'>) {
  if (!papersData.length) return null;
  return (
    <div className="text-sm print:hidden">
      <p>
        References for your library: <CitationFiles digestId={id} /> · For your notes:{' '}
        <a href={markdownPath(id)} download className="link rounded">
          Markdown
        </a>
      </p>
      <details className="mt-1">
        <summary className="min-h-6 cursor-pointer text-muted">For a single paper</summary>
        <ol className="mt-1.5 space-y-1.5">
          {papersData.map((paper, at) => (
            <li key={paper.id ?? `${at}:${paper.title}`} className="flex flex-wrap gap-x-3">
              <span dir="auto" className="min-w-0 max-w-full truncate text-muted sm:max-w-[28rem]">
                {at + 1}. {paper.title.trim() || 'Untitled'}
              </span>
              <span>
                <CitationFiles digestId={id} paper={at + 1} />
              </span>
            </li>
          ))}
        </ol>
      </details>
      {papersData.map((paper, at) => (
        <span key={paper.id ?? `${at}:${paper.title}`} className="Z3988" title={coinsOf(paper)} hidden />
      ))}
    </div>
  );
}

/** A paper as COinS, by which Zotero and others recognize papers on a page (https://en.wikipedia.org/wiki/COinS). */
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

const formats = Object.keys(citationFormats) as CitationFormat[];

/** `RIS · BibTeX · CSL-JSON` of a digest, or of one of its papers. */
const CitationFiles = ({ digestId, paper }: { digestId: string; paper?: number }) =>
  formats.map((format, at) => (
    <span key={format}>
      {at > 0 && ' · '}
      <a href={citationsPath(digestId, format, paper)} download className="link rounded">
        {citationFormats[format].label}
        {paper !== undefined && <span className="sr-only"> of paper {paper}</span>}
      </a>
    </span>
  ));

/** The files of one paper, by its number in the digest. */
export const CitePaper = ({ digestId, number }: SlotProps<'paperFiles'>) => (
  <span className="text-muted">
    Cite: <CitationFiles digestId={digestId} paper={number} />
  </span>
);
