import { type Name, nameOf } from '#corpus/works/identity/nameOf.ts';
import type { Work } from '#corpus/works/works.ts';
import type { PersonName } from '#shared/papers/bibliography.ts';
import type { PaperInput } from '#shared/papers/paper.ts';
import { eprintAt, isPreprint, sourceLabels, sources } from '#shared/papers/sources.ts';
import { plain } from '#shared/values/plainText.ts';

/** A paper as reference managers know it; every text is one clean line. All three writers print this. */
export interface Citation {
  /** Unique in its file, ASCII letters and digits only: `okafor2026microbial`. */
  key: string;
  kind: 'article' | 'preprint';
  title: string;
  /** The authors' TeX, if it says more than the plain title. */
  titleTex: string | null;
  authors: Name[];
  /** Of an article. */
  journal: string | null;
  /** The server of a preprint: `arXiv`, `bioRxiv`. */
  server: string | null;
  volume: string | null;
  issue: string | null;
  /** First and last page, or only the article number. */
  pages: [string] | [string, string] | null;
  issn: string | null;
  /** Its identifier in an archive, also for an article with a preprint there. */
  eprint: { archive: string; id: string; primaryClass: string | null; doi: string } | null;
  pmid: string | null;
  /** Of a preprint without one in its record, the DOI that its archive registers for it. */
  doi: string | null;
  url: string | null;
  abstract: string | null;
  issued: IssueDate | null;
  /** A note for the bibliography: retracted, version, where a preprint was published. */
  note: string | null;
  /** Words that a reference manager sorts by, such as the reader's tags; papers of a digest have none. */
  keywords?: readonly string[];
  /** The reader's note, on one line. */
  annotation?: string | null;
}

/** A digest's data of a paper, with the corpus's additional data while it has the work. */
export interface CitedPaper {
  paper: PaperInput;
  work: Work | undefined;
  /** The reader's own. */
  tags?: string[];
  annotation?: string;
}

/** References in their order, with keys that differ, also from those in `taken`, to which they are added. */
export function citationsOf(cited: CitedPaper[], taken = new Set<string>()): Citation[] {
  return cited.map(({ paper, work, tags = [], annotation }) => {
    const own = { keywords: tags.map(plain).filter(Boolean), annotation: textOf(annotation) };
    const citation = { ...citationOf(paper, work), ...own };
    return { ...citation, key: firstFree(keyOf(citation), taken) };
  });
}

function citationOf(paper: PaperInput, work: Work | undefined): Omit<Citation, 'key'> {
  const kind = isPreprint(paper) ? 'preprint' : 'article';
  const eprint = eprintOf(paper, work);
  const journal = textOf(paper.journal);
  const printed = work?.bibliography;
  const isListed = sources[paper.source].kind === 'index';
  // An index names the server where an article's record has its journal.
  const server = isListed ? journal : sourceLabels[paper.source];
  return {
    kind,
    title: titleOf(paper.title) || 'Untitled',
    titleTex: printed?.titleTex && plain(work!.title) === plain(paper.title) ? printed.titleTex : null,
    authors: authorsOf(paper, work),
    journal: kind === 'article' ? journal : null,
    server: kind === 'article' ? null : server,
    volume: textOf(printed?.volume),
    issue: textOf(printed?.issue),
    pages: pagesOf(printed?.pages),
    issn: textOf(printed?.issn),
    eprint,
    pmid: /^https:\/\/pubmed\.ncbi\.nlm\.nih\.gov\/(\d+)/.exec(paper.url ?? '')?.[1] ?? null,
    doi: textOf(paper.doi) ?? (kind === 'preprint' && eprint ? eprint.doi : null),
    url: /^https?:\/\//i.test(paper.url ?? '') ? textOf(paper.url) : null,
    abstract: textOf(paper.abstract),
    issued: issued(kind === 'article' ? work?.publicationDate : null) ?? issued(paper.publishedOn),
    note: noteOf(paper, work, kind === 'preprint' && !isListed ? journal : null),
  };
}

/** Names as the source split them. Splits full names only if the source did not. */
function authorsOf(paper: PaperInput, work: Work | undefined): Name[] {
  const names = work?.bibliography?.names ?? [];
  const isWhole = work && names.length > 0 && names.length === work.authors.length;
  const inParts = new Map(isWhole ? work.authors.map((author, at) => [plain(author), names[at]!]) : []);
  const nameIn = (author: string) => cleanName(inParts.get(author)) ?? nameOf(author);
  return (paper.authors ?? []).map(plain).filter(Boolean).map(nameIn);
}

function cleanName(name: PersonName | undefined): Name | null {
  if (!name) return null;
  if (name.literal !== undefined) return plain(name.literal) ? { literal: plain(name.literal) } : null;
  const { family, given = '', particle, suffix } = name;
  if (!plain(family)) return null;
  if (!plain(given)) return { literal: plain([particle, family, suffix].filter(Boolean).join(' ')) };
  return {
    family: plain(family),
    given: plain(given),
    ...(particle && plain(particle) ? { particle: plain(particle) } : {}),
    ...(suffix && plain(suffix) ? { suffix: plain(suffix) } : {}),
  };
}

/** A title without what an index adds: a final stop, and brackets around a translation. */
function titleOf(written: string): string {
  const title = plain(written);
  const bracketed = title.replace(/\.{1,2}$/, '');
  const bare = isBracketed(bracketed) ? bracketed.slice(1, -1).trim() : title;
  return isAbbreviated.test(bare) ? bare : bare.replace(/(?<![.…])(?:\.{1,2}|。)$/, '').trim();
}

