import { createSocket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { withServer } from '#test/fixtures/sources/server.ts';
import { isPrivateHost, PrivateAddress, sendOut } from './outbound.ts';

const get = (url: string, allowPrivate = false, more: Partial<Parameters<typeof sendOut>[1]> = {}) =>
  sendOut({ method: 'GET', url, headers: {} }, { allowPrivate, ...more });

/** A name server that has these addresses for every name. */
async function nameServer(addresses: string[]) {
  const socket = createSocket('udp4');
  socket.on('message', (question, { port, address }) => {
    const isV4 = question.readUInt16BE(question.indexOf('\0', 12) + 1) === 1;
    const answer = Buffer.from(question.subarray(0, question.indexOf('\0', 12) + 5));
    answer.writeUInt16BE(0x8180, 2);
    answer.writeUInt16BE(isV4 ? addresses.length : 0, 6);
    answer.writeUInt32BE(0, 8);
    const record = (ip: string) =>
      Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...ip.split('.').map(Number)]);
    socket.send(Buffer.concat([answer, ...(isV4 ? addresses.map(record) : [])]), port, address);
  });
  await once(socket.bind(0, '127.0.0.1'), 'listening');
  return { nameServers: [`127.0.0.1:${socket.address().port}`], close: () => socket.close() };
}

const privateHosts =
  `127.0.0.1 [::1] 0.0.0.0 10.1.2.3 172.16.0.1 192.168.1.1 169.254.169.254 [fe80::1] [fd00::1]
  100.64.0.1 [::ffff:127.0.0.1] 2130706433 0x7f.1 224.0.0.1 [64:ff9b::7f00:1] [2002:7f00:1::] 127.1. [::7f00:1] [::2]
  [4000::1] router ai.`.split(/\s+/);

describe('outbound request', () => {
  it.each(privateHosts)('refuses %s', async (host) => {
    const url = `http://${host}/`;
    await expect(get(url)).rejects.toThrow(PrivateAddress);
    expect(await isPrivateHost(new URL(url).hostname)).toBe(true);
  });

  it('refuses a name that resolves to a private address, if only once or beside a public one', async () => {
    for (const answers of [['10.0.0.7'], ['93.184.216.34', '127.0.0.1'], ['93.184.216.34', '0.0.0.0']]) {
      const { nameServers, close } = await nameServer(answers);
      const asked = get('http://rebinds.example/', false, { nameServers });
      await expect(asked).rejects.toThrow(PrivateAddress);
      close();
    }
  });

  it('accepts a public address', async () => {
    expect(await isPrivateHost('93.184.216.34')).toBe(false);
    expect(await isPrivateHost('[2606:2800:220:1:248:1893:25c8:1946]')).toBe(false);
  });

  it('returns a redirect instead of following it', async () => {
    let closed = '';
    await withServer(
      (_, response) => response.writeHead(302, { location: '/elsewhere' }).end('moved'),
      async (url, asked) => {
        expect(await get(url, true)).toMatchObject({ status: 302, text: 'moved' });
        expect(asked.map(({ path }) => path)).toEqual(['/']);
        closed = url;
      },
    );
    await expect(get(closed, true)).rejects.toThrow();
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
    const ended = get(url, true, { withinMs: 400 }).then(({ status }) => String(status));
    expect(await ended.catch((error: Error) => error.message)).toMatch(ending);
    expect(performance.now() - from).toBeLessThan(2000);
    server.close();
  });

  it('waits three seconds for a name server that is silent, and holds up no other look-up', async () => {
    const silent = createSocket('udp4');
    await once(silent.bind(0, '127.0.0.1'), 'listening');
    const nameServers = [`127.0.0.1:${silent.address().port}`];
    const from = performance.now();
    const ask = (n: number) => get(`http://n${n}.example/`, true, { nameServers });
    const asked = Promise.allSettled(Array.from({ length: 20 }, (_, n) => ask(n)));
    await lookup('localhost');
    expect(performance.now() - from, 'another look-up').toBeLessThan(1000);
    expect((await asked).every(({ status }) => status === 'rejected')).toBe(true);
    expect(performance.now() - from).toBeLessThan(5000);
    silent.close();
  });
});
