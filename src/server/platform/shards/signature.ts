import { createHmac, timingSafeEqual } from 'node:crypto';
import { minuteMs } from '#shared/values/time.ts';

/** The header of a call that one shard forwards to another. */
export const forwardedHeader = 'Litwatch-Forwarded';

/** How far the clocks of two servers may be apart, with the way between them. */
const freshMs = 2 * minuteMs;

/** What a shard says of a call that it forwards. */
export interface Forwarded {
  method: string;
  /** Path and query, as they are sent. */
  path: string;
  /** The client's network, as limits count it. */
  network: string;
}

/** The value of the header: for whom, when, whose network, and a signature over these and the call. */
export function signForwarded(secret: string, target: string, call: Forwarded, at: Date): string {
  const moment = String(at.getTime());
  return [target, moment, call.network, signature(secret, { target, moment, call })].join(' ');
}

/**
 * The client's network, if the header was made by a shard, for this call, and within the last two minutes; else null. A header
 * for another shard is null too: it came the wrong way, or was caught on another one.
 */
export function readForwarded(
  { secret, own }: { secret: string; own: string },
  header: string,
  { method, path }: Omit<Forwarded, 'network'>,
  now: Date,
): string | null {
  const [target = '', moment = '', network = '', given = '', ...rest] = header.split(' ');
  const call = { method, path, network };
  if (rest.length || target !== own || !same(given, signature(secret, { target, moment, call }))) return null;
  return Math.abs(now.getTime() - Number(moment)) <= freshMs ? network : null;
}

/** No part can hold a line break, so none can be moved into another. */
const signature = (
  secret: string,
  { target, moment, call: { method, path, network } }: { target: string; moment: string; call: Forwarded },
): string =>
  createHmac('sha256', secret)
    .update(['litwatch forward 1', target, moment, network, method, path].join('\n'))
    .digest('base64url');

function same(given: string, expected: string): boolean {
  const bytes = Buffer.from(given);
  return bytes.length === expected.length && timingSafeEqual(bytes, Buffer.from(expected));
}
