import { createServer, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { type OwnConnection, openOwnConnection } from './ownConnection.ts';

/**
 * Admits everybody, and answers each statement with no rows: the minimum that PostgreSQL's protocol requires of a server.
 */
async function openServer() {
  const sockets: Socket[] = [];
  const message = (type: string, body: Buffer) => {
    const head = Buffer.alloc(5);
    head.write(type);
    head.writeInt32BE(body.length + 4, 1);
    return Buffer.concat([head, body]);
  };
  const ready = message('Z', Buffer.from('I'));
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.once('data', () => {
      socket.write(Buffer.concat([message('R', Buffer.alloc(4)), ready]));
      socket.on('data', (asked) => {
        if (asked.at(0) === 'X'.charCodeAt(0)) return;
        socket.write(
          Buffer.concat([
            ...[message('1', Buffer.alloc(0)), message('2', Buffer.alloc(0)), message('n', Buffer.alloc(0))],
            ...[message('C', Buffer.from('SELECT 0\0')), ready],
          ]),
        );
      });
    });
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return { server, sockets, url: `postgres://somebody@127.0.0.1:${port}/x` };
}

let close: () => Promise<void> = async () => undefined;
afterEach(() => close());

describe('separate connection', () => {
  it('is opened exactly once after it was lost, however late the old one ends', async () => {
    const { server, sockets, url } = await openServer();
    const connection: OwnConnection = openOwnConnection(url, 'test');
    close = async () => {
      await connection.close();
      for (const socket of sockets) socket.destroy();
      server.close();
    };
    await connection.query('select 1 where false', []);
    sockets[0]!.resetAndDestroy();
    for (let i = 0; i < 20; i++) {
      await connection.query('select 1 where false', []).catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    expect(sockets).toHaveLength(2);
  });
});
