import type { Bibliography, IndexedNames } from '#shared/papers/bibliography.ts';
import type { SourceName } from '#shared/papers/sources.ts';

/** Who can be asked: a source of papers, or a service that knows what became of them. */
export type ServiceName = SourceName | 'crossref';

/** A day as the sources count them, `YYYY-MM-DD`, in UTC. */
export type Day = string;

/** Days, both included. */
export interface DayWindow {
  from: Day;
  to: Day;
}

/**
 * One record as a source gave it, in one shape for all.
 * Nothing is invented: what the source does not say is null or empty.
 */
export interface SourceRecord {
  source: SourceName;
  /** PMID; arXiv identifier without version; DOI of the preprint. */
  sourceId: string;
  /** Version of a preprint, from 1; null where the source does not count versions. */
  version: number | null;
  /** The record's own DOI, lower case, without resolver. */
  doi: string | null;
  /** Every identifier that names the same work: the journal article's DOI of a preprint, a PMID … */
  identifiers: Identifier[];
  title: string;
  /** Plain text; a labeled abstract keeps its labels as `LABEL: text`, a paragraph a line. */
  abstract: string | null;
  /** In order; collective authors by their name. */
  authors: string[];
  /** Of a notice, comment or reply: identifiers of the work it is about. */
  about?: Identifier[];
  /** Corrections and expressions of concern that the record of a work names. */
  notices?: NamedNotice[];
  /** Names in parts, volume, pages …: what citations need and the source gives. */
  bibliography?: Bibliography;
  /** Journal title for an article; null for a preprint that is not published. */
  journal: string | null;
  /** arXiv or bioRxiv categories, MeSH-like headings are not kept. */
  categories: string[];
  /**
   * The day the source made this work available (PubMed entry date, arXiv v1 date, first posting):
   * what "new" is counted by. Not the print date of an issue, which can lie in the future.
   */
  availableOn: Day;
  /** The publication date as the source words it, e.g. `2019 Sep-Oct`; for display. */
  publicationDate: string | null;
  /** `Journal Article`, `Randomized Controlled Trial`, `Review`, `Preprint` … in PubMed's words. */
  publicationTypes: string[];
  state: 'current' | 'retracted' | 'withdrawn';
  url: string;
  /** Absent where indexers wrote nothing, or not yet. */
  indexed?: IndexedNames;
}

/** A notice that the record of a work names: what it says, and where it is. */
export interface NamedNotice {
  kind: 'corrected' | 'concern' | 'retracted' | 'withdrawn';
  /** In the same source; null when the source gives only a DOI or a reference. */
  id: string | null;
  doi: string | null;
  url: string;
}

export interface Identifier {
  kind: 'doi' | 'arxiv' | 'pmid';
  /** DOI in lower case without resolver; arXiv without version; PMID in digits. */
  value: string;
}

/** One page of a harvest, to be stored before the next is asked for. */
export interface HarvestPage {
  records: SourceRecord[];
  /** Records of the page that could not be read; they are counted, never dropped silently. */
  malformed: number;
  /** Identifiers that the source says were deleted (deleted PMIDs, OAI `status="deleted"`). */
  deleted: Identifier[];
  /** Pass it to `harvest` to go on behind this page; null after the last. */
  cursor: string | null;
  /** Records in the whole window as the source counts them; null when it does not say. */
  total: number | null;
}

/** A preprint and the article that it became. */
export interface ArticleLink {
  preprint: Identifier;
  article: Identifier;
  /** Title of the journal; null when the source does not say. */
  journal: string | null;
}

/** A topic in the parts that a source's query language can take. */
export interface SourceQuery {
  /** Alternatives: a paper that holds any of them is a candidate. The topic itself is first. */
  phrases: string[];
}

export interface SearchReply {
  /** Newest or best first, as the source orders them; at most `limit`. */
  records: SourceRecord[];
  malformed: number;
  /** Hits in the window as the source counts them. */
  total: number;
  /** The query as the source understood it, when it says so (PubMed's translation). */
  translation: string | null;
}

/**
 * A place papers come from. Every method keeps the source's rate limit, gives up in bounded time,
 * and rejects with `SourceFailure`; "no papers" is an answer only when the source says so.
 */
export interface Source {
  name: SourceName;
  /** Pages of everything new or changed in the window; resumable from any page's cursor. */
  harvest(
    window: DayWindow,
    options?: { cursor?: string | null; signal?: AbortSignal },
  ): AsyncIterable<HarvestPage>;
  /** Preprints, of any age, whose article was published in the window, a page at a time; absent where the source has no such list. */
  articles?(window: DayWindow, options?: { signal?: AbortSignal }): AsyncIterable<ArticleLink[]>;
  /** How many requests a harvest of the window takes; absent where its source wishes nothing of large ones. */
  requestsFor?(window: DayWindow, options?: { signal?: AbortSignal }): Promise<number>;
  /** Search by words; absent where the source has none (bioRxiv, medRxiv). */
  search?(
    query: SourceQuery,
    window: DayWindow,
    options: { limit: number; signal?: AbortSignal },
  ): Promise<SearchReply>;
  /** Single works by their identifiers; absent where the source has no way. */
  lookUp?: LookUp;
}

/** How a source finds single works. */
export interface LookUp {
  /** Identifiers that one call of `find` may name. */
  atMost: number;
  /** Whether the source may list a work of this identifier: others are never asked for. */
  mayKnow(identifier: Identifier): boolean;
  /**
   * The records of these identifiers; those that the source does not have are left out.
   * @throws SourceFailure
   */
  find(identifiers: Identifier[], options?: { signal?: AbortSignal }): Promise<SourceRecord[]>;
}

export type Sources = Record<SourceName, Source>;

export type FailureKind =
  | 'unreachable'
  | 'timeout'
  | 'rate-limited'
  | 'unavailable'
  | 'refused'
  | 'empty-reply'
  | 'malformed'
  | 'too-large'
  | 'short';

/** A source did not answer as it should. The message is a sentence a reader can be shown. */
export class SourceFailure extends Error {
  readonly source: ServiceName;
  readonly kind: FailureKind;
  /** What an operator wants to know beside it: status, first words of the body. */
  readonly detail: string;

  constructor(
    source: ServiceName,
    kind: FailureKind,
    sentence: string,
    { detail = '', cause }: { detail?: string; cause?: unknown } = {},
  ) {
    super(sentence, { cause });
    this.name = 'SourceFailure';
    this.source = source;
    this.kind = kind;
    this.detail = detail;
  }
}
