import { closeSync, existsSync, fdatasync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { makeFolder } from '#platform/runtime/makeFolder.ts';
import type { AcceptedMails } from './accepted.ts';

const sync = promisify(fdatasync);

/**
 * Maximum number of ids in one file; the previous file is kept too. Only those of the last second before a crash are ever
 * looked up.
 */
const idsAtMost = 5000;

/**
 * Stores the ids of accepted mails in a file, one per line. The operating system has a line when `note` returns its
 * promise, so a killed process cannot lose it; with `onDisk` it is on the disk when the promise resolves. Creates a
 * missing folder.
 */
export function openJournal(file: string, { onDisk }: { onDisk: boolean }): AcceptedMails {
  const former = `${file}.1`;
  let older = idsIn(former);
  let newer = idsIn(file);
  makeFolder(path.dirname(file));
  let descriptor = openSync(file, 'a', 0o600);
  let syncing: Promise<void> | null = null;
  let next: Promise<void> | null = null;

  /** Notes that arrive while the file is being synced share the next sync. */
  function synced(): Promise<void> {
    if (!syncing) {
      syncing = sync(descriptor).finally(() => {
        syncing = null;
      });
      return syncing;
    }
    next ??= syncing
      .catch(() => undefined)
      .then(() => {
        next = null;
        return synced();
      });
    return next;
  }

  function startFile(): void {
    // Somebody may have removed the file. Open the next one before closing this one.
    if (existsSync(file)) renameSync(file, former);
    const full = descriptor;
    descriptor = openSync(file, 'a', 0o600);
    closeSync(full);
    older = newer;
    newer = new Set();
  }

  return {
    async note(id) {
      if (newer.size >= idsAtMost && !syncing) startFile();
      // Starts with a line break, so that a line cut short by a full disk does not swallow this one.
      writeSync(descriptor, `\n${id}\n`);
      newer.add(id);
      if (onDisk) await synced();
    },
    has: async (id) => newer.has(id) || older.has(id),
    async close() {
      await syncing?.catch(() => undefined);
      closeSync(descriptor);
    },
  };
}

/** The ids in a journal; empty if there is no file. */
export function idsIn(file: string): Set<string> {
  try {
    return new Set(readFileSync(file, 'utf8').split('\n').filter(Boolean));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return new Set();
    throw error;
  }
}
