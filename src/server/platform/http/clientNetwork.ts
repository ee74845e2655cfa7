import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
import ipaddr from 'ipaddr.js';
import { ConfigError } from '../runtime/config.ts';
import type { Log } from '../runtime/log.ts';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/**
 * Returns a function that gives the client's network for rate limits: an IPv4 address, or the /64 of an IPv6 address,
 * because a household or an attacker has a whole /64. Trusts `X-Forwarded-For` only as far as trusted proxies wrote it:
 * from the right, the first address that is not a trusted proxy's is the client.
 * @throws ConfigError if an entry is neither an address nor a range such as 10.0.0.0/8
 */
export function networkReader(
  trustedProxies: readonly string[],
  log?: Pick<Log, 'warn'>,
): (http: Context) => string {
  const isTrusted = trustOf(trustedProxies);
  let isSaid = false;

  return (http) => {
    let client = ipaddr.process(remoteAddress(http));
    const forwarded = (http.req.header('x-forwarded-for') ?? '').split(',').map((part) => part.trim());
    while (isTrusted(client)) {
      const before = forwarded.pop();
      if (!before) break;
      const address = addressIn(before);
      if (!address) {
        if (!isSaid)
          log?.warn(
            { header: before.slice(0, 100) },
            'X-Forwarded-For names no address; its clients share limits',
          );
        isSaid = true;
        break;
      }
      client = address;
    }
    client = embedded(client);
    return client.kind() === 'ipv4' ? client.toString() : truncated(client, 64);
  };
}

/** Where IPv6 addresses hold the IPv4 address of their host: with NAT64, SIIT, 6to4 and Teredo, which writes it inverted. */
const holding: Record<string, [from: number, mask: number]> = {
  rfc6052: [12, 0],
  rfc6145: [12, 0],
  '6to4': [2, 0],
  teredo: [12, 0xff],
};

/** The IPv4 host behind a translated address. As IPv6, all behind a translator are one network, or one of them is two. */
function embedded(address: Address): Address {
  const [from, mask] = holding[address.range()] ?? [];
  if (from === undefined || address.kind() === 'ipv4') return address;
  const bytes = address.toByteArray().slice(from, from + 4);
  return new ipaddr.IPv4(bytes.map((byte) => byte ^ mask!));
}

/** The address in an entry of `X-Forwarded-For`, which may have a port, quotes, and brackets around IPv6; null without one. */
function addressIn(entry: string): Address | null {
  const bare = entry.replace(/^"|"$/g, '').trim();
  const address = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(bare)?.[1] ?? bare.replace(/^([\d.]+):\d{1,5}$/, '$1');
  // Four parts in decimal: the library also reads 0x7f000001 and 127.1.
  return ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address)
    ? ipaddr.process(address)
    : null;
}

/**
 * Returns a function that tells whether a trusted proxy sent a request itself. Ignores what the request claims about its
 * route.
 * @throws ConfigError as `networkReader`
 */
export function proxyCheck(trustedProxies: readonly string[]): (http: Context) => boolean {
  const isTrusted = trustOf(trustedProxies);
  return (http) => isTrusted(ipaddr.process(remoteAddress(http)));
}

function trustOf(trustedProxies: readonly string[]): (address: Address) => boolean {
  const trusted = trustedProxies.map(readRange);
  return (address) => ipaddr.subnetMatch(address, { trusted }, '') === 'trusted';
}

/**
 * A client's network and the ones around it that one customer of a provider may hold, from small to large: /64, /56 and
 * /48 of IPv6 (https://www.rfc-editor.org/rfc/rfc6177). An IPv4 address stands alone.
 */
export function widerNetworks(network: string): string[] {
  const bare = network.replace(/\/\d+$/, '');
  return ipaddr.IPv6.isValid(bare)
    ? [64, 56, 48].map((bits) => truncated(ipaddr.IPv6.parse(bare), bits))
    : [network];
}

/** A coarser network for storage: /24 of IPv4, /48 of IPv6. It identifies a provider's area, not a person. */
export const roughNetwork = (network: string): string => {
  const address = ipaddr.process(network.replace(/\/\d+$/, ''));
  return truncated(address, address.kind() === 'ipv4' ? 24 : 48);
};

function readRange(text: string): [Address, number] {
  if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text);
  if (!ipaddr.isValid(text))
    throw new ConfigError(`TRUSTED_PROXIES must list addresses or ranges such as 10.0.0.0/8, not "${text}".`);
  const address = ipaddr.process(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}

/** A call without a socket comes from this process itself. */
function remoteAddress(http: Context): string {
  const { incoming, server } = (http.env ?? {}) as { incoming?: unknown; server?: unknown };
  const address = incoming || server ? getConnInfo(http).remote.address : undefined;
  return address && ipaddr.isValid(address) ? address : '127.0.0.1';
}

function truncated(address: Address, bits: number): string {
  const family = address.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6;
  return `${family.networkAddressFromCIDR(`${address}/${bits}`)}/${bits}`;
}
