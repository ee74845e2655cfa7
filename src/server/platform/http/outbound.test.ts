import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { isPrivateHost, PrivateAddress, sendOut } from './outbound.ts';

const get = (url: string, allowPrivate = false) =>
  sendOut({ method: 'GET', url, headers: {} }, { allowPrivate });

const privatePlaces = [
  ...['http://127.0.0.1/', 'http://[::1]/', 'http://0.0.0.0/', 'http://10.1.2.3/', 'http://172.16.0.1/'],
  ...[
    'http://192.168.1.1/',
    'http://169.254.169.254/latest/meta-data',
    'http://[fe80::1]/',
    'http://[fd00::1]/',
  ],
  ...[
    'http://100.64.0.1/',
    'http://[::ffff:127.0.0.1]/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://224.0.0.1/',
  ],
  ...['http://[64:ff9b::7f00:1]/', 'http://[2002:7f00:1::]/'],
];

describe('outbound request', () => {
  it.each(privatePlaces)('refuses %s', async (url) => {
    await expect(get(url)).rejects.toThrow(PrivateAddress);
    expect(await isPrivateHost(new URL(url).hostname)).toBe(true);
  });

  it('refuses a name that resolves to a private address', async () => {
    await expect(get('http://localhost/')).rejects.toThrow(PrivateAddress);
    expect(await isPrivateHost('localhost')).toBe(true);
  });

  it('accepts a public address', async () => {
    expect(await isPrivateHost('93.184.216.34')).toBe(false);
    expect(await isPrivateHost('[2606:2800:220:1:248:1893:25c8:1946]')).toBe(false);
  });

  it('returns a redirect instead of following it', async () => {
    const calls: string[] = [];
    const server = createServer((request, response) => {
      calls.push(request.url!);
      response.writeHead(302, { location: '/elsewhere' }).end('moved');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    expect(await get(url, true)).toMatchObject({ status: 302, text: 'moved' });
    expect(calls).toEqual(['/']);
    server.close();
    await expect(get(url, true)).rejects.toThrow();
  });
});
