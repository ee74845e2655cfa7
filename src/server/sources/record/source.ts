import { z } from 'zod';
import type { Bibliography } from '#shared/papers/bibliography.ts';
import { type SourceName, sourceLabels, sourceName } from '#shared/papers/sources.ts';
import { day, storable } from '#shared/values/fields.ts';

/** A day in UTC, `YYYY-MM-DD`. */
export type Day = string;

/** A range of days, both ends included. */
export type DayWindow = { from: Day; to: Day };

const part = storable.min(1).max(1_000);

const identifier = z.object({
  kind: z.enum(['doi', 'arxiv', 'pmid', 'pmcid']),
  /** DOI in lower case without resolver; arXiv without version; PMID in digits; `PMC` and digits. */
  value: storable.min(1).max(300),
});
export type Identifier = z.infer<typeof identifier>;

const namedNotice = z.object({
  kind: z.enum(['corrected', 'concern', 'retracted', 'withdrawn']),
  /** The notice's identifier in the same source; null if the source gives only a DOI or a reference. */
  id: storable.min(1).max(300).nullable(),
  doi: storable.max(300).nullable(),
  url: storable.startsWith('https://').max(500),
});
/** A notice named by a work's record: its kind and location. */
export type NamedNotice = z.infer<typeof namedNotice>;

const person = z.object({
  family: part,
  given: part.optional(),
  particle: part.optional(),
  suffix: part.optional(),
  orcid: z
    .string()
    .regex(/^\d{4}-\d{4}-\d{4}-\d{3}[\dX]$/)
    .optional(),
  literal: z.undefined().optional(),
});

const bibliography = z.object({
  names: z
    .array(z.union([person, z.object({ literal: part, family: z.undefined().optional() })]))
    .max(20_000),
  volume: part.optional(),
  issue: part.optional(),
  pages: part.optional(),
  issn: part.optional(),
  pmcid: part.optional(),
  license: part.optional(),
  titleTex: storable.min(1).max(5_000).optional(),
}) satisfies z.ZodType<Bibliography>;

/**
 * A record of a source, in one shape for all sources, in which alone every adapter's records leave this room. Fields that the
 * source does not give are null or empty. The length limits are far above anything real, and keep a broken record from
 * filling the corpus.
 */
export const sourceRecord = z.object({
  source: sourceName,
  /** PMID; arXiv identifier without version; DOI of the preprint. */
  sourceId: storable.min(1).max(200),
  /** Version of a preprint, from 1; null if the source does not count versions. */
  version: z.int().min(1).max(10_000).nullable(),
  /** The record's own DOI, lower case, without resolver. */
  doi: storable.max(300).nullable(),
  /** Every identifier of the same work, such as a PMID, or the DOI of a preprint's article. */
  identifiers: z.array(identifier),
  title: storable.min(1).max(5_000),
  /** Plain text with one paragraph per line; labels are kept as `LABEL: text`. */
  abstract: storable.min(1).max(100_000).nullable(),
  /** In order; collective authors by their name. */
  authors: z.array(part).max(20_000),
  /** For a notice, comment or reply: identifiers of the work it refers to. */
  about: z.array(identifier).optional(),
  /** Corrections and expressions of concern that the record names. */
  notices: z.array(namedNotice).max(1_000).optional(),
  /** Split names, volume, pages …: data for citations, if the source gives them. */
  bibliography: bibliography.optional(),
  /** The journal's title for an article; null for an unpublished preprint. */
  journal: part.nullable(),
  /** arXiv or bioRxiv categories; MeSH-like headings are not kept. */
  categories: z.array(storable.min(1).max(200)),
  /**
   * The day the source made this work available (PubMed entry date, arXiv v1 date, first posting), which decides what is
   * new. Not the print date of an issue, which can be in the future. A paper of the year 9999 would be the newest forever.
   */
  availableOn: day.refine((text) => text >= '1000' && text < '2200'),
  /** The publication date as the source writes it, e.g. `2019 Sep-Oct`; for display. */
  publicationDate: storable.min(1).max(200).nullable(),
  /** `Journal Article`, `Randomized Controlled Trial`, `Review`, `Preprint` … in PubMed's words. */
  publicationTypes: z.array(storable.min(1).max(200)),
  state: z.enum(['current', 'retracted', 'withdrawn']),
  url: storable.startsWith('https://').max(500),
  /** Absent if the record has not been indexed. */
  indexed: z
    .object({
      substances: z.array(part).max(100),
      classes: z.array(part).max(100),
      ownTitle: storable.max(1_000).nullable(),
    })
    .optional(),
});
export type SourceRecord = z.infer<typeof sourceRecord>;

/** One page of a harvest. Store it before requesting the next. */
export interface HarvestPage {
  records: SourceRecord[];
  /** Number of unreadable records on the page; none is silently dropped. */
  malformed: number;
  /** Identifiers that the source reports as deleted (deleted PMIDs, OAI `status="deleted"`). */
  deleted: Identifier[];
  /** Pass it to `harvest` to continue after this page; null on the last. */
  cursor: string | null;
  /** The source's count of records in the whole window; null if it does not say. */
  total: number | null;
  /** A sentence for readers about what was skipped and why; such records count as malformed. */
  note?: string | undefined;
}

/** A preprint and its published article. */
export interface ArticleLink {
  preprint: Identifier;
  article: Identifier;
  /** Title of the journal; null if the source does not say. */
  journal: string | null;
}

