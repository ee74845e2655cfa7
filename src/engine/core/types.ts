/** Where works are listed. An index is opened with a closed list of them, at most sixteen. */
export interface Source {
  name: string;
  /** The name that readers see and may write after `source:`. */
  label: string;
  /** Everything it lists is a preprint. */
  isPreprint: boolean;
  /** Named to a reader who asks for a source that does not exist. */
  isUsual: boolean;
}

/** A work as the engine indexes it. */
export interface IndexPaper {
  id: number;
  /** The source of the record that is shown, by name. */
  source: string;
  /** Every source that lists the work; absent if that is only the one above. */
  listedBy?: readonly string[];
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
  /** ORCID iDs of authors, as far as the source gives them. */
  orcids?: readonly string[];
  /** 0 to 1 from an impact service; null if unknown. */
  impact: number | null;
  /** From the configured embeddings server; null without one. */
  vector: Float32Array | null;
}

/** A word or phrase also searched for a topic. */
export interface Expansion {
  phrase: string;
  kind: 'synonym' | 'abbreviation' | 'broader' | 'narrower' | 'related';
  from: 'model' | 'pubmed' | 'reader';
  /** Its weight relative to the topic's own words, 0 to 1. */
  weight: number;
  /** The words of the topic that it is another name for. Such names make up the topic's other wording. */
  of?: string | undefined;
}

export interface Topic {
  /** As the reader typed it: quotes bind a phrase, a leading minus excludes. */
  text: string;
  expansion: Expansion[];
  /** The topic in its reader's words, if `text` is another wording of it: what those require and leave out applies too. */
  own?: string;
  /** Papers of which the reader asked for more, and for less. */
  liked: SeedPaper[];
  disliked: SeedPaper[];
  /** The reader's own rules. They apply whatever the judgments teach. */
  lessons?: Lesson[];
  /** The topic's vector from the configured embeddings server. */
  vector: Float32Array | null;
}

/** A phrase of which the reader wants more or less, or that the engine must not learn from. */
export type Lesson = { phrase: string; wants: 'more' | 'less' | 'none' };

/** What a topic has learned from judgments and rules. */
export interface Lessons {
  /** Words, the strongest first, "more" before "less"; `weight` in log odds, and the judged papers that have it. */
  phrases: { phrase: string; wants: 'more' | 'less'; weight: number; papers: number[] }[];
}

/** Kinds of works that a filter can ask for. Each covers the sources' own names for it. */
export const articleTypes = ['trial', 'review', 'meta-analysis', 'article', 'preprint'] as const;
export type ArticleType = (typeof articleTypes)[number];

/** Which papers of the index may be returned. */
export interface Candidates {
  /** Works that any of these sources lists, whichever record is shown. */
  sources: ReadonlySet<string>;
  /** Works that may be returned whichever source lists them. */
  also?: ReadonlySet<number>;
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
  /** Phrases that title or abstract must all contain, or must not contain, in addition to the topic's own. */
  required?: readonly string[];
  excluded?: readonly string[];
}

/** What a paper's score consists of; the parts sum to it. */
export interface ScoreParts {
  /** The words of the topic and its expansion in title and abstract (BM25). */
  lexical: number;
  /** Words that the best-matching papers share (pseudo-relevance feedback). */
  feedback: number;
  /** Similarity in the latent space learned from the corpus (LSA). */
  latent: number;
  /** Similarity by a configured embeddings server; 0 without one. */
  embedding: number;
  /** Publication type, venue, citations, recency. Bounded. */
  impact: number;
  /** Similarity to papers that the reader liked, less that to disliked ones; may be negative. */
  liked: number;
}

/** Why a paper was found, taken from the computation of its score. */
export interface Why {
  /** Phrases of the topic found in the paper, as written there. */
  matched: string[];
  /** Phrases of the expansion found in the paper. */
  expanded: string[];
  /** The title of a liked paper that it is similar to. */
  because: string | null;
  /**
   * The topic's aspects in order: which of the phrases above name each, and which part the paper does not mention (null if
   * it mentions all). Absent for a topic of one aspect.
   */
  aspects?: { name: string; words: string[]; missing: string | null }[];
}

export interface Ranked {
  id: number;
  /** 0 to 1; the parts sum to it. */
  score: number;
  parts: ScoreParts;
  why: Why;
  own?: Match['own'];
}

export interface Match {
  id: number;
  /** Relevance, 0 to 1. */
  score: number;
  /** Relevance by the topic's own words, if other names of its parts rate the paper higher. */
  own?: number;
}

/** A digest's papers, and all papers relevant enough for it, up to a limit; both best first. */
export type Shortlist = { papers: Ranked[]; closeMatches: Match[] };

/** Papers of a list at most, and the least relevance of each. */
export type Limits = { limit: number; floor: number };

export interface ShortlistOptions extends Limits {
  matchesAtMost: number;
}

/** A paper that a digest would show, with the day by which charts group papers. */
export interface CloseMatch extends Match {
  /** Day it became available, in days since 1970. */
  day: number;
}

/** A paper that a reader has. The index need not hold it. */
export type SeedPaper = { id: number; title: string; abstract: string | null };

