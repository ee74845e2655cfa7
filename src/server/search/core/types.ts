import type { ScoreParts, Why } from '#shared/papers/paper.ts';
import type { SourceName } from '#shared/papers/sources.ts';
import type { ArticleType, Expansion } from '#shared/topics/searchTerm.ts';
import type { Understanding } from '#shared/topics/understanding.ts';

/** A work as the engine indexes it. */
export interface IndexPaper {
  id: number;
  source: SourceName;
  /** Every source that lists the work; absent for the one above alone. */
  listedBy?: readonly SourceName[];
  title: string;
  abstract: string | null;
  journal: string | null;
  publicationTypes: string[];
  /** `YYYY-MM-DD`. */
  availableOn: string;
  /** Milliseconds since 1970. */
  firstSeenAt: number;
  /** In their order, as the source writes them; the last is in most fields the head of the group. */
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
  /** Papers the reader asked for more of, and less of. */
  liked: JudgedText[];
  disliked: JudgedText[];
  /** The reader's own rules, which count whatever the judgments say. */
  lessons?: Lesson[];
  /** The topic's vector from the configured embeddings server. */
  vector: Float32Array | null;
}

/** A phrase that the reader wants more of, or less, or that shall not be learned from. */
export interface Lesson {
  phrase: string;
  wants: 'more' | 'less' | 'none';
}

/** What a topic has learned from judgments and rules. */
export interface Lessons {
  /** Cross-validated on the reader's own judgments; null while they are too few. */
  check: { plain: number; learned: number; helps: boolean } | null;
  /** The strongest first, "more" before "less". */
  phrases: { phrase: string; wants: 'more' | 'less'; weight: number; papers: number[] }[];
}

/** Which papers of the index may be returned. */
export interface Candidates {
  /** Works that any of these lists, whichever record is shown. */
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
  /** Phrases that title or abstract must all contain, and phrases that they must not, in addition to the topic's own. */
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

/** A digest's papers, and all that were close enough to be in it, up to a bound; both best first. */
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

/** A paper that a digest would show, and what charts group it by. */
export interface CloseMatch extends Match {
  /** Days since 1970 on which it became available. */
  day: number;
  source: SourceName;
}

/** Papers that match a topic, best first, and how many there are in all. */
export interface Matching {
  ids: number[];
  total: number;
}

/** A paper that a reader has, which the index need not hold. */
export interface SeedPaper {
  id: number;
  title: string;
  abstract: string | null;
}

/** A paper that the reader has judged. */
export interface JudgedText extends SeedPaper {
  /** A digest showed it to explore; see `SearchIndex.explore`. */
  isExploratory?: boolean;
}

/** Similar papers under a name; the most typical first. */
export interface Cluster {
  name: string;
  ids: number[];
}

/** What the records of the corpus say of other names. */
export interface LearnedNames {
  classes: readonly LearnedClass[];
  /** Words and pairs of words of other languages, in lower case without accents, with their English. */
  terms: readonly (readonly [term: string, english: string])[];
}

/** A class of substances, as a heading names it, and those that belong to it; the best attested first. */
export interface LearnedClass {
  name: string;
  substances: readonly string[];
}

/** What the index knows of a topic's reading. */
export type Understood = Omit<Understanding, 'problem' | 'weekCount' | 'weekCountIsLeast'>;

/** The index that the ranking threads hold; the same calls as `SearchIndex`, asynchronous. */
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
  matching(topic: Topic, candidates: Candidates, limit: number): Promise<Matching>;
  likeliestFirst(topic: Topic, ids: number[]): Promise<number[]>;
  clusters(papers: readonly SeedPaper[]): Promise<Cluster[]>;
  explore(topic: Topic, candidates: Candidates, options: ExploreOptions): Promise<Ranked | null>;
}

/** What a digest shows already, and how near to the topic a further paper has to be. */
export interface ExploreOptions {
  shown: readonly number[];
  floor: number;
}

/** An immutable in-memory index, made by `buildIndex`. */
export interface SearchIndex {
  readonly size: number;
  /** How a topic is read; counts are of papers available on day `from` (since 1970) or later. */
  understand(text: string, from: number): Understood;
  /** As `rank`, without explanations and with what charts need. */
  closeMatches(topic: Topic, candidates: Candidates, options: { limit: number; floor: number }): CloseMatch[];
  /**
   * The best papers for a topic, best first; at most `limit`, none scored under `floor`. Deterministic. Thinned by
   * `diversify`: no near-duplicates, at most three of ten papers from one group's series.
   */
  rank(topic: Topic, candidates: Candidates, options: { limit: number; floor: number }): Ranked[];
  /**
   * The papers that `rank` returns for `limit`, and the ids and scores that it would return for `matchesAtMost`, from one
   * pass over the candidates. Where the papers are fewer than `limit`, they are all that match.
   */
  shortlist(topic: Topic, candidates: Candidates, options: ShortlistOptions): Shortlist;
  /** What the topic's judgments and rules have taught. */
  lessons(topic: Topic): Lessons;
  /** Everything that matches the topic, for screening; see `engine/closeMatches.ts`. */
  matching(topic: Topic, candidates: Candidates, limit: number): Matching;
  /** These papers, the likeliest first by the topic and its judgments; those that the index does not hold come last. */
  likeliestFirst(topic: Topic, ids: readonly number[]): number[];
  /** A paper near the topic, unlike what was judged and what is shown; see `engine/closeMatches.ts`. Null without any. */
  explore(topic: Topic, candidates: Candidates, options: ExploreOptions): Ranked | null;
  /** Groups of similar papers with names; see `clusters/clusters.ts`. Yields to the event loop. */
  clusters(papers: readonly SeedPaper[]): Promise<Cluster[]>;
}
