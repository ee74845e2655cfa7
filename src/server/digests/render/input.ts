import type { FileLink } from '#kit/feature.ts';
import type { MailSite } from '#mail/layout/template.ts';
import type { Coverage, SummarySentence } from '#shared/digests/digest.ts';
import type { PaperInput } from '#shared/papers/paper.ts';
import type { Cadence } from '#shared/topics/schedule.ts';

/** All data for a digest's mail. The mail itself shows at most `papersAtMost` papers. */
export interface DigestMail {
  digestId: string;
  term: string;
  /** `immediate`, `weekly`, `daily`. */
  digestType: string;
  /** How often this topic's digests come. */
  cadence?: Cadence;
  /** The topic's active filters, as a sentence. */
  filtered?: string | null;
  /** In the order of their numbers. The first is [1]. */
  papers: PaperInput[];
  summary: SummarySentence[];
  /** `written by {model}` or `sentences taken from the abstracts`. */
  writtenBy: string | null;
  /** What a model did besides writing, in sentences. */
  byModel?: string | null;
  /** Number of close matches; null if they were not counted. */
  closeMatches?: number | null;
  coverage: Coverage[];
  /** Number of days that the search looked back; null if the period shows it. */
  windowDays: number | null;
  periodStart: Date;
  periodEnd: Date;
  site: MailSite;
  links: {
    /** Page of the digest on the dashboard. */
    digest: string;
    /** The page with one button; see `unsubscribeLink`. */
    unsubscribe: string;
    /** The page that asks until when to pause; see `pauseLink`. Null if the topic was deleted. */
    pause: string | null;
    /** Page of the preferences. */
    manage: string;
    /** How to open papers at the reader's library; see `throughLibrary`. Null without one. */
    library: string | null;
    /** Files with its papers. */
    files: readonly FileLink[];
    /** The feedback page of each paper; see `feedbackLink`. Null if the reader cannot give feedback. */
    feedback: string[] | null;
  };
  now: Date;
  /** When the topic's next digest is due; null if unknown. */
  nextDigest?: Date | null;
  /** IANA zone in which days are shown. */
  timeZone: string;
}

/** How much of each field a mail shows, in bytes of HTML text. Long digests step down until they fit; no paper is dropped. */
export interface Detail {
  title: number;
  authors: number;
  /** 0 leaves it out. */
  excerpt: number;
  phrases: number;
  /** For the journal's name, and for each type of publication. */
  place: number;
  link: number;
  sentences: number;
  sentence: number;
  /** The reader's feedback links. */
  say: boolean;
  /** Inline styles on every paper, for clients that drop the style sheet. */
  inline: boolean;
}

/** More than any plan's digest has. A mail with this many still fits with every title. */
export const papersAtMost = 100;

/** Papers that the reader has not had before. Revised and published works are reported, but do not count as new. */
export const newPapers = (papers: PaperInput[]): PaperInput[] =>
  papers.filter(({ note }) => note !== 'revised' && note !== 'now-published');
