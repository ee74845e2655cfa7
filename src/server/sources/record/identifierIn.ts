import { trimEnd } from '#shared/values/trim.ts';
import { arxivIdOf, doiOf } from './record.ts';
import type { Identifier } from './source.ts';

/** The identifier that a reader typed or pasted, also as an address or inside other words; null for a title. */
export function identifierIn(typed: string): Identifier | null {
  const asked = typed.trim();
  const doi = doiOf(trimEnd(/10\.\d{4,9}\/\S+/.exec(asked)?.[0] ?? '', /[.,;)\]]/));
  if (doi) return { kind: 'doi', value: doi };
  const bare = asked.replace(/^https?:\/\/(?:arxiv\.org\/(?:abs|pdf)|pubmed\.ncbi\.nlm\.nih\.gov)\//i, '');
  const number = /^(?:PMID:?\s*)?(\d{1,14})\/?$/i.exec(bare)?.[1];
  if (number) return { kind: 'pmid', value: number };
  const arxiv = arxivIdOf(bare);
  return arxiv && { kind: 'arxiv', value: arxiv.id };
}
