import type { MailSite } from '#mail/layout/sender.ts';
import type { Coverage, SummarySentence } from '#shared/digests/digest.ts';
import type { PaperInput } from '#shared/papers/paper.ts';
import type { Cadence } from '#shared/topics/schedule.ts';

/** Everything a digest's mail is made of. At most `papersAtMost` papers stand in the mail itself. */
export interface DigestMail {
  digestId: string;
  term: string;
  /** `immediate`, `weekly`, `daily`. */
  digestType: string;
  /** How often this topic's digests come. */
  cadence?: Cadence;
  /** Which filters of the topic were at work, as a sentence. */
  filtered?: string | null;
  /** In the order of their numbers: the first is [1]. */
  papers: PaperInput[];
  summary: SummarySentence[];
  /** `written by {model}` or `sentences taken from the abstracts`. */
  writtenBy: string | null;
  /** How many papers were close enough; null where that was not counted. */
  closeMatches?: number | null;
  coverage: Coverage[];
  /** Days the search looked back over; null where the period says it all. */
  windowDays: number | null;
  periodStart: Date;
  periodEnd: Date;
  site: MailSite;
  links: {
    /** The digest on the dashboard. */
    digest: string;
    /** The page with one button; see `unsubscribeLink`. */
    unsubscribe: string;
    /** The page that asks until when; see `pauseLink`. Null where the topic was deleted. */
    pause: string | null;
    /** Preferences. */
    manage: string;
    /** How the reader's library opens papers; see `throughLibrary`. Null without one. */
    library: string | null;
    references: { ris: string; bibtex: string; csl: string } | null;
    /** For each paper the page where the reader says what it was worth; see `feedbackLink`. Null where nothing can be said. */
    feedback: string[] | null;
  };
  now: Date;
  /** When the topic's next digest is due; null where that is not known. */
  nextDigest?: Date | null;
  /** IANA zone in which days are meant. */
  timeZone: string;
}

/**
 * How much of everything a mail holds, in bytes of html text. Long digests take a lower detail until they
 * fit; no detail drops a paper.
 */
export interface Detail {
  title: number;
  authors: number;
  /** 0 leaves it out. */
  excerpt: number;
  phrases: number;
  /** Of the journal's name and each kind of publication. */
  place: number;
  link: number;
  sentences: number;
  sentence: number;
  /** The links by which a reader says what a paper was worth. */
  say: boolean;
  /** Inline styles on every paper, for clients that drop the style sheet. */
  inline: boolean;
}

/** More than any plan's digest holds; a mail of this many still fits with every title. */
export const papersAtMost = 100;

/** Those that the reader has not had before: a work that was revised or published since is told of, not counted. */
export const newPapers = (papers: PaperInput[]): PaperInput[] =>
  papers.filter(({ note }) => note !== 'revised' && note !== 'now-published');