/**
 * A topic as sources are asked for it, from the one reader of topics. What it excludes is left out, because the ranking applies
 * that to what comes back.
 */
export type Wanted =
  /** Words without an order, a phrase word for word, all words with a beginning, or an author's iD. */
  { kind: 'words' | 'phrase' | 'prefix' | 'orcid'; text: string } | { kind: 'all' | 'any'; items: Wanted[] };

/** What a source is searched for: the topic, or any of the phrases. */
export type SourceQuery = { topic: Wanted | null; phrases: string[] };

export interface SearchReply {
  /** Newest or best first, in the source's order; at most `limit`. */
  records: SourceRecord[];
  malformed: number;
  /** The query as the source understood it, if it says so (PubMed's translation). */
  translation: string | null;
}

/**
 * A source of papers. Every method respects the source's rate limit, gives up in bounded time, and rejects with
 * `SourceFailure`. It returns no papers only if the source says that there are none.
 */
export interface Source {
  /** Pages of everything new or changed in the window; resumable from any page's cursor. */
  harvest(
    window: DayWindow,
    options?: { cursor?: string | null; signal?: AbortSignal },
  ): AsyncIterable<HarvestPage>;
  /** Pages of preprints of any age whose article was published in the window; absent if the source has no such list. */
  articles?(window: DayWindow, options?: { signal?: AbortSignal }): AsyncIterable<ArticleLink[]>;
  /** Number of requests for a harvest of the window; absent if the source has no rule for large harvests. */
  requestsFor?(window: DayWindow, options?: { signal?: AbortSignal }): Promise<number>;
  /** Search by words, for `searchedAtMost` papers; absent if the source has none (bioRxiv, medRxiv). */
  search?(query: SourceQuery, window: DayWindow): Promise<SearchReply>;
  /** Looks up works by identifier; absent if the source cannot. */
  lookUp?: LookUp;
  /** The headings of the source's vocabulary that phrases may name, each as its terms; absent if it has none. */
  headings?(phrases: readonly string[], options?: { signal?: AbortSignal }): Promise<string[][]>;
}

/** Maximum number of papers from a search, per source and window. */
export const searchedAtMost = 200;

/** How a source finds single works. */
export interface LookUp {
  /** Maximum identifiers per call of `find`. */
  atMost: number;
  /** Whether the source may have a work with this identifier. Others are never requested. */
  mayKnow(identifier: Identifier): boolean;
  /**
   * The records of these identifiers, without those that the source does not have.
   * @throws SourceFailure
   */
  find(identifiers: Identifier[], options?: { signal?: AbortSignal }): Promise<SourceRecord[]>;
}

declare module '#kit/feature.ts' {
  interface App {
    sources: Sources;
  }
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

/** A source failed to answer correctly. The message is a sentence for readers. */
export class SourceFailure extends Error {
  readonly source: SourceName;
  readonly kind: FailureKind;
  /** Details for operators: status, first words of the body. */
  readonly detail: string;

  constructor(
    source: SourceName,
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

const sentences: Record<FailureKind, (label: string) => string> = {
  unreachable: (label) => `${label} could not be reached.`,
  timeout: (label) => `${label} did not answer in time.`,
  'rate-limited': (label) => `${label} asked us to slow down and did not answer in time.`,
  unavailable: (label) => `${label} is not available at the moment.`,
  refused: (label) => `${label} refused our request.`,
  'empty-reply': (label) => `${label} answered with nothing at all.`,
  malformed: (label) => `${label} answered with something that cannot be read.`,
  'too-large': (label) => `${label} answered with more than can be taken at once.`,
  short: (label) => `The answer of ${label} broke off before its end.`,
};

/** A failure with the sentence of its kind, or a more specific one, which receives the source's label. */
export function failure(
  source: SourceName,
  kind: FailureKind,
  detail: string,
  { sentence = sentences[kind], cause }: { sentence?: (label: string) => string; cause?: unknown } = {},
): SourceFailure {
  return new SourceFailure(source, kind, sentence(sourceLabels[source]), { detail, cause });
}

/** The source asked us to come back later; `waitMs` is null if it did not say when. */
export class AskedToWait extends SourceFailure {
  readonly waitMs: number | null;

  constructor(failed: SourceFailure, waitMs: number | null) {
    super(failed.source, failed.kind, failed.message, { detail: failed.detail, cause: failed.cause });
    this.waitMs = waitMs;
  }
}

/** The beginning of a reply, for operators. */
export const firstWords = (body: string): string => body.replace(/\s+/g, ' ').trim().slice(0, 200);

/**
 * The value of a JSON body.
 * @throws SourceFailure `short` for a truncated body, `malformed` for one that is not JSON
 */
export function jsonOf(source: SourceName, body: string): unknown {
  try {
    return JSON.parse(body);
  } catch (cause) {
    // Texts hold control characters that were not escaped, and a server's warnings stand before or behind its answer.
    try {
      return JSON.parse(body.slice(body.indexOf('{'), body.lastIndexOf('}') + 1).replace(/\p{Cc}/gu, ' '));
    } catch {
      // Reported below.
    }
    const kind = body.trimEnd().endsWith('}') ? 'malformed' : 'short';
    throw failure(source, kind, firstWords(body), { cause });
  }
}
