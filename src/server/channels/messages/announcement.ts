import type { PresentedDigest } from '#digests/archive/present.ts';
import { sourceLabels } from '#shared/papers/sources.ts';
import { addressOf, line, titleOf } from '../atom/content.ts';

/** What a message to people says of a digest: plain lines, which each service escapes in its own way. */
export interface Announcement {
  title: string;
  /** The page to read on. */
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

/** A digest in the words of a message. */
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

/** What a test says to people. */
export const announceTest = (topic: { id: string; term: string }, baseUrl: string): Announcement => ({
  title: 'A test from Litwatch',
  url: `${baseUrl}/topics/${topic.id}`,
  lead: `New papers on “${line(topic.term)}” will come here.`,
  papers: [],
});

/** At most so many characters, the last of them an ellipsis where something was cut. Never cuts a character in two. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text
    .slice(0, most - 1)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd()}…`;
}
