import { createSocket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
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

  const upgrade = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n';
  it.each([
    ['an upgrade that nobody asked for', upgrade, /^101$/],
    ['an upgrade without its header', 'HTTP/1.1 101 Fine\r\n\r\n', /101|closed|no answer|Parse/],
    ['provisional answers without end', 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(50), /no answer/],
    ['silence', '', /no answer/],
    ['a body without end', 'HTTP/1.1 200 OK\r\n\r\nbegin', /no answer/],
    ['headers without end', 'HTTP/1.1 200 OK\r\nx: ', /no answer/],
  ])('does not wait longer than its time for %s', async (_, reply, ending) => {
    const server = createTcpServer((socket) => socket.on('error', () => {}).write(reply));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const from = performance.now();
    const ended = await sendOut(
      { method: 'GET', url, headers: {} },
      { allowPrivate: true, withinMs: 400 },
    ).then(
      ({ status }) => String(status),
      (error: Error) => error.message,
    );
    expect(ended).toMatch(ending);
    expect(performance.now() - from).toBeLessThan(2000);
    server.close();
  });

  it('waits three seconds for a name server that is silent, and holds up no other look-up', async () => {
    const silent = createSocket('udp4');
    await once(silent.bind(0, '127.0.0.1'), 'listening');
    const nameServers = [`127.0.0.1:${silent.address().port}`];
    const from = performance.now();
    const ask = (n: number) =>
      sendOut(
        { method: 'GET', url: `http://n${n}.example/`, headers: {} },
        { allowPrivate: true, nameServers },
      );
    const asked = Promise.allSettled(Array.from({ length: 20 }, (_, n) => ask(n)));
    await lookup('localhost');
    expect(performance.now() - from, 'another look-up').toBeLessThan(1000);
    expect((await asked).every(({ status }) => status === 'rejected')).toBe(true);
    expect(performance.now() - from).toBeLessThan(5000);
    silent.close();
  });
});
