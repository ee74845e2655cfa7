import { chmod, copyFile, cp, mkdir, readdir, rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { PGlite } from '@electric-sql/pglite';
import { ConfigError } from '../runtime/config.ts';
import type { Log } from '../runtime/log.ts';

/** Only users who may open files in this folder can connect to the socket. */
const socketOf = (dataDir: string): string => path.join(dataDir, 'backup.sock');

const copyPrefix = 'snapshot-';

/** A system limit: longer socket addresses are cut off. */
const longestAddress = 100;

/** Maximum time for a copy; a gigabyte takes seconds. */
const waitMs = 120_000;

/**
 * Lets `npm run backup` get a copy of the embedded database while this process works on it. The copy is of one moment,
 * during which other statements wait. It is a folder next to the database, which the client removes.
 */
export async function offerSnapshots(
  pglite: PGlite,
  dataDir: string,
  log: Log,
): Promise<() => Promise<void>> {
  const address = socketOf(dataDir);
  for (const name of await readdir(dataDir))
    if (name.startsWith(copyPrefix)) await rm(path.join(dataDir, name), { recursive: true, force: true });
  if (address.length > longestAddress) {
    log.warn({ address }, 'DATA_DIR has too long a path for backups while running; stop before a backup');
    return async () => undefined;
  }
  // A killed process left this socket. The folder's lock is ours, so nobody listens there.
  await rm(address, { force: true });
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket)).on('error', () => undefined);
    copyDatabase(pglite, dataDir).then(
      (folder) => socket.end(folder),
      (error: Error) => {
        log.error({ err: error }, 'a copy for a backup could not be made');
        socket.destroy();
      },
    );
  });
  server.on('error', (error) => log.warn({ err: error }, 'backups while running are not possible'));
  await new Promise<void>((resolve) => {
    server.once('error', () => resolve()).listen(address, resolve);
  });
  await chmod(address, 0o600).catch(() => undefined);
  return () =>
    new Promise((resolve) => {
      for (const socket of sockets) socket.destroy();
      server.close(() => resolve());
    });
}

async function copyDatabase(pglite: PGlite, dataDir: string): Promise<string> {
  const folder = path.join(dataDir, `${copyPrefix}${crypto.randomUUID()}`);
  await mkdir(folder, { mode: 0o700 });
  try {
    // A transaction that writes nothing. While it is open no other statement runs, so the files do not change.
    await pglite.transaction(async (tx) => {
      await tx.query('checkpoint');
      await cp(path.join(dataDir, 'database'), path.join(folder, 'database'), { recursive: true });
    });
    // There is none where SESSION_SECRET is set.
    await copyFile(path.join(dataDir, 'secret'), path.join(folder, 'secret')).catch(() => undefined);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
  return folder;
}

/**
 * Gets a copy of the database that a running process holds, with its secret. The caller removes the folder.
 * @throws ConfigError if that process does not respond, or could not make one
 */
export async function askForSnapshot(dataDir: string): Promise<string> {
  const socket = connect(socketOf(dataDir));
  socket.setTimeout(waitMs, () => socket.destroy(new Error('no answer')));
  const answer = await text(socket).catch(({ code, message }: NodeJS.ErrnoException) => code ?? message);
  if (path.isAbsolute(answer)) return answer;
  throw new ConfigError(
    `DATA_DIR: the process that uses ${dataDir} does not give a copy (${answer || 'its log says why'}). Run this as the same user and in the same container, or stop that process first.`,
  );
}
