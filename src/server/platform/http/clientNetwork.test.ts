import { Hono } from 'hono';
import { ConfigError } from '../runtime/config.ts';
import { networkReader, roughNetwork } from './clientNetwork.ts';

/** The network of a call from 127.0.0.1 with this header. */
async function read(trusted: string[], forwarded?: string): Promise<string> {
  const networkOf = networkReader(trusted);
  const app = new Hono().get('/', (http) => http.text(networkOf(http)));
  const response = await app.request('/', { headers: forwarded ? { 'x-forwarded-for': forwarded } : {} });
  return response.text();
}

test.each<[string[], string | undefined, string]>([
  [[], undefined, '127.0.0.1'],
  [[], '203.0.113.9', '127.0.0.1'],
  [['127.0.0.1'], '203.0.113.9', '203.0.113.9'],
  [['127.0.0.1'], '198.51.100.1, 203.0.113.9', '203.0.113.9'],
  [['127.0.0.1', '203.0.113.0/24'], '198.51.100.1, 203.0.113.9', '198.51.100.1'],
  [['127.0.0.1'], 'nonsense', '127.0.0.1'],
  [['127.0.0.1'], '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  [['127.0.0.1'], '::ffff:203.0.113.9', '203.0.113.9'],
  [['127.0.0.1'], '64:ff9b::203.0.113.9', '203.0.113.9'],
  [['127.0.0.1'], '64:ff9b:1::cb00:7109', '203.0.113.9'],
  [['127.0.0.1'], '::ffff:0:203.0.113.9', '203.0.113.9'],
  [['127.0.0.1'], '2002:cb00:7109:1::5', '203.0.113.9'],
  [['127.0.0.1'], '2001:0:4136:e378:8000:63bf:34ff:8ef6', '203.0.113.9'],
  [['127.0.0.1', '::1'], '::1, 127.0.0.1', '::/64'],
  [['127.0.0.1'], '203.0.113.9:50123', '203.0.113.9'],
  [['127.0.0.1'], '[2001:db8:1:2::5]:443', '2001:db8:1:2::/64'],
  [['127.0.0.1'], '"[2001:db8:1:2::5]:443"', '2001:db8:1:2::/64'],
  [['127.0.0.1'], '[2001:db8:1:2::5]', '2001:db8:1:2::/64'],
  [['127.0.0.1'], 'fe80::5%eth0', 'fe80::/64'],
  [['127.0.0.1', '203.0.113.0/24'], '198.51.100.1:9, 203.0.113.9:50123', '198.51.100.1'],
  [['127.0.0.1'], '198.51.100.1, unknown', '127.0.0.1'],
  [['127.0.0.1'], '203.0.113.9:', '127.0.0.1'],
  [['127.0.0.1'], '0x7f000001', '127.0.0.1'],
])('trusting %j, forwarded for %s, the client is %s', async (trusted, forwarded, network) =>
  expect(await read(trusted, forwarded)).toBe(network),
);

test('an entry that names no address is logged once', () => {
  const said: unknown[] = [];
  const log = { warn: (...words: unknown[]) => said.push(words) } as never;
  const networkOf = networkReader(['127.0.0.1'], log);
  const app = new Hono().get('/', (http) => http.text(networkOf(http)));
  for (let at = 0; at < 3; at++) app.request('/', { headers: { 'x-forwarded-for': 'unknown' } });
  expect(said).toEqual([[{ header: 'unknown' }, expect.stringContaining('names no address')]]);
});

test('a proxy entry that is not an address stops the start', () =>
  expect(() => networkReader(['proxy.example'])).toThrow(ConfigError));

test('the stored network names only an area', () => {
  expect(roughNetwork('203.0.113.9')).toBe('203.0.113.0/24');
  expect(roughNetwork('2001:db8:1:2::/64')).toBe('2001:db8:1::/48');
});
