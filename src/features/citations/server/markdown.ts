import type { PresentedDigest } from '#digests/archive/present.ts';
import { shortJournal } from '#shared/papers/journals.ts';
import type { PaperInput } from '#shared/papers/paper.ts';
import { sourceLabels } from '#shared/papers/sources.ts';
import { frontMatter, markdownTitle, oneLine, markdownLine as text } from './markdownText.ts';

/**
 * A digest as CommonMark with YAML front matter, for Obsidian and static sites. Escapes every character of a paper's text
 * that could become markup.
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

/** `litwatch-2026-11-22-soil-moss.md`: ASCII only, for every browser and file system. */
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

function paperOf(paper: PaperInput, at: number): string {
  const { authors = [], journal, source, publishedOn, doi, takeaway } = paper;
  const named = authors.length > 6 ? [...authors.slice(0, 6), `and ${authors.length - 6} more`] : authors;
  const where = [journal && shortJournal(journal), journal ? null : sourceLabels[source], publishedOn].map(
    (one) => text(one ?? ''),
  );
  return [
    `## ${at + 1}. ${markdownTitle(paper)}`,
    [text(named.join(', ')), ...where].filter(Boolean).join(' · '),
    takeaway ? `> ${text(takeaway)}` : '',
    doi ? text(`DOI: ${doi}`) : '',
  ]
    .filter(Boolean)
    .join('\n\n');
}
