import type { ScoreParts, Why } from '#shared/papers/paper.ts';
import type { SourceName } from '#shared/papers/sources.ts';
import type { ArticleType, Expansion } from '#shared/topics/searchTerm.ts';

/** What the ranking knows of a work. */
export interface IndexPaper {
  id: number;
  source: SourceName;
  title: string;
  abstract: string | null;
  journal: string | null;
  publicationTypes: string[];
  /** `YYYY-MM-DD`. */
  availableOn: string;
  /** Milliseconds since 1970. */
  firstSeenAt: number;
  /** The last author as the source writes the name: in most fields the head of the laboratory. */
  lastAuthor?: string | null;
  /** 0 to 1 from an impact service; null when none has spoken. */
  impact: number | null;
  /** By the configured embeddings server; null without one. */
  vector: Float32Array | null;
}

export interface Topic {
  /** As the reader typed it: quotes bind a phrase, a leading minus excludes. */
  text: string;
  expansion: Expansion[];
  /** Texts (title, abstract) of papers the reader asked for more of, and less of. */
  liked: { id: number; title: string; abstract: string | null }[];
  disliked: { id: number; title: string; abstract: string | null }[];
  /** The topic's vector by the configured embeddings server. */
  vector: Float32Array | null;
}

/** Which papers of the index may appear at all. */
export interface Candidates {
  sources: ReadonlySet<SourceName>;
  /** Available on this day or later. */
  availableFrom?: string;
  /** First seen by the library after this moment, in milliseconds. */
  firstSeenAfter?: number;
  /** Works that must not appear, e.g. those already mailed. */
  except?: ReadonlySet<number>;
  /** Works of any of these kinds; absent is all. */
  articleTypes?: readonly ArticleType[];
  /** Phrases that all stand in title or abstract, and phrases of which none does; beside those of the topic itself. */
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

/** An index of the library's window that the ranking threads hold: asked as `WindowIndex`, answered a little later. */
export interface RemoteIndex {
  readonly size: number;
  rank(topic: Topic, candidates: Candidates, options: { limit: number; floor: number }): Promise<Ranked[]>;
}

/** An immutable index of a window of the library; made by `buildIndex`, asked from memory. */
export interface SearchIndex {
  readonly size: number;
  /**
   * Best papers for a topic, best first, deterministic; at most `limit`, none scored under `floor`.
   * Near-duplicates are thinned by a bounded, explained rule.
   */
  rank(topic: Topic, candidates: Candidates, options: { limit: number; floor: number }): Ranked[];
}
