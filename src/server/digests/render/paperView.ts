import type { FileLink } from '#kit/feature.ts';
import { dayInWords } from '#mail/layout/dates.ts';
import type { MailSite } from '#mail/layout/template.ts';
import { listed, quoted, shorten, webAddress, weightOf } from '#mail/layout/words.ts';
import type { Digest } from '#shared/digests/digest.ts';
import { shortJournal } from '#shared/papers/journals.ts';
import { throughLibrary } from '#shared/papers/libraryLink.ts';
import { matchInWords, matchWord } from '#shared/papers/match.ts';
import { moments, noticeSentences } from '#shared/papers/moments.ts';
import type { PaperInput } from '#shared/papers/paper.ts';
import { reasonsOf } from '#shared/papers/reasons.ts';
import { rowFacts } from '#shared/papers/rowFacts.ts';
import { sourceLabels } from '#shared/papers/sources.ts';
import type { Cadence } from '#shared/topics/schedule.ts';
import { withCommas } from '#shared/values/dates.ts';
import { plain } from '#shared/values/plainText.ts';

/** One paper as both parts of the mail show it. */
export interface PaperView {
  number: number;
  title: string;
  /** Only http(s). */
  url: string | null;
  authors: string;
  /** `Randomized trial · n = 412 adults · Nature Medicine · 28 Apr 2026`; null where `relevance` begins with them. */
  facts: string | null;
  /** `Strong match · 3 of 3 aspects · 86% relevant`; in two lines `Cohort · n = 12 · Nature Medicine · Good match` */
  relevance: string;
  /** A label before the title for what happened to the paper. */
  badge: string | null;
  /** An important sentence below the title. */
  warning: string | null;
  excerpt: string | null;
  why: string | null;
  /** A PDF that is free to read; only http(s). */
  pdf: string | null;
  /** Its address at the reader's library; only http(s). */
  library: string | null;
  /** Links of the three answers; null if the reader cannot give any. */
  say: { keep: string; done: string; less: string } | null;
}

/** Papers that a mail shows in full. The others, which match less, get two lines: the digest's page has the rest. */
const inFull = 3;

/** One paper of a digest at a level of detail. */
export const viewPaper = (paper: PaperInput, number: number, given: Given, detail: Detail): PaperView =>
  number <= inFull ? viewInFull(paper, number, given, detail) : viewBriefly(paper, number, detail);

interface Given {
  /** The words behind the summary's sentence about it. */
  quote: string | null;
  /** See `DigestMail.links`. */
  feedback: string | null;
  library: string | null;
}

/** Its title, and a line with what it is, where it is and how it matches. */
function viewBriefly(paper: PaperInput, number: number, detail: Detail): PaperView {
  const { relevanceScore, why, changed } = paper;
  const missing = why?.aspects?.flatMap((aspect) => aspect.missing ?? []) ?? [];
  const lacking = missing.map((name) => quoted(shorten(plain(name), 60))).join(', ');
  return {
    ...{ ...headOf(paper, number, detail), authors: '', facts: null, why: null },
    relevance: `${factsOf(paper, detail)} · ${
      why?.belongs?.label ??
      `${matchWord(Math.max(0, relevanceScore || 0), why)}${lacking ? `, nothing on ${lacking}` : ''}`
    }`,
    excerpt: changed && detail.excerpt ? excerptOf(paper, null, detail.excerpt) : null,
    ...{ pdf: null, library: null, say: null },
  };
}

function viewInFull(paper: PaperInput, number: number, given: Given, detail: Detail): PaperView {
  const { quote, feedback, library } = given;
  return {
    ...headOf(paper, number, detail),
    authors: shortAuthors(paper.authors ?? [], detail.authors),
    relevance: relevanceOf(paper),
    facts: factsOf(paper, detail, { full: detail.excerpt > 0 }),
    excerpt: detail.excerpt ? excerptOf(paper, quote, detail.excerpt) : null,
    why: whyOf(paper, detail.phrases),
    pdf: detail.say && !paper.retracted ? upTo(detail.link, webAddress(paper.pdfUrl)) : null,
    library:
      detail.say && library
        ? upTo(detail.link, webAddress(throughLibrary(library, paper, { brief: true })))
        : null,
    say: feedback && detail.say ? answersBy(`${feedback}&verdict=`) : null,
  };
}

const answersBy = (link: string) => ({ keep: `${link}keep`, done: `${link}done`, less: `${link}less` });

/** A title without its second sentence, which tells whose study it is: `… after infarction. A report from the AIRE Study.` */
function firstSentence(title: string): string {
  const end = title.search(/(?<=\p{Ll}{4})\. (?=\p{Lu}\S* \S)/u);
  return end >= leastTitle ? `${title.slice(0, end)}…` : title;
}

/** In characters: a shorter first sentence may be a heading. */
const leastTitle = 40;

const headOf = (paper: PaperInput, number: number, detail: Detail) => ({
  number,
  title: shorten(firstSentence(plain(paper.title)), detail.title) || 'Untitled',
  url: linkOf(paper, detail.link),
  badge: badgeOf(paper, detail.place),
  warning: warningOf(paper),
});

function relevanceOf({ relevanceScore, why }: PaperInput): string {
  if (why?.belongs) return why.belongs.label;
  const share = Math.min(1, Math.max(0, relevanceScore || 0));
  return `${matchInWords({ relevanceScore: share, why })} · ${Math.round(share * 100)}% relevant`;
}

