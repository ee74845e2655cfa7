import dns, { type LookupAddress } from 'node:dns';
import http, { type IncomingHttpHeaders } from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { retryAfterMs } from './retryAfter.ts';

/** A request to an address that a reader or a peer named. */
export interface OutboundRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  headers: Record<string, string>;
  body?: string;
}

/** The response, including redirects, which are not followed. The text is cut at 1 MB. */
export type OutboundAnswer = { status: number; headers: IncomingHttpHeaders; text: string };

/** Where a request may go, and for how long; name servers other than the system's. */
type Reach = { allowPrivate: boolean; withinMs?: number; nameServers?: string[] };

/** The address is in a private network, or leads to one. */
export class PrivateAddress extends Error {
  constructor() {
    super('the address leads into a private network');
  }
}

/** Time that a webhook may take to respond (https://www.standardwebhooks.com recommends 15 to 30 seconds). */
export const answerMs = 20_000;
const mostCharacters = 1_000_000;

/**
 * Sends a request and reads the response, within twenty seconds whatever the other side does. Without `allowPrivate` it
 * connects to public addresses only: it checks every address that the name resolves to, and connects to a checked one, so
 * that a name cannot change in between
 * (https://cheatsheetseries.owasp.org/cheatsheets/Server_Side_Request_Forgery_Prevention_Cheat_Sheet.html).
 * @throws PrivateAddress
 * @throws Error if there is no response
 */
export async function sendOut(
  { method, url, headers, body = '' }: OutboundRequest,
  { allowPrivate, withinMs = answerMs, nameServers }: Reach,
): Promise<OutboundAnswer> {
  const target = new URL(url);
  if (!allowPrivate && isPrivateLiteral(target.hostname)) throw new PrivateAddress();
  const { request } = target.protocol === 'https:' ? https : http;
  const outgoing = request(target, {
    method,
    agent: false,
    headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
    lookup: lookUpWith({ allowPrivate, nameServers }),
  });
  // Our own clock ends the wait, because some replies end a request without an event: an upgrade that nobody asked for, or
  // a connection that closes early.
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise((resolve, reject) => {
      timer = setTimeout(() => reject(new Error(`no answer within ${withinMs / 1000} s`)), withinMs);
      outgoing.once('error', reject).once('close', () => reject(new Error('the connection was closed')));
      outgoing.once('upgrade', ({ statusCode, headers }, socket) => {
        socket.destroy();
        resolve({ status: statusCode!, headers, text: '' });
      });
      outgoing.once('response', (incoming) => {
        let text = '';
        const end = () => resolve({ status: incoming.statusCode!, headers: incoming.headers, text });
        incoming.setEncoding('utf8');
        incoming.on('data', (part: string) => {
          text += part;
          if (text.length >= mostCharacters) end();
        });
        incoming.once('end', end).once('error', reject);
      });
      outgoing.end(body);
    });
  } finally {
    clearTimeout(timer);
    outgoing.on('error', () => {}).destroy();
  }
}

/**
 * Whether a name or address leads into a private network now.
 * @throws Error if the name does not resolve
 */
export async function isPrivateHost(hostname: string): Promise<boolean> {
  if (ipaddr.isValid(bare(hostname))) return isPrivateLiteral(hostname);
  return addressesOf(hostname, { allowPrivate: false }).then(
    () => false,
    (error: unknown) => error instanceof PrivateAddress || Promise.reject(error),
  );
}

type Naming = Pick<Reach, 'allowPrivate'> & { nameServers?: string[] | undefined };

/** Resolves names for a connection as `addressesOf` does. */
export const lookUpWith =
  (reach: Naming): LookupFunction =>
  (hostname, options, done) => {
    addressesOf(hostname, reach).then(
      (found) => {
        if (options.all) return done(null, found);
        done(null, found[0]!.address, found[0]!.family);
      },
      (error: NodeJS.ErrnoException) => done(error, ''),
    );
  };

/** Time for a name. */
const resolveMs = 3000;

/**
 * The addresses of a name, within three seconds. `getaddrinfo` would hold one of the process's four shared threads until
 * its own time is over, so a few names with silent servers would stop every other look-up. Only it reads the hosts file,
 * so it is used where private addresses are allowed: for names without a dot, and for what the name servers cannot tell.
 * @throws PrivateAddress where those are not allowed, if one address is private or the name has no dot
 */
async function addressesOf(hostname: string, reach: Naming): Promise<LookupAddress[]> {
  if (reach.allowPrivate) return resolved(hostname, reach);
  if (isOfOwnNetwork(hostname)) throw new PrivateAddress();
  const found = await resolved(hostname, reach);
  if (found.every(({ address }) => isPublic(address))) return found;
  throw new PrivateAddress();
}

/** What name servers answer that do not know a name, and what is said where there are none. */
const untold = new Set([dns.NOTFOUND, dns.NODATA, dns.SERVFAIL, dns.REFUSED, dns.CONNREFUSED]);

const isOfOwnNetwork = (hostname: string): boolean => !hostname.replace(/\.$/, '').includes('.');

async function resolved(hostname: string, { allowPrivate, nameServers }: Naming): Promise<LookupAddress[]> {
  const ofSystem = () => dns.promises.lookup(hostname, { all: true });
  if (isOfOwnNetwork(hostname)) return ofSystem();
  const resolver = new dns.promises.Resolver({ timeout: resolveMs / 2, tries: 2 });
  if (nameServers) resolver.setServers(nameServers);
  const timer = setTimeout(() => resolver.cancel(), resolveMs);
  const [v4, v6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  clearTimeout(timer);
  const found = [
    ...(v4.status === 'fulfilled' ? v4.value.map((address) => ({ address, family: 4 })) : []),
    ...(v6.status === 'fulfilled' ? v6.value.map((address) => ({ address, family: 6 })) : []),
  ];
  if (found.length) return found;
  const { reason } = v4 as PromiseRejectedResult;
  if (allowPrivate && untold.has(reason.code)) return ofSystem();
  throw reason;
}

const isPrivateLiteral = (hostname: string): boolean =>
  ipaddr.isValid(bare(hostname)) && !isPublic(bare(hostname));

/** What IANA has given out of IPv6. Others, such as the old form `::10.0.0.1`, lead where a system's own routes say. */
const givenOut: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3];

/** Whether an address is not loopback, private, link-local or otherwise special. IPv4 inside IPv6 is checked as IPv4. */
function isPublic(text: string): boolean {
  const address = ipaddr.process(text);
  return address.range() === 'unicast' && (address instanceof ipaddr.IPv4 || address.match(givenOut));
}

const bare = (hostname: string): string => hostname.replace(/^\[|\]$/g, '');

/** Seconds that the response asks to wait; 0 if it asks for none. */
export const waitOf = ({ headers }: Pick<OutboundAnswer, 'headers'>): number =>
  Math.ceil((retryAfterMs(headers) ?? 0) / 1000);

/** A field of a JSON response; undefined if it is missing. */
export function fieldOf(text: string, name: string): unknown {
  try {
    return (JSON.parse(text) as Record<string, unknown>)[name];
  } catch {
    return undefined;
  }
}
