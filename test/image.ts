import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import type { TestProject } from 'vitest/node';
import { allQueues } from '#app/queues.ts';
import { openDatabase } from '#platform/db/open.ts';
import { openBoss } from '#platform/queue/pgBoss.ts';
import { openLog } from '#platform/runtime/log.ts';
import { createTestDatabase } from './createDatabase.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A file with a migrated embedded database, from which each feature test starts in a fifth of a second. */
    databaseImage: string | undefined;
    /** The name of a migrated database on the server of DATABASE_URL, which tests copy; absent without a server. */
    databaseTemplate: string | undefined;
  }
}

/** Migrates one database for tests to copy, because a copy takes a fraction of the time. */
export default async function makeImage({ provide }: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(path.join(tmpdir(), 'litwatch-image-'));
  const server = await createTestDatabase();
  const image = server ? undefined : await smallDatabase();
  const database = await openDatabase({ url: server?.url ?? null, folder: null, image });
  const boss = await openBoss(database, {
    queues: allQueues,
    databaseUrl: server?.url ?? null,
    worker: false,
    log: openLog('silent'),
  });
  await boss.stop();
  if (database.pglite) {
    // Nobody connects to the templates, which are half of all files.
    await database.pglite.exec('update pg_database set datistemplate = false');
    for (const template of ['template0', 'template1'])
      await database.pglite.exec(`drop database ${template}`);
    await database.pglite.exec('checkpoint');
    const file = path.join(folder, 'database.tar');
    writeFileSync(file, await dump(database.pglite));
    provide('databaseImage', file);
  }
  await database.close();
  provide('databaseTemplate', server ? new URL(server.url).pathname.slice(1) : undefined);
  return async () => {
    await server?.drop();
    await rm(folder, { recursive: true, force: true });
  };
}

/** An empty database with little memory and little log: each copy zeroes the one and writes the other again. */
async function smallDatabase(): Promise<Blob> {
  const settings = ['shared_buffers=16MB', 'wal_recycle=off', 'min_wal_size=2MB'];
  const pglite = await PGlite.create({
    initDbStartParams: ['--wal-segsize=1', ...settings.flatMap((setting) => ['-c', setting])],
  });
  const image = new Blob([await dump(pglite)]);
  await pglite.close();
  return image;
}

const dump = async (pglite: PGlite) => Buffer.from(await (await pglite.dumpDataDir('none')).arrayBuffer());
