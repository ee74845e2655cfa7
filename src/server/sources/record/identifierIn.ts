import { arxivIdOf, doiOf } from './record.ts';
import type { Identifier } from './source.ts';

/**
 * The identifier in text that a reader typed or pasted, as such or in an address; a DOI also within other words. Digits
 * only are a PMID. Null for a title.
 */
export function identifierIn(typed: string): Identifier | null {
  const asked = typed.trim().slice(0, 1000);
  const bare = asked.replace(
    /^https?:\/\/(?:(?:\w{1,20}\.)?arxiv\.org\/(?:abs|pdf|html)|pubmed\.ncbi\.nlm\.nih\.gov|(?:www\.)?ncbi\.nlm\.nih\.gov\/pubmed)\//i,
    '',
  );
  const number = /^(?:PMID:? {0,2})?([1-9]\d{0,13})\/?$/i.exec(bare)?.[1];
  if (number) return { kind: 'pmid', value: number };
  const eprint = arxivIdOf(bare.replace(/\.pdf$/i, ''));
  if (eprint) return { kind: 'arxiv', value: eprint.id };
  const atServer = /^https?:\/\/(?:www\.)?(?:bio|med)rxiv\.org\/content\/(10\.\d{4,9}\/[\d.]{4,40})/i.exec(
    asked,
  )?.[1];
  const doi = doiOf(withoutStops(atServer ?? /10\.\d{4,9}\/[^\s"<>]+/.exec(asked)?.[0] ?? ''));
  const named = doi?.startsWith('10.48550/arxiv.') ? arxivIdOf(doi.slice('10.48550/arxiv.'.length)) : null;
  if (named) return { kind: 'arxiv', value: named.id };
  return doi ? { kind: 'doi', value: doi } : null;
}

/** Removes the punctuation of the surrounding sentence, but keeps a bracket that was opened inside. */
function withoutStops(doi: string): string {
  let end = doi.length;
  let unclosed = doi.split('(').length - doi.split(')').length;
  for (; end > 0; end--) {
    const last = doi[end - 1]!;
    const isOpened = last === ')' && unclosed >= 0;
    if (isOpened || !`.,;:)]'’”`.includes(last)) break;
    if (last === ')') unclosed++;
  }
  return doi.slice(0, end);
}
