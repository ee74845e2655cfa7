import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '#platform/db/open.ts';
import { openBoss } from '#platform/queue/pgBoss.ts';
import { openLog } from '#platform/runtime/log.ts';

declare module 'vitest' {
  interface ProvidedContext {
    databaseImage: string;
  }
}

/** Migrates one embedded database and saves its image, from which each feature test starts in half a second. */
export default async function makeImage({ provide }: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(path.join(tmpdir(), 'litwatch-image-'));
  const database = await openDatabase({ url: null, folder: null });
  const boss = await openBoss(database, { databaseUrl: null, worker: false, log: openLog('silent') });
  await boss.stop();
  const image = await database.pglite!.dumpDataDir('none');
  const file = path.join(folder, 'database.tar');
  writeFileSync(file, Buffer.from(await image.arrayBuffer()));
  await database.close();
  provide('databaseImage', file);
  return () => rm(folder, { recursive: true, force: true });
}
