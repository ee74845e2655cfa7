import type { PresentedDigest } from '#digests/archive/present.ts';
import type { PaperInput } from '#shared/papers/paper.ts';
import { sourceLabels } from '#shared/papers/sources.ts';
import { plain } from '#shared/values/plainText.ts';

/**
 * A digest as CommonMark under front matter in YAML, as Obsidian and static sites read it. Nothing in a paper's text can
 * become markup: every character that could is escaped.
 */
export function writeMarkdown(digest: PresentedDigest, baseUrl: string): string {
  const page = `${baseUrl}/digests/${digest.id}`;
  const day = (digest.sentAt ?? digest.createdAt).slice(0, 10);
  const summary = (digest.aiSummary ?? '').split(/\n+/).map(text).filter(Boolean);
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

/** `litwatch-2026-11-22-soil-moss.md`: ASCII only, so that every browser and file system takes it. */
export function fileName({ searchTerm, sentAt, createdAt }: PresentedDigest): string {
  const words =
    (searchTerm ?? '')
      .normalize('NFKD')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  return ['litwatch', (sentAt ?? createdAt).slice(0, 10), ...words.slice(0, 6)]
    .join('-')
    .slice(0, 80)
    .concat('.md');
}

/** JSON's strings and numbers are YAML's too. */
const frontMatter = (fields: Record<string, string | number>): string =>
  ['---', ...Object.entries(fields).map(([name, value]) => `${name}: ${JSON.stringify(value)}`), '---'].join(
    '\n',
  );

function paperOf(paper: PaperInput, at: number): string {
  const { title, url, authors = [], journal, source, publishedOn, doi, takeaway, retracted } = paper;
  const heading = text(title) || 'Untitled';
  const address = addressOf(url);
  const named = authors.length > 6 ? [...authors.slice(0, 6), `and ${authors.length - 6} more`] : authors;
  const where = [journal, journal ? null : sourceLabels[source], publishedOn].map((one) => text(one ?? ''));
  return [
    `## ${at + 1}. ${retracted ? 'RETRACTED: ' : ''}${address ? `[${heading}](<${address}>)` : heading}`,
    [text(named.join(', ')), ...where].filter(Boolean).join(' · '),
    takeaway ? `> ${text(takeaway)}` : '',
    doi ? text(`DOI: ${doi}`) : '',
  ]
    .filter(Boolean)
    .join('\n\n');
}

/** One line in which no character is markup (https://spec.commonmark.org/0.31.2/#backslash-escapes). */
const text = (written: string): string =>
  oneLine(written)
    .replace(/[\\`*_{}[\]<>#|~$^&@]/g, String.raw`\$&`)
    // Bare addresses are links in most dialects.
    .replace(/:\/\//g, String.raw`:\/\/`)
    .replace(/\bwww\./gi, (www) => `${www.slice(0, 3)}\\.`)
    // At the start, these would begin a list, a heading's underline or a rule.
    .replace(/^(\d+)([.)])/, String.raw`$1\$2`)
    .replace(/^[-+=]/, String.raw`\$&`);

const oneLine = (written: string): string => plain(written).replace(/\s+/g, ' ').trim();

/** An address for the web, without the characters that would end it; null for any other. */
const addressOf = (url: string | null | undefined): string | null =>
  /^https?:\/\//i.test(url ?? '') && URL.canParse(url!)
    ? new URL(url!).href.replace(/[<>]/g, (one) => (one === '<' ? '%3C' : '%3E'))
    : null;
