import type { ScoreParts, Why } from '#shared/papers/paper.ts';
import type { SourceName } from '#shared/papers/sources.ts';
import type { ArticleType, Expansion } from '#shared/topics/searchTerm.ts';
import type { Understanding } from '#shared/topics/understanding.ts';

/** A work as the engine indexes it. */
export interface IndexPaper {
  id: number;
  source: SourceName;
  /** Every source that lists the work; absent if that is only the one above. */
  listedBy?: readonly SourceName[];
  title: string;
  abstract: string | null;
  journal: string | null;
  publicationTypes: string[];
  /** `YYYY-MM-DD`. */
  availableOn: string;
  /** Milliseconds since 1970. */
  firstSeenAt: number;
  /** In their order, as the source writes them. In most fields the last one heads the group. */
  authors?: readonly string[];
  /** 0 to 1 from an impact service; null if unknown. */
  impact: number | null;
  /** From the configured embeddings server; null without one. */
  vector: Float32Array | null;
}

export interface Topic {
  /** As the reader typed it: quotes bind a phrase, a leading minus excludes. */
  text: string;
  expansion: Expansion[];
  /** Papers of which the reader asked for more, and for less. */
  liked: SeedPaper[];
  disliked: SeedPaper[];
  /** The reader's own rules. They apply whatever the judgments teach. */
  lessons?: Lesson[];
  /** The topic's vector from the configured embeddings server. */
  vector: Float32Array | null;
}

/** A phrase of which the reader wants more or less, or that the engine must not learn from. */
export interface Lesson {
  phrase: string;
  wants: 'more' | 'less' | 'none';
}

/** What a topic has learned from judgments and rules. */
export interface Lessons {
  /** Words, the strongest first, "more" before "less"; `weight` in log odds, and the judged papers that have it. */
  phrases: { phrase: string; wants: 'more' | 'less'; weight: number; papers: number[] }[];
}

/** Which papers of the index may be returned. */
export interface Candidates {
  /** Works that any of these sources lists, whichever record is shown. */
  sources: ReadonlySet<SourceName>;
  /** Available on this day or later. */
  availableFrom?: string;
  /** Available on this day or earlier. */
  availableUntil?: string;
  /** First seen in the corpus after this moment, in milliseconds. */
  firstSeenAfter?: number;
  /** Works to leave out, for example those already mailed. */
  except?: ReadonlySet<number>;
  /** Works of any of these kinds; absent means all. */
  articleTypes?: readonly ArticleType[];
  /**
   * Phrases that title or abstract must all contain, and phrases they must not contain, in addition to the topic's own.
   */
  required?: readonly string[];
  excluded?: readonly string[];
}

export interface Ranked {
  id: number;
  /** 0 to 1; the parts sum to it. */
  score: number;
  parts: ScoreParts;
  why: Why;
}

export interface Match {
  id: number;
  /** Relevance, 0 to 1. */
  score: number;
}

/** A digest's papers, and all papers relevant enough for it, up to a limit; both best first. */
export interface Shortlist {
  papers: Ranked[];
  closeMatches: Match[];
}

export interface ShortlistOptions {
  /** Papers of the digest. */
  limit: number;
  floor: number;
  matchesAtMost: number;
}

/** A paper that a digest would show, with the fields by which charts group papers. */
export interface CloseMatch extends Match {
  /** Day it became available, in days since 1970. */
  day: number;
  source: SourceName;
}

/** A paper that a reader has. The index need not hold it. */
export interface SeedPaper {
  id: number;
  title: string;
  abstract: string | null;
}

/** Similar papers under a name; the most typical first. */
export interface Cluster {
  name: string;
  ids: number[];
}

/** Other names of things, learned from the records of the corpus. */
export interface LearnedNames {
  classes: readonly LearnedClass[];
  /** Words and pairs of words in other languages, in lower case without accents, with their English. */
  terms: readonly (readonly [term: string, english: string])[];
}

/** A class of substances as a MeSH heading names it, with its members, those with the strongest evidence first. */
export interface LearnedClass {
  name: string;
  substances: readonly string[];
}

/** How the index understands a topic. */
export type Understood = Omit<Understanding, 'problem' | 'weekCount' | 'weekCountIsLeast'>;

/** The index that the ranking threads hold. Has the calls of `SearchIndex`, asynchronous. */
export interface RemoteIndex {
  readonly size: number;
  understand(text: string, from: number): Promise<Understood>;
  closeMatches(
    topic: Topic,
    candidates: Candidates,
    options: { limit: number; floor: number },
  ): Promise<CloseMatch[]>;
  rank(topic: Topic, candidates: Candidates, options: { limit: number; floor: number }): Promise<Ranked[]>;
  shortlist(topic: Topic, candidates: Candidates, options: ShortlistOptions): Promise<Shortlist>;
  lessons(topic: Topic): Promise<Lessons>;
  clusters(papers: readonly SeedPaper[]): Promise<Cluster[]>;
}

/** An immutable in-memory index, made by `buildIndex`. */
export interface SearchIndex {
  readonly size: number;
  /** How the engine reads a topic. Counts papers that became available on day `from` (since 1970) or later. */
  understand(text: string, from: number): Understood;
  /** As `rank`, without explanations but with the fields for charts. */
  closeMatches(topic: Topic, candidates: Candidates, options: { limit: number; floor: number }): CloseMatch[];
  /**
   * The best papers for a topic, best first; at most `limit`, none with a score below `floor`. Deterministic. Applies
   * `diversify`: no near-duplicates, at most three of ten papers from one group's series.
   */
  rank(topic: Topic, candidates: Candidates, options: { limit: number; floor: number }): Ranked[];
  /**
   * The papers that `rank` returns for `limit`, and the ids and scores it would return for `matchesAtMost`, from one pass
   * over the candidates. If there are fewer papers than `limit`, they are all that match.
   */
  shortlist(topic: Topic, candidates: Candidates, options: ShortlistOptions): Shortlist;
  /** What the engine learned from the topic's judgments and rules. */
  lessons(topic: Topic): Lessons;
  /** Groups of similar papers with names; see `clusters/clusters.ts`. Yields to the event loop. */
  clusters(papers: readonly SeedPaper[]): Promise<Cluster[]>;
}