/** The address, or the DOI's shorter address if this one is too long for a full mail. */
function linkOf({ url, doi }: PaperInput, bytes: number): string | null {
  const name = plain(doi ?? '');
  // Every DOI begins with 10. (ISO 26324). Anything else would lead to the resolver's front page.
  const resolver = name.startsWith('10.')
    ? `https://doi.org/${encodeURIComponent(name).replaceAll('%2F', '/')}`
    : null;
  return upTo(bytes, webAddress(url)) ?? upTo(bytes, resolver);
}

/** An address if it is short enough. */
const upTo = (bytes: number, address: string | null): string | null =>
  address && weightOf(address) <= bytes ? address : null;

/** `A, B, C and 37 more`. Four names are written out, because "and 1 more" is no shorter. */
function shortAuthors(authors: string[], bytes: number): string {
  if (!bytes) return '';
  const names: string[] = [];
  for (const author of authors) {
    if (names.length === 4) break;
    const name = plain(author.slice(0, 400));
    if (name) names.push(shorten(name, Math.floor(bytes / 3)));
  }
  if (authors.length <= 4 && weightOf(names.join(', ')) <= bytes) return listed(names);
  const shown = names.slice(0, 3);
  while (shown.length > 1 && weightOf(shown.join(', ')) > bytes) shown.pop();
  const more = authors.length - shown.length;
  return more > 0 ? `${shown.join(', ')} and ${withCommas(more)} more` : listed(shown);
}

/** What a paper is and where it stands, as in a row of the pages; in full with units, population, and day. */
function factsOf(paper: PaperInput, { place }: Detail, { full = false } = {}): string {
  const row = rowFacts({ ...paper, journal: paper.journal && plain(paper.journal) });
  const design = row.design && shorten(plain(row.design), Math.min(50, place));
  return [
    design,
    ...(full ? studied(paper.facts) : [row.sample]),
    shorten(row.journal, place),
    full && dayInWords(paper.publishedOn),
    full && paper.version && paper.version > 1 && `version ${paper.version}`,
  ]
    .filter(Boolean)
    .join(' · ');
}

/** Whom a paper studied, how many with their unit, and where the study is registered. */
function studied({ n, population, registration }: PaperInput['facts'] = {}) {
  const isNamed = population && n?.unit.toLowerCase() === population.name;
  const sample = n && `n\u00a0=\u00a0${withCommas(n.value)} ${n.unit}`;
  return [sample, !isNamed && population?.name, registration];
}

function badgeOf({ note, retracted, notice, journal }: PaperInput, bytes: number): string | null {
  if (retracted) return 'RETRACTED';
  if (notice) return moments[notice].toUpperCase();
  if (note === 'late') return 'Late arrival: listed after its digest had been sent';
  if (note === 'revised') return 'Revised since you last saw it';
  if (note === 'now-published')
    return journal
      ? `Now published in ${shorten(shortJournal(plain(journal)), bytes)}`
      : 'Now published in a journal';
  return null;
}

function warningOf({ retracted, notice, addressesModel }: PaperInput): string | null {
  if (retracted)
    return 'This work has been retracted or withdrawn. Please read the notice before you rely on it.';
  if (notice) return noticeSentences[notice];
  return addressesModel
    ? 'This abstract contains instructions aimed at AI. It was summarized without AI.'
    : null;
}

/**
 * A sentence about a paper: what is new in a later state; or its best one; or the words behind the summary. Null if none of
 * them informs: the facts stand alone then.
 */
function excerptOf({ takeaway, changed, abstract, source }: PaperInput, quote: string | null, bytes: number) {
  if (changed) return `New in its abstract: ${quoted(shorten(plain(changed), bytes))}`;
  if (takeaway && plain(takeaway)) return shorten(plain(takeaway), bytes);
  if (!abstract && source === 'crossref') return `${sourceLabels[source]} has no abstract of it yet.`;
  return quote ? `Quote: ${quoted(shorten(plain(quote), bytes))}` : null;
}

/** The reasons from the computation of the score, never guessed. */
function whyOf({ why, title }: PaperInput, phrases: number): string | null {
  if (!why || !phrases) return null;
  const reasons = reasonsOf(why, {
    quoted: (text) => (plain(text) ? quoted(shorten(plain(text), text === why.because ? 120 : 80)) : ''),
    listed,
    most: phrases,
    title: plain(title),
  });
  // What is missing is no reason.
  return reasons ? `${reasons.replace(/^nothing/, 'Nothing').replace(/^(?!Nothing)/, 'Why: ')}.` : null;
}

/** All data for a digest's mail. The mail itself shows at most `papersAtMost` papers. */
export interface DigestMail
  extends Pick<Digest, 'digestType' | 'summary' | 'writtenBy' | 'coverage' | 'windowDays'>,
    Partial<Pick<Digest, 'filtered' | 'byModel' | 'closeMatches'>> {
  digestId: string;
  term: string;
  /** How often this topic's digests come. */
  cadence?: Cadence;
  /** In the order of their numbers. The first is [1]. */
  papers: PaperInput[];
  periodStart: Date;
  periodEnd: Date;
  site: MailSite;
  links: {
    digest: string;
    /** The page with one button; see `unsubscribeLink`. */
    unsubscribe: string;
    /** The page that asks until when to pause; see `pauseLink`. Null if the topic was deleted. */
    pause: string | null;
    /** Page of the preferences. */
    manage: string;
    /** How to open papers at the reader's library; see `throughLibrary`. Null without one. */
    library: string | null;
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
