import { z } from 'zod';
import type * as engine from '#engine/core/types.ts';
import type * as reading from '#reading/text/summary.ts';
import { standingNotice } from './moments.ts';
import { sourceName } from './sources.ts';

/** A reader's answer to a paper: none yet, kept on the shelf, done, or not for me. */
export const paperStates = ['new', 'kept', 'done', 'not'] as const;
export type PaperState = (typeof paperStates)[number];

/** The parts of the relevance score. They add up to it, up to rounding. */
export const scoreParts = z.object({
  /** The words of the topic and its expansion in title and abstract (BM25). */
  lexical: z.number(),
  /** Words that the best-matching papers share (pseudo-relevance feedback). */
  feedback: z.number(),
  /** Similarity in the latent space learned from the corpus (LSA). */
  latent: z.number(),
  /** Similarity by a configured embeddings server; 0 without one. */
  embedding: z.number(),
  /** Publication type, venue, citations, recency. Bounded. */
  impact: z.number(),
  /** Similarity to papers that the reader liked, less that to disliked ones; may be negative. */
  liked: z.number(),
}) satisfies z.ZodType<engine.ScoreParts>;
export type ScoreParts = z.infer<typeof scoreParts>;

/** A model's judgment on whether a paper is on the topic. */
export const judgment = z.object({
  /** The model's name. */
  by: z.string(),
  /** 3 exactly on the topic, 2 useful, 1 touches it, 0 off the topic. */
  grade: z.int().min(0).max(3),
  /** Words of the paper that show it, for grades 2 and 3; else empty. */
  quote: z.string(),
});
export type Judgment = z.infer<typeof judgment>;

/** The least grade of a paper that is on the topic. */
export const onTopicFrom = 2;

/** Why a paper belongs to a followed thing: a label such as “Unsure”, and the reason after “Why:”. */
export const belongs = z.object({ label: z.string(), says: z.string() });
export type Belongs = z.infer<typeof belongs>;

/** Why a paper is in the digest, taken from the computation of its score. */
export const why = z.object({
  /** Phrases of the topic found in the paper, as written there. */
  matched: z.array(z.string()),
  /** Phrases of the expansion found in the paper. */
  expanded: z.array(z.string()),
  /** The title of a liked paper that it is similar to. */
  because: z.string().nullable(),
  /**
   * The topic's aspects in order: which of the phrases above name each, and which part the paper does not mention (null if
   * it mentions all). Absent for a topic of one aspect, and in older digests.
   */
  aspects: z
    .array(z.object({ name: z.string(), words: z.array(z.string()), missing: z.string().nullable() }))
    .optional(),
  /** Absent if no model judged the paper, or if its judgments were not used. */
  judged: judgment.optional(),
  /** Set instead of all others for a paper that was not found by words. */
  belongs: belongs.optional(),
}) satisfies z.ZodType<engine.Why>;
export type Why = z.infer<typeof why>;

/** Facts that help a reader decide, if the abstract states them; each with the words that state it. */
const paperFacts = z.object({
  /** Study design: `randomized trial`, `cohort` … */
  design: z.object({ name: z.string(), quote: z.string() }).optional(),
  /** Sample size, and its unit. */
  n: z.object({ value: z.number(), unit: z.string(), quote: z.string() }).optional(),
  /** Population: who or what was studied. */
  population: z.object({ name: z.string(), quote: z.string() }).optional(),
  /** Its number in a registry of trials or reviews. */
  registration: z.string().optional(),
  /** Funding, in the abstract's words. */
  funding: z.string().optional(),
  /** Competing interests, in the abstract's words. */
  interests: z.string().optional(),
}) satisfies z.ZodType<reading.PaperFacts>;
export type PaperFacts = z.infer<typeof paperFacts>;

/** What kind of text a paper is. Comments, letters and editorials are about other work, and labeled as such. */
export const paperKinds = ['article', 'preprint', 'comment', 'letter', 'editorial'] as const;
export type PaperKind = (typeof paperKinds)[number];

/** The label of a text that is not research; null for articles and preprints, which the source's name identifies. */
export const pieceLabel = (kind: PaperInput['kind']): string | null =>
  kind === 'comment' || kind === 'letter' || kind === 'editorial'
    ? `${kind[0]!.toUpperCase()}${kind.slice(1)}`
    : null;

/** A paper in a digest: its fields by the API's names, and the evidence behind its score. */
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
  /** Other places that have the same work, e.g. the preprint of an article. */
  alsoAt: z.array(z.object({ source: sourceName, url: z.string() })).optional(),
  /** Address of a free PDF. */
  pdfUrl: z.string().nullable().optional(),
  /** That copy's license, if known: `cc-by`, `cc-by-nc-nd`, `cc0` … */
  license: z.string().nullable().optional(),
  /** Its address at the reader's library. Never shown to others. */
  libraryUrl: z.string().optional(),
  /** Set for a later state of a work that the reader already received. */
  note: z.enum(['new', 'late', 'revised', 'now-published']).optional(),
  kind: z.enum(paperKinds).optional(),
  /** For a later state: a sentence that the abstract did not have when it was sent before. */
  changed: z.string().optional(),
  /** Set when the work was retracted or withdrawn, also after the digest went out. */
  retracted: z.boolean().optional(),
  /** Set when a correction or an expression of concern was published, also after the digest went out. */
  notice: standingNotice.optional(),
  /** The result in one sentence, from its abstract or by a model. */
  takeaway: z.string().nullable().optional(),
  /** An exact quote from the abstract that supports the takeaway. */
  takeawayQuote: z.string().nullable().optional(),
  facts: paperFacts.optional(),
  /** Its text addresses a language model. No model saw it; its takeaway is a sentence of the abstract. */
  addressesModel: z.boolean().optional(),
});
export type Paper = z.infer<typeof paper>;
export type PaperInput = z.input<typeof paper>;

/** The fields of a free copy; empty if there is none. */
export const freeCopy = ({ pdfUrl, license }: { pdfUrl: string | null; license: string | null }) =>
  pdfUrl ? { pdfUrl, ...(license ? { license } : {}) } : {};

/** `cc-by-nc` in its usual spelling: CC BY-NC. */
export const licenseInWords = (license: string): string => license.toUpperCase().replace('CC-', 'CC ');
