import { closeSync, existsSync, fdatasync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { makeFolder } from '#platform/runtime/makeFolder.ts';
import type { AcceptedMails } from './accepted.ts';

const sync = promisify(fdatasync);

/** Ids that one file takes; the file before it is kept beside it. Asked for are those of the last second before a crash. */
const idsAtMost = 5000;

/**
 * The ids of accepted mails in a file, one a line. A line is with the operating system when `note` returns its promise,
 * so a killed process cannot lose it, and with `onDisk` it is on the disk when the promise resolves. A folder that is not
 * there is made.
 */
export function openJournal(file: string, { onDisk }: { onDisk: boolean }): AcceptedMails {
  const former = `${file}.1`;
  let older = idsIn(former);
  let newer = idsIn(file);
  makeFolder(path.dirname(file));
  let descriptor = openSync(file, 'a', 0o600);
  let syncing: Promise<void> | null = null;
  let next: Promise<void> | null = null;

  /** Notes that come while the file is being synced share the next one. */
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
    // Somebody may have removed it; nothing is closed before the next one is open.
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
      // A line that a full disk cut short must not swallow the next one.
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

/** The ids in a journal; none where there is no file. */
export function idsIn(file: string): Set<string> {
  try {
    return new Set(readFileSync(file, 'utf8').split('\n').filter(Boolean));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return new Set();
    throw error;
  }
}
