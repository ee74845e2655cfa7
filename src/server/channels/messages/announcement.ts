import type { PresentedDigest } from '#digests/archive/present.ts';
import { sourceLabels } from '#shared/papers/sources.ts';
import { addressOf, line, titleOf } from '../atom/content.ts';

/** The content of a message about a digest, as plain lines that each service escapes in its own way. */
export interface Announcement {
  title: string;
  /** Address of the digest's page. */
  url: string;
  lead: string;
  papers: AnnouncedPaper[];
}

export interface AnnouncedPaper {
  title: string;
  url: string | null;
  /** Journal or source, and the day. */
  where: string;
  /** Empty where it has none. */
  takeaway: string;
}

/** The announcement of a digest. */
export function announce(digest: PresentedDigest, baseUrl: string): Announcement {
  const { id, searchTerm, papersData, sentAt, createdAt } = digest;
  const count = papersData.length;
  return {
    title: searchTerm ? `New papers on “${line(searchTerm)}”` : 'New papers',
    url: `${baseUrl}/digests/${id}`,
    lead: `${count} ${count === 1 ? 'paper' : 'papers'} · ${(sentAt ?? createdAt).slice(0, 10)}`,
    papers: papersData.map((paper) => ({
      title: titleOf(paper),
      url: addressOf(paper.url),
      where: [line(paper.journal ?? '') || sourceLabels[paper.source], line(paper.publishedOn ?? '')]
        .filter(Boolean)
        .join(' · '),
      takeaway: line(paper.takeaway ?? ''),
    })),
  };
}

/** The announcement of a test. */
export const announceTest = (topic: { id: string; term: string }, baseUrl: string): Announcement => ({
  title: 'A test from Litwatch',
  url: `${baseUrl}/topics/${topic.id}`,
  lead: `New papers on “${line(topic.term)}” will come here.`,
  papers: [],
});

/** At most this many characters, with an ellipsis at the end if text was cut. Never splits a character. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text
    .slice(0, most - 1)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd()}…`;
}
