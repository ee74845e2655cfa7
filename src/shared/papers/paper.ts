import { z } from 'zod';
import { standingNotice } from './moments.ts';
import { sourceName } from './sources.ts';

/** What a reader did with a paper: nothing yet, kept it on the shelf, read it, or has no use for papers like it. */
export const paperStates = ['new', 'kept', 'done', 'not'] as const;
export type PaperState = (typeof paperStates)[number];

/**
 * What the relevance figure is made of. Each part is a share of the whole:
 * `lexical + feedback + latent + embedding + impact + liked` equals the score, to rounding.
 */
export const scoreParts = z.object({
  /** The words of the topic and its expansion in title and abstract (BM25). */
  lexical: z.number(),
  /** Words that the best-matching papers have in common (pseudo relevance feedback). */
  feedback: z.number(),
  /** Closeness in the latent space learned from the library. */
  latent: z.number(),
  /** Closeness by a configured embeddings server; 0 without one. */
  embedding: z.number(),
  /** Kind of publication, venue, citations, recency: bounded. */
  impact: z.number(),
  /** Similarity to papers the reader asked for more, or less, of; may be negative. */
  liked: z.number(),
});
export type ScoreParts = z.infer<typeof scoreParts>;

/** Why a paper is in the digest, taken from the computation of its score. */
export const why = z.object({
  /** Phrases of the topic found in the paper, as written there. */
  matched: z.array(z.string()),
  /** Phrases of the expansion that brought it. */
  expanded: z.array(z.string()),
  /** The title of a liked paper that it similar to. */
  because: z.string().nullable(),
  /**
   * The topic's aspects in its order: which of the phrases above name each, and what of it the paper does not say (null
   * if it says it). Absent for a topic of one aspect, and in digests of before aspects were told.
   */
  aspects: z
    .array(z.object({ name: z.string(), words: z.array(z.string()), missing: z.string().nullable() }))
    .optional(),
  /** Shown to explore: near the topic, and unlike what the reader has judged. */
  isExploratory: z.boolean().optional(),
});
export type Why = z.infer<typeof why>;

/** What a reader decides by, as far as it is stated; each fact with the words that state it. */
const paperFacts = z.object({
  /** How the work was done: `randomized trial`, `cohort` … */
  design: z.object({ name: z.string(), quote: z.string() }).optional(),
  /** How many were studied, and of what. */
  n: z.object({ value: z.number(), unit: z.string(), quote: z.string() }).optional(),
  /** Who or what was studied. */
  population: z.object({ name: z.string(), quote: z.string() }).optional(),
  /** Its number in a registry of trials or reviews. */
  registration: z.string().optional(),
  /** Who paid, in the abstract's words. */
  funding: z.string().optional(),
  /** Competing interests, in the abstract's words. */
  interests: z.string().optional(),
});
export type PaperFacts = z.infer<typeof paperFacts>;

/** What a paper is. A comment, a letter and an editorial are pieces about something else, and shown as such. */
export const paperKinds = ['article', 'preprint', 'comment', 'letter', 'editorial'] as const;
export type PaperKind = (typeof paperKinds)[number];

/** The word beside a piece that is not research; null for articles and preprints, which their source names. */
export function pieceLabel({ kind, publicationTypes = [] }: Pick<PaperInput, 'kind' | 'publicationTypes'>) {
  if (kind !== 'comment' && kind !== 'letter' && kind !== 'editorial') return null;
  const label = `${kind[0]!.toUpperCase()}${kind.slice(1)}`;
  return publicationTypes.some((type) => type.toLowerCase() === kind) ? null : label;
}

/** A paper as a digest shows it: its fields by the API's names, and what makes it checkable. */
export const paper = z.object({
  id: z.string().optional(),
  title: z.string(),
  url: z.string().nullable().default(null),
  authors: z.array(z.string()).default([]),
  journal: z.string().nullable().default(null),
  abstract: z.string().nullable().default(null),
  source: sourceName,
  /** 0 to 1. */
  relevanceScore: z.number(),
  parts: scoreParts.optional(),
  why: why.optional(),
  doi: z.string().nullable().optional(),
  /** ISO date on which the source made it available. */
  publishedOn: z.string().nullable().optional(),
  publicationTypes: z.array(z.string()).optional(),
  /** Version number of a preprint. */
  version: z.number().nullable().optional(),
  /** Other places where the same work stands, e.g. the preprint of an article. */
  alsoAt: z.array(z.object({ source: sourceName, url: z.string() })).optional(),
  /** A PDF that everybody may read. */
  pdfUrl: z.string().nullable().optional(),
  /** Of that copy, where it is known: `cc-by`, `cc-by-nc-nd`, `cc0` … */
  license: z.string().nullable().optional(),
  /** Where the reader's library has it; for the reader alone, who said how that library is reached. */
  libraryUrl: z.string().optional(),
  /** A later state of a work the reader already had. */
  note: z.enum(['new', 'late', 'revised', 'now-published']).optional(),
  kind: z.enum(paperKinds).optional(),
  /** Of a later state: a sentence of its abstract that the state sent before did not have. */
  changed: z.string().optional(),
  /** Set when the work was retracted or withdrawn, also after the digest went out. */
  retracted: z.boolean().optional(),
  /** Set when a correction or an expression of concern was published, also after the digest went out. */
  notice: standingNotice.optional(),
  /** One sentence of its abstract, or of a model, that says what came out. */
  takeaway: z.string().nullable().optional(),
  /** Words of the abstract, as they stand there, that the takeaway rests on. */
  takeawayQuote: z.string().nullable().optional(),
  facts: paperFacts.optional(),
  /** Its text speaks to a language model: it was not shown to one, and its takeaway is its own sentence. */
  addressesModel: z.boolean().optional(),
});
export type Paper = z.infer<typeof paper>;
export type PaperInput = z.input<typeof paper>;

/** What pages, mails and feeds call a paper by which a digest explores. */
export const exploratoryLabel = 'Just outside your topic';

/** The fields of a free copy; none where there is none. */
export const freeCopy = ({ pdfUrl, license }: { pdfUrl: string | null; license: string | null }) =>
  pdfUrl ? { pdfUrl, ...(license ? { license } : {}) } : {};

/** `cc-by-nc` as people write it: CC BY-NC. */
export const licenseInWords = (license: string): string => license.toUpperCase().replace('CC-', 'CC ');
