import type { PresentedDigest } from '#digests/archive/present.ts';
import { shortJournal } from '#shared/papers/journals.ts';
import type { PaperInput } from '#shared/papers/paper.ts';
import { sourceLabels } from '#shared/papers/sources.ts';
import { shelfLists } from '#shared/shelf/shelf.ts';
import { plain } from '#shared/values/plainText.ts';
import type { ReaderPaperInput } from '#shelf/papers.ts';

/**
 * A digest as CommonMark with YAML front matter, for Obsidian and static sites. Escapes every character of a paper's text
 * that could become markup.
 */
export function writeMarkdown(digest: PresentedDigest, baseUrl: string): string {
  const page = `${baseUrl}/digests/${digest.id}`;
  const day = (digest.sentAt ?? digest.createdAt).slice(0, 10);
  const summary = (digest.aiSummary ?? '').split(/\n+/).map(markdownLine).filter(Boolean);
  return [
    frontMatter({
      title: `${oneLine(digest.searchTerm ?? 'Litwatch')}, ${day}`,
      topic: oneLine(digest.searchTerm ?? ''),
      date: day,
      source: page,
      papers: digest.papersData.length,
    }),
    ...summary,
    ...digest.papersData.map(paperOf),
  ]
    .join('\n\n')
    .concat('\n');
}

/** `litwatch-2026-11-22-soil-moss.md`: ASCII only, for every browser and file system. */
export function fileName({ searchTerm, sentAt, createdAt }: PresentedDigest): string {
  const words =
    (searchTerm ?? '')
      .normalize('NFKD')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  const parts = ['litwatch', (sentAt ?? createdAt).slice(0, 10), ...words.slice(0, 6)];
  return `${parts.join('-').slice(0, 80)}.md`;
}

function paperOf(paper: PaperInput, at: number): string {
  const { journal, source, publishedOn, doi, takeaway } = paper;
  const where = [journal && shortJournal(journal), journal ? null : sourceLabels[source], publishedOn].map(
    (one) => markdownLine(one ?? ''),
  );
  return [
    `## ${at + 1}. ${markdownTitle(paper)}`,
    [markdownLine(namedOf(paper)), ...where].filter(Boolean).join(' · '),
    takeaway ? `> ${markdownLine(takeaway)}` : '',
    doi ? markdownLine(`DOI: ${doi}`) : '',
  ]
    .filter(Boolean)
    .join('\n\n');
}

/** Front matter and a title for note-taking programs. */
export const markdownHead = (day: string, address: string): string =>
  `${frontMatter({ title: `Shelf, ${day}`, date: day, source: address })}\n\n# Shelf\n\n`;

/** Papers as CommonMark. Only the reader's own note, which is Markdown, can contain markup. */
export const markdownPapers = (papers: ReaderPaperInput[]): string => papers.map(shelvedPaper).join('');

function shelvedPaper({ paper, state, tags, note, at, term }: ReaderPaperInput): string {
  const where = paper.journal ?? sourceLabels[paper.source];
  const list = state === 'new' ? 'New' : shelfLists[state];
  return [
    `## ${markdownTitle(paper)}`,
    [namedOf(paper), where, paper.publishedOn ?? '']
      .map((one) => markdownLine(one))
      .filter(Boolean)
      .join(' · '),
    markdownLine([`${list} ${at.slice(0, 10)}`, term ?? ''].filter(Boolean).join(' · ')),
    paper.doi ? markdownLine(`DOI: ${paper.doi}`) : '',
    tags.length ? `Tags: ${tags.map((tag) => markdownLine(tag)).join(', ')}` : '',
    note.trim(),
  ]
    .filter(Boolean)
    .join('\n\n')
    .concat('\n\n');
}

/** Six authors, and how many more there are. */
const namedOf = ({ authors = [] }: PaperInput): string =>
  (authors.length > 6 ? [...authors.slice(0, 6), `and ${authors.length - 6} more`] : authors).join(', ');

/** One line in which no character is markup (https://spec.commonmark.org/0.31.2/#backslash-escapes). */
export const markdownLine = (written: string): string =>
  oneLine(written)
    .replace(/[\\`*_{}[\]<>#|~$^&@]/g, String.raw`\$&`)
    // Most dialects turn bare addresses into links.
    .replace(/:\/\//g, String.raw`:\/\/`)
    .replace(/\bwww\./gi, (www) => `${www.slice(0, 3)}\\.`)
    // At the start, these would begin a list, a heading's underline or a rule.
    .replace(/^(\d+)([.)])/, String.raw`$1\$2`)
    .replace(/^[-+=]/, String.raw`\$&`);

/** Text with single blanks in place of line breaks. */
const oneLine = (written: string): string => plain(written).replace(/\s+/g, ' ').trim();

/** Front matter in YAML; JSON's strings and numbers are YAML's too. */
const frontMatter = (fields: Record<string, string | number>): string =>
  ['---', ...Object.entries(fields).map(([name, value]) => `${name}: ${JSON.stringify(value)}`), '---'].join(
    '\n',
  );

/** An address for the web, without the characters that would end it in Markdown; null for any other. */
const markdownAddress = (url: string | null | undefined): string | null =>
  /^https?:\/\//i.test(url ?? '') && URL.canParse(url!)
    ? new URL(url!).href.replace(/[<>]/g, (one) => (one === '<' ? '%3C' : '%3E'))
    : null;

/** A paper's escaped heading, linked if it has an address. */
function markdownTitle({ title, url, retracted }: TitledPaper): string {
  const heading = markdownLine(title) || 'Untitled';
  const address = markdownAddress(url);
  return `${retracted ? 'RETRACTED: ' : ''}${address ? `[${heading}](<${address}>)` : heading}`;
}

type TitledPaper = { title: string; url?: string | null | undefined; retracted?: boolean | undefined };
