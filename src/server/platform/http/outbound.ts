import dns from 'node:dns';
import http, { type IncomingHttpHeaders } from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** A request to an address that a reader or a peer named. */
export interface OutboundRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  headers: Record<string, string>;
  body?: string;
}

/** The response, including redirects, which are not followed. The text is cut at 1 MB. */
export interface OutboundAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/** The address is in a private network, or leads to one. */
export class PrivateAddress extends Error {
  constructor() {
    super('the address leads into a private network');
  }
}

/** Time that a webhook may take to respond (https://www.standardwebhooks.com recommends 15 to 30 seconds). */
const timeoutMs = 20_000;
const mostCharacters = 1_000_000;

/**
 * Sends a request and reads the response, within twenty seconds. Without `allowPrivate` it connects to public addresses
 * only: it checks every address that the name resolves to, and connects to a checked one, so that a name cannot change in
 * between (https://cheatsheetseries.owasp.org/cheatsheets/Server_Side_Request_Forgery_Prevention_Cheat_Sheet.html).
 * @throws PrivateAddress
 * @throws Error if there is no response
 */
export async function sendOut(
  { method, url, headers, body = '' }: OutboundRequest,
  { allowPrivate }: { allowPrivate: boolean },
): Promise<OutboundAnswer> {
  const target = new URL(url);
  if (!allowPrivate && isPrivateLiteral(target.hostname)) throw new PrivateAddress();
  const { request } = target.protocol === 'https:' ? https : http;
  return new Promise((resolve, reject) => {
    const outgoing = request(target, {
      method,
      agent: false,
      signal: AbortSignal.timeout(timeoutMs),
      headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
      ...(allowPrivate ? {} : { lookup: lookUpPublic }),
    });
    outgoing.once('error', reject);
    outgoing.once('response', (incoming) => {
      let text = '';
      const end = () => resolve({ status: incoming.statusCode!, headers: incoming.headers, text });
      incoming.setEncoding('utf8');
      incoming.on('data', (part: string) => {
        text += part;
        if (text.length < mostCharacters) return;
        end();
        incoming.destroy();
      });
      incoming.once('end', end).once('error', reject);
    });
    outgoing.end(body);
  });
}

/**
 * Whether a name or address leads into a private network now.
 * @throws Error if the name does not resolve
 */
export async function isPrivateHost(hostname: string): Promise<boolean> {
  if (ipaddr.isValid(bare(hostname))) return isPrivateLiteral(hostname);
  const found = await dns.promises.lookup(hostname, { all: true });
  return found.some(({ address }) => !isPublic(address));
}

/** Refuses a name if any of its addresses is private. */
const lookUpPublic: LookupFunction = (hostname, options, done) =>
  dns.lookup(hostname, { ...options, all: true }, (error, found) => {
    const [first] = found ?? [];
    if (error || !first) return done(error ?? new Error(`${hostname} has no address`), '');
    if (found.some(({ address }) => !isPublic(address))) return done(new PrivateAddress(), '');
    return options.all ? done(null, found) : done(null, first.address, first.family);
  });

const isPrivateLiteral = (hostname: string): boolean =>
  ipaddr.isValid(bare(hostname)) && !isPublic(bare(hostname));

/**
 * Whether an address is not loopback, private, link-local or in another special range. IPv4 inside IPv6 is checked as
 * IPv4.
 */
const isPublic = (address: string): boolean => ipaddr.process(address).range() === 'unicast';

const bare = (hostname: string): string => hostname.replace(/^\[|\]$/g, '');