/** Similar papers under a name; the most typical first. */
export type Cluster = { name: string; ids: number[] };

/** One group of all papers; several of similar ones (`clusters.ts`); or a few by phrases that they share (`shared.ts`). */
export type Grouping = 'one' | 'several' | 'shared';

/** Other names of things, learned from the records of the corpus. */
export interface LearnedNames {
  classes: readonly LearnedClass[];
  /** Words and pairs of words in other languages, in lower case without accents, with their English. */
  terms: readonly (readonly [term: string, english: string])[];
}

/** Index terms that a source's indexers added to a record, and that its text may lack. */
export interface IndexedNames {
  /** Single substances, as indexers name them: `semaglutide`. */
  substances: string[];
  /** Their pharmacological actions, as headings: `Hypoglycemic Agents`. */
  classes: string[];
  /** The title in the article's language, if the record's title is a translation. */
  ownTitle: string | null;
}

/** A class of substances as a MeSH heading names it, with its members, those with the strongest evidence first. */
export type LearnedClass = { name: string; substances: readonly string[] };

/** A position in a topic's text, in UTF-16 units; `to` is excluded. */
export type Span = { from: number; to: number };

/** One part of a topic: something a paper should, or should not, be about. */
export interface TopicPart {
  /** The text as typed, or as understood if that differs (`searchedAs`). */
  name: string;
  span: Span;
  /** True for a quoted phrase, which must match word for word. */
  exact: boolean;
  /** Set if the search uses another word than the one typed: a correction or a translation. */
  searchedAs: string | null;
  /** `group`: a closed list of near synonyms; `abbreviation`: defined in papers; `spelling`: another way of writing it. */
  alternatives: { name: string; from: 'group' | 'abbreviation' | 'spelling' }[];
  /** Number of papers that contain it and became available on the given day or later. */
  weekCount: number;
  /** Whether any paper contains it. */
  known: boolean;
}

export type FieldName = 'title' | 'type' | 'source' | 'author' | 'orcid' | 'journal' | 'year';

/** The names of things that an index knows besides those that ship with the engine. Immutable; made by `otherNames`. */
export interface OtherNames {
  /** Terms of other languages, folded, with their English, learned from titles in two languages; asked last. */
  learned: ReadonlyMap<string, string>;
  /** The substances of a class, by the stems of one of its names. */
  classes: ReadonlyMap<string, readonly string[]>;
  /** Number of words in the longest name of a class. */
  longestClass: number;
}

/** How the index understands a topic. Every word is in one of the lists; none is silently dropped. */
export interface Understood {
  /** The text that the spans refer to. */
  topic: string;
  allOf: TopicPart[];
  /** One list per group joined by OR. */
  anyOf: { span: Span; options: TopicPart[] }[];
  not: TopicPart[];
  /** Requested kinds of documents: trials, reviews, case reports … */
  kinds: TopicPart[];
  /** `known`: whether any paper meets it. */
  fields: { field: FieldName; text: string; span: Span; known: boolean }[];
  /** Remarks on parts that could not be understood as written, each with the corrected topic. */
  notes: { text: string; span: Span; repair: string | null }[];
  /** Words too common to search for, and words of the request itself such as “papers about”. */
  ignored: { text: string; span: Span }[];
  /** Words that no paper contains. */
  unknown: { text: string; span: Span }[];
  /** The topic with corrected spelling, which is the text searched; null if nothing was corrected. */
  didYouMean: string | null;
  /** Words of another language and their translations, which are searched. */
  foreign: { typed: string; read: string }[];
}

/** An immutable in-memory index, made by `buildIndex`. */
export interface SearchIndex {
  readonly size: number;
  /** How the engine reads a topic. Counts papers that became available on day `from` (since 1970) or later. */
  understand(text: string, from: number): Understood;
  /** As `rank`, without explanations but with the fields for charts. */
  closeMatches(topic: Topic, candidates: Candidates, options: Limits): CloseMatch[];
  /**
   * The best papers for a topic, best first; at most `limit`, none with a score below `floor`. Deterministic. Applies
   * `diversify`: no near-duplicates, at most three of ten papers from one group's series.
   */
  rank(topic: Topic, candidates: Candidates, options: Limits): Ranked[];
  /**
   * The papers that `rank` returns for `limit`, and the ids and scores it would return for `matchesAtMost`, from one pass
   * over the candidates. If there are fewer papers than `limit`, they are all that match.
   */
  shortlist(topic: Topic, candidates: Candidates, options: ShortlistOptions): Shortlist;
  /** What the engine learned from the topic's judgments and rules. */
  lessons(topic: Topic): Lessons;
  /** Groups of papers with names; see `Grouping`. Yields to the event loop. */
  clusters(papers: readonly SeedPaper[], grouping: Grouping): Promise<Cluster[]>;
}

/** The calls of `SearchIndex`. */
export type Question = Exclude<keyof SearchIndex, 'size'>;

/** The index that the ranking threads hold: the calls of `SearchIndex`, asynchronous. */
export type RemoteIndex = {
  [Call in keyof SearchIndex]: SearchIndex[Call] extends (...given: infer Given) => infer Result
    ? (...given: Given) => Promise<Awaited<Result>>
    : SearchIndex[Call];
};
