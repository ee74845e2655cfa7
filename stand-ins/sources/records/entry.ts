import type { z } from 'zod';
import type { CorpusRecord, link, SourceName } from './corpus.ts';

export interface Version {
  /** From 1. PubMed does not count versions, so its records always have 1. */
  number: number;
  /** Milliseconds, UTC. */
  at: number;
  title: string;
  abstract: string | null;
  withdrawn: boolean;
}

/** A work as one source has it. */
export interface Entry {
  source: SourceName;
  /** PMID in digits; arXiv identifier or DOI, without version. */
  id: string;
  /** The PubMed Central identifier, if the corpus has no PMID. */
  pmc: string | null;
  doi: string | null;
  authors: string[];
  /** Journal of an article; category of a bioRxiv or medRxiv preprint; the server of one at Europe PMC. */
  journal: string | null;
  /** arXiv's, the primary one first. */
  categories: string[];
  types: string[];
  printed: NonNullable<CorpusRecord['printed']>;
  publishedDoi: string | null;
  publishedIn: string | null;
  comment: string | null;
  links: z.output<typeof link>[];
  /** PubMed's substances, and the title in the article's language. */
  chemicals: NonNullable<CorpusRecord['chemicals']>;
  ownTitle: string | null;
  /** Available versions, oldest first; never empty. */
  versions: Version[];
  /** When it entered: PubMed's entry date, arXiv's v1 date, the first posting. Milliseconds, UTC. */
  addedAt: number;
  changedAt: number;
  retracted: boolean;
  deleted: boolean;
  withheld: boolean;
}

export const latest = (entry: Entry): Version => entry.versions.at(-1)!;

export const visible = (entry: Entry): boolean => !entry.withheld && !entry.deleted;

/** The identifier in the service's spelling, and the version that followed it in the corpus. */
export function splitId(source: SourceName, id: string): { id: string; version: number } {
  if (source === 'pubmed') return { id: pmidOf(id), version: 1 };
  const version = (source === 'europepmc' ? /\/v(\d{1,3})$/ : /(?<=\d)v(\d{1,3})$/).exec(id);
  return version ? { id: id.slice(0, version.index), version: Number(version[1]) } : { id, version: 1 };
}

/** A PMID is digits; a record known only by its PMC number gets a number above every real PMID. */
const pmidOf = (id: string): string => (/^PMC\d+$/i.test(id) ? `98${id.slice(3)}` : id);

export function entryOf(record: CorpusRecord, at: number): Entry {
  const { source } = record;
  const { id, version } = splitId(source, record.id);
  // PubMed's records have a DOI in addition to the PMID. arXiv's identifier is not a DOI.
  const isNamedByDoi = source !== 'pubmed' && source !== 'arxiv';
  const { title, abstract, authors, comment, types = ['Journal Article'] } = record;
  const { printed = {}, links = [], chemicals = [], own_title: ownTitle } = record;
  const withdrawn = /^WITHDRAWN\b/.test(title);
  return {
    ...{ source, id, authors, comment, types, printed, links, chemicals, ownTitle },
    ...{
      journal: record.journal_or_category,
      publishedDoi: record.published_doi,
      publishedIn: record.published_in,
    },
    pmc: source === 'pubmed' && /^PMC/i.test(record.id) ? record.id.toUpperCase() : null,
    doi: isNamedByDoi ? id : record.doi,
    categories: source === 'arxiv' ? arxivCategories(record) : [],
    versions: [{ number: version, at, title, abstract, withdrawn }],
    ...{ addedAt: at, changedAt: at, deleted: false, withheld: false },
    retracted: types.includes('Retracted Publication'),
  };
}

/** Every arXiv paper has a category. Without one in the corpus, it is general physics. */
function arxivCategories({ categories, journal_or_category }: CorpusRecord): string[] {
  if (categories?.length) return categories;
  const given = (journal_or_category ?? '')
    .split(/[\s,;]+/)
    .filter((word) => /^[a-z]+(-[a-z]+)?(\.[A-Za-z-]+)?$/.test(word));
  return given.length ? given : ['physics.gen-ph'];
}
