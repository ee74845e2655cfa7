import type { LibraryPaper } from '#corpus/works/papers.ts';
import { plain } from '#mail/layout/words.ts';
import type { PaperInput } from '#shared/papers/paper.ts';
import { sourceLabels } from '#shared/papers/sources.ts';
import { arxivIdOf } from '#sources/record/record.ts';
import { type IssueDate, issued } from './issued.ts';
import { type Name, nameOf } from './names.ts';

/** A paper as reference managers know it; every text is one clean line. All three writers print this. */
export interface Reference {
  /** Unique in its file, ASCII letters and digits only: `okafor2026microbial`. */
  key: string;
  kind: 'article' | 'preprint';
  title: string;
  authors: Name[];
  /** Of an article. */
  journal: string | null;
  /** Where a preprint stands: `arXiv`, `bioRxiv`. */
  server: string | null;
  /** On arXiv, also of an article that has a preprint there. */
  arxiv: { id: string; primaryClass: string | null } | null;
  pmid: string | null;
  doi: string | null;
  url: string | null;
  abstract: string | null;
  issued: IssueDate | null;
  /** What a bibliography should say beside it: retracted, version, where an arXiv paper came out. */
  note: string | null;
}

/** What a digest holds of a paper, and what the library knows beside it while it still has the work. */
export type Referred = { paper: PaperInput; work: LibraryPaper | undefined };

/** References in the order given, with keys that differ. */
export function referencesOf(referred: Referred[]): Reference[] {
  const taken = new Set<string>();
  return referred.map(({ paper, work }) => {
    const reference = referenceOf(paper, work);
    return { ...reference, key: firstFree(keyOf(reference), taken) };
  });
}

function referenceOf(paper: PaperInput, work: LibraryPaper | undefined): Omit<Reference, 'key'> {
  const kind = isPreprint(paper) ? 'preprint' : 'article';
  const journal = textOf(paper.journal);
  const own = sourceLabels[paper.source];
  return {
    kind,
    title: plain(paper.title) || 'Untitled',
    authors: (paper.authors ?? []).map(plain).filter(Boolean).map(nameOf),
    journal: kind === 'article' ? journal : null,
    server: kind === 'article' ? null : paper.source === 'pubmed' ? journal : own,
    arxiv: arxivOf(paper, work),
    pmid: /^https:\/\/pubmed\.ncbi\.nlm\.nih\.gov\/(\d+)/.exec(paper.url ?? '')?.[1] ?? null,
    doi: textOf(paper.doi),
    url: /^https?:\/\//i.test(paper.url ?? '') ? textOf(paper.url) : null,
    abstract: textOf(paper.abstract),
    issued: issued(kind === 'article' ? work?.publicationDate : null) ?? issued(paper.publishedOn),
    note: noteOf(paper, work, kind === 'preprint' && paper.source !== 'pubmed' ? journal : null),
  };
}

/** PubMed lists preprints too, and says so. */
const isPreprint = ({ source, publicationTypes }: PaperInput): boolean =>
  source !== 'pubmed' || (publicationTypes ?? []).includes('Preprint');

function arxivOf({ url, alsoAt }: PaperInput, work: LibraryPaper | undefined): Reference['arxiv'] {
  const urls = [url, ...(alsoAt ?? []).map((place) => place.url)];
  for (const one of urls) {
    const id = arxivIdOf(/^https?:\/\/arxiv\.org\/abs\/(.+)$/i.exec(one ?? '')?.[1] ?? '')?.id;
    // arXiv's first category is the primary one; those of an article come from elsewhere.
    if (id) return { id, primaryClass: (work?.source === 'arxiv' && work.categories[0]) || null };
  }
  return null;
}

function noteOf(paper: PaperInput, work: LibraryPaper | undefined, publishedIn: string | null) {
  const state = work?.state ?? 'current';
  return (
    [
      paper.retracted || state !== 'current' ? (state === 'withdrawn' ? 'Withdrawn' : 'Retracted') : '',
      paper.version && paper.version > 1 ? `Version ${paper.version}` : '',
      publishedIn ? `Published in ${publishedIn}` : '',
    ]
      .filter(Boolean)
      .join('. ') || null
  );
}

const textOf = (text: string | null | undefined): string | null => plain(text ?? '') || null;

/** First author's family name, year, first word of the title that says something. */
function keyOf({ authors: [first], issued, title }: Omit<Reference, 'key'>): string {
  const words = title.split(/\s+/).map(ascii).filter(Boolean);
  const author = first ? ascii(first.family ?? first.literal) : '';
  const word = words.find((word) => word.length > 3) ?? words[0] ?? '';
  return `${author.slice(0, 30) || 'anonymous'}${issued?.year ?? ''}${word.slice(0, 20)}`;
}

const ascii = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[^a-zA-Z0-9]/g, '')
    .toLowerCase();

function firstFree(key: string, taken: Set<string>): string {
  let free = key;
  for (let number = 2; taken.has(free); number++) free = `${key}x${number}`;
  taken.add(free);
  return free;
}