/** Whether one pair of brackets holds the whole text. */
function isBracketed(text: string): boolean {
  if (!/^\[.+\]$/.test(text)) return false;
  let depth = 0;
  for (let at = 0; at < text.length - 1; at++) {
    depth += text[at] === '[' ? 1 : text[at] === ']' ? -1 : 0;
    if (depth === 0) return false;
  }
  return true;
}

/** A stop that belongs to the last word. */
const isAbbreviated = /(?:\p{L}\.\p{L}|\b(?:spp?|al|etc|Inc|Ltd|Co|Jr|Sr|Dr|vs|var|subsp))\.$/u;

/** `101-10` are pages 101 to 110, `S1-12` S1 to S12; `e1002` is an article number. Pages with gaps stay as they are. */
function pagesOf(words: string | undefined): Citation['pages'] {
  const pages = plain(words ?? '').replace(/^pp?\.\s?/i, '');
  if (!/[\p{L}\d]/u.test(pages)) return null;
  const roman = /^([ivxlc]+)\s*[-\u2013]\s*([ivxlc]+)$/i.exec(pages);
  if (roman) return [roman[1]!, roman[2]!];
  const range =
    /^((?:\d+\.)?[A-Za-z]{0,3})(\d+)([A-Za-z]?)\s*[-\u2013]\s*(\1|[A-Za-z]{0,3})(\d+)([A-Za-z]?|\.e\d+)$/.exec(
      pages,
    );
  if (!range) return [pages];
  const [, letters = '', first = '', end = '', own = '', last = '', lastEnd = ''] = range;
  const whole = last.length < first.length ? first.slice(0, first.length - last.length) + last : last;
  return [`${letters}${first}${end}`, `${own || letters}${whole}${lastEnd}`];
}

function eprintOf({ url, alsoAt }: PaperInput, work: Work | undefined): Citation['eprint'] {
  const urls = [url, ...(alsoAt ?? []).map((place) => place.url)];
  for (const one of urls) {
    const found = eprintAt(one ?? '');
    // An archive's first category is the primary one; those of an article come from elsewhere.
    const primaryClass = (work?.source === found?.source && work?.categories[0]) || null;
    if (found) return { archive: found.archive, id: found.id, primaryClass, doi: found.doi };
  }
  return null;
}

function noteOf(paper: PaperInput, work: Work | undefined, publishedIn: string | null) {
  const state = work?.state ?? 'current';
  return (
    [
      paper.retracted || state !== 'current' ? (state === 'withdrawn' ? 'Withdrawn' : 'Retracted') : '',
      paper.version && paper.version > 1 ? `Version ${paper.version}` : '',
      publishedIn ? `Published in ${publishedIn}` : '',
    ]
      .filter(Boolean)
      .join('. ') || null
  );
}

const textOf = (text: string | null | undefined): string | null => plain(text ?? '') || null;

/** The first author's family name, the year, and the first significant word of the title. */
function keyOf({ authors: [first], issued, title }: Pick<Citation, 'authors' | 'issued' | 'title'>): string {
  const words = title.split(/\s+/).map(ascii).filter(Boolean);
  const author = first ? ascii(first.family ?? first.literal) : '';
  const word = words.find((word) => word.length > 3) ?? words[0] ?? '';
  return `${author.slice(0, 30) || 'anonymous'}${issued?.year ?? ''}${word.slice(0, 20)}`;
}

const ascii = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[^a-zA-Z0-9]/g, '')
    .toLowerCase();

function firstFree(key: string, taken: Set<string>): string {
  let free = key;
  for (let number = 2; taken.has(free); number++) free = `${key}x${number}`;
  taken.add(free);
  return free;
}

/** A date, as far as it is known. */
export interface IssueDate {
  year: number;
  /** 1 to 12. */
  month?: number;
  day?: number;
}

/**
 * Reads `2026-08-03`, `2026 Aug 3`, `3 Aug 2026`, `2026 Sep-Oct` (its year and first month). Of a season or a quarter (`Winter
 * 2025`, `2026 1st Quart`) it reads the year alone.
 */
export function issued(words: string | null | undefined): IssueDate | null {
  const text = (words ?? '').trim().replace(/^([12]\d{3})(\d\d)(\d\d)$/, '$1-$2-$3');
  const found = /(?<!\d)[12]\d{3}(?!\d)/.exec(text);
  if (!found) return null;
  const [before, after] = [text.slice(0, found.index), text.slice(found.index + 4)];
  const [, dayFirst = '', monthFirst = '', dayThen = dayFirst] =
    /(?:(\d{1,2})\s+)?\b([A-Z][a-z]{2})[a-z]*\b[\s,.]*(?:(\d{1,2})(?:,|(?=\s))\s*)?(?:-|$)/.exec(before) ??
    [];
  const [, monthAfter = '', dayAfter = ''] =
    /^[-/\s]+(\d{1,2}(?![\p{L}\d])|[A-Z][a-z]{2})[a-z]*(?:[-/ ](\d{1,2})(?!\d))?\b(?! [12]\d{3})/u.exec(
      after,
    ) ?? [];
  const named = monthAfter || monthFirst;
  const month = /^\d/.test(named) ? Number(named) : months.indexOf(named) + 1;
  const day = Number(monthAfter ? dayAfter : dayThen);
  const last = new Date(Date.UTC(Number(found[0]), month, 0)).getUTCDate();
  return {
    year: Number(found[0]),
    ...(month >= 1 && month <= 12 ? { month, ...(day >= 1 && day <= last ? { day } : {}) } : {}),
  };
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** BibTeX styles know these names without braces. */
export const monthName = (month: number): string => months[month - 1]!.toLowerCase();

/** `2026/08/03`, as far as it is known. */
export const parted = ({ year, month, day }: IssueDate): [string, string, string] => [
  String(year).padStart(4, '0'),
  month ? String(month).padStart(2, '0') : '',
  day ? String(day).padStart(2, '0') : '',
];
