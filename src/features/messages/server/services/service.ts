import { addressOf, line, titleOf } from '#digests/archive/lines.ts';
import type { PresentedDigest } from '#digests/archive/present.ts';
import type { ChannelEvent } from '#features/messages/contract.ts';
import { type OutboundAnswer, type OutboundRequest, waitOf } from '#platform/http/outbound.ts';
import { shortJournal } from '#shared/papers/journals.ts';
import { sourceLabels } from '#shared/papers/sources.ts';

/** The encrypted part of a channel. */
export interface Place {
  address: string;
  token: string;
  /** Signing secrets of a webhook, newest first; the previous one until it expires. */
  secrets: string[];
}

/** One delivery, in the form for every service. */
export interface Outgoing {
  /** The same for every attempt. */
  id: string;
  at: Date;
  place: Place;
  announcement: Announcement;
  event: ChannelEvent;
}

/**
 * The meaning of a response. `later`: retry after at least `wait` seconds. `failed`: this delivery will never be accepted.
 * `ended`: no delivery will be, so the channel is turned off.
 */
export type Outcome =
  | { outcome: 'sent' }
  | { outcome: 'later'; sentence: string; wait: number }
  | { outcome: 'failed' | 'ended'; sentence: string };

/** How to talk to one service. */
export interface Service {
  request(outgoing: Outgoing): OutboundRequest;
  /** Interprets the service's response. */
  read(answer: OutboundAnswer): Outcome;
  /** Why an address cannot belong to this service, in a sentence; null for a valid one. */
  refuse?(place: Pick<Place, 'address' | 'token'>): string | null;
}

/** A request with a body in JSON. */
export const post = (url: string, body: unknown, headers: Record<string, string> = {}): OutboundRequest => ({
  method: 'POST',
  url,
  headers: { 'content-type': 'application/json', 'user-agent': 'Litwatch', ...headers },
  body: JSON.stringify(body),
});

/**
 * The interpretation that chat services share. Their status says that an address no longer exists or may not be used.
 * Retrying is then useless, and Discord even blocks clients that keep trying.
 */
export function readChat(name: string, answer: OutboundAnswer, word = ''): Outcome {
  const { status } = answer;
  const said = word ? `${name} answered ${status} (${word}).` : `${name} answered ${status}.`;
  if (status >= 200 && status < 300) return { outcome: 'sent' };
  if ([401, 403, 404, 410].includes(status))
    return { outcome: 'ended', sentence: `${said} Nothing more is sent there.` };
  if (status === 400 || status === 413 || status === 422) return { outcome: 'failed', sentence: said };
  return { outcome: 'later', sentence: said, wait: waitOf(answer) };
}

/** The content of a message about a digest, as plain lines that each service escapes in its own way. */
interface Announcement {
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
      where: [
        shortJournal(line(paper.journal ?? '')) || sourceLabels[paper.source],
        line(paper.publishedOn ?? ''),
      ]
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
