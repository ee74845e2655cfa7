import type { Log } from '../runtime/log.ts';
import { openServer } from './server.ts';
import type { Database } from './types.ts';

export type { Database, Db } from './types.ts';

/**
 * Opens the database and brings its tables up to date. Safe to run at any time, by many processes at once.
 * @param url a PostgreSQL server; without one the embedded engine runs in `folder`, or in memory when that is null too
 * @param connections for a server: how many this process may hold
 * @param image a dump of an embedded database to begin with
 * @param migrates whether to bring the tables up to date; otherwise they are left as they are
 * @throws ConfigError, with one line for the operator, when the database cannot be used: not reached, not writable, in
 *   use by another process, damaged, or written by a newer version
 */
export async function openDatabase(place: {
  url: string | null;
  folder: string | null;
  connections?: number;
  image?: Blob;
  migrates?: boolean;
  log?: Log;
}): Promise<Database> {
  const { url, folder, connections = 12, image, migrates, log } = place;
  if (url) return openServer(url, { connections, migrates, log });
  // Loaded only if needed: the embedded engine alone is half a megabyte of code.
  const { openEmbedded } = await import('./embedded.ts');
  return openEmbedded(folder, { image, migrates });
}
