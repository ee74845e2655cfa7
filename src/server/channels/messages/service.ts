import type { OutboundAnswer, OutboundRequest } from '#platform/http/outbound.ts';
import type { ChannelEvent } from '#shared/channels/events.ts';
import type { Announcement } from './announcement.ts';

/** What is encrypted of a channel. */
export interface Place {
  address: string;
  token: string;
  /** Sign a webhook, the newest first; the former one until its end. */
  secrets: string[];
}

/** One delivery, as every service gets it. */
export interface Outgoing {
  /** The same for every try. */
  id: string;
  at: Date;
  place: Place;
  announcement: Announcement;
  event: ChannelEvent;
}

/**
 * What an answer means. `later`: try again, after `wait` seconds at least. `failed`: this delivery will never be taken.
 * `ended`: nothing will, so the channel is closed.
 */
export type Outcome =
  | { outcome: 'sent' }
  | { outcome: 'later'; sentence: string; wait: number }
  | { outcome: 'failed' | 'ended'; sentence: string };

/** How to talk to one service. */
export interface Service {
  request(outgoing: Outgoing): OutboundRequest;
  /** Reads what the service answered. */
  read(answer: OutboundAnswer): Outcome;
  /** Why an address cannot be one of this service, in a sentence; null for a right one. */
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
 * The reading that chat services share: they say by status that an address no longer exists or may not be used, and
 * then asking again is useless at best; Discord even blocks those who keep asking.
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

/** Seconds that an answer asks to wait, by `Retry-After`: a number, or a date beside its own (RFC 9110, 10.2.3); 0 without it. */
export function waitOf({ headers }: Pick<OutboundAnswer, 'headers'>): number {
  const said = headers['retry-after'] ?? '';
  const seconds = /^\d+(\.\d+)?$/.test(said)
    ? Number(said)
    : (Date.parse(said) - Date.parse(headers.date ?? '')) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : 0;
}

/** A field of an answer in JSON; undefined when it is not there. */
export function fieldOf(text: string, name: string): unknown {
  try {
    return (JSON.parse(text) as Record<string, unknown>)[name];
  } catch {
    return undefined;
  }
}
