import { existsSync, readdirSync, readFileSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ConfigError } from '../runtime/config.ts';
import { makeFolder } from '../runtime/makeFolder.ts';

/** Folder of the embedded database inside DATA_DIR. */
export const databaseFolder = (dataDir: string): string => path.join(dataDir, 'database');

/** @throws ConfigError if there is no database in the folder */
export function requireDatabase(folder: string): void {
  if (!existsSync(path.join(folder, 'PG_VERSION')))
    throw new ConfigError(`DATA_DIR: there is no database in ${folder}. Set DATA_DIR as for the server.`);
}

/** References to the locks, without which the garbage collector would close them. */
const held = new Set<DatabaseSync>();

/**
 * Makes this process the only one that may open the embedded database in `folder`, and creates a missing folder. The
 * operating system holds the lock, on a file next to the folder: it ends with the process in any case, depends on no
 * process id, and is not part of a copy. SQLite, which comes with Node, is the only way to such a lock without a native
 * package; the file stays empty.
 * @throws ConfigError naming the folder, and its holder, if it is in use, not writable, or contains something else
 */
export function lockDataFolder(folder: string): { release(): void } {
  const files = explained(folder, () => {
    makeFolder(folder);
    return readdirSync(folder);
  });
  if (files.length && !files.includes('PG_VERSION'))
    throw new ConfigError(
      `DATA_DIR: ${folder} holds files (such as ${files[0]}) but no database of Litwatch. Set DATA_DIR to another folder, or move these files away.`,
    );
  const lock = takeLock(folder);
  try {
    explained(folder, () => writeFileSync(holderFile(folder), `process ${process.pid} on ${hostname()}`));
  } catch (error) {
    lock.close();
    throw error;
  }
  held.add(lock);
  return {
    release() {
      rmSync(holderFile(folder), { force: true });
      held.delete(lock);
      lock.close();
    },
  };
}

/** Whether a process has the database in `folder` open. */
export function isInUse(folder: string): boolean {
  try {
    takeLock(folder, 0).close();
    return false;
  } catch (error) {
    if (error instanceof FolderInUse) return true;
    throw error;
  }
}

/** Another process has the database open. */
export class FolderInUse extends ConfigError {}

/** Time that a predecessor may take to close after a restart. */
const waitMs = 1000;

/** SQLite's code for a file that another connection has locked. */
const busy = 5;

function takeLock(folder: string, timeout = waitMs): DatabaseSync {
  const file = `${folder}.lock`;
  let lock: DatabaseSync | null = null;
  try {
    lock = new DatabaseSync(file, { timeout });
    // No journal, because a crash would leave it behind.
    lock.exec('pragma journal_mode = off; pragma locking_mode = exclusive; begin exclusive');
    return lock;
  } catch (error) {
    lock?.close();
    if ((error as { errcode?: number }).errcode === busy)
      throw new FolderInUse(
        `DATA_DIR: ${folder} is in use by ${holderOf(folder)}. The embedded database belongs to one process: stop that one, set another DATA_DIR, or use a server by DATABASE_URL.`,
      );
    throw new ConfigError(
      `DATA_DIR: ${file} cannot be locked (${(error as Error).message}). Make ${folder} writable, or set DATA_DIR to another folder.`,
    );
  }
}

const holderFile = (folder: string): string => `${folder}.holder`;

/** The process that holds the folder, if it has written down which one it is. */
export function holderOf(folder: string): string {
  try {
    const since = statSync(holderFile(folder)).mtime.toISOString();
    return `${readFileSync(holderFile(folder), 'utf8') || 'another process'} since ${since}`;
  } catch {
    return 'another process';
  }
}

/** Runs a file operation and turns its error into one line. */
function explained<T>(folder: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = code === 'ENOSPC' ? 'the disk is full' : message.replace(/, \w+ '.*$/, '');
    throw new ConfigError(
      `DATA_DIR: ${folder} cannot be written (${reason}). Give this process a folder that it may write to, or set DATA_DIR to another one.`,
    );
  }
}

/** With fewer free bytes the embedded database does nothing, because a write that fails halfway may damage it. */
export const leastFreeBytes = 32 * 1024 * 1024;

/** Free bytes on the disk of a folder, or on the disk where a missing folder will be created. */
export function freeBytes(folder: string): number {
  let there = path.resolve(folder);
  while (!existsSync(there) && there !== path.dirname(there)) there = path.dirname(there);
  const { bavail, bsize } = statfsSync(there);
  return bavail * bsize;
}

/** A number of bytes in the form that operators read. */
export const inMegabytes = (bytes: number): string => Math.round(bytes / 1024 / 1024).toLocaleString('en');

/**
 * Keeps the embedded database closed on a full disk, because opening it writes, and the engine cannot tell a full disk
 * from damage.
 * @throws ConfigError that says how much is free
 */
export function refuseFullDisk(folder: string, free = freeBytes(folder)): void {
  if (free >= leastFreeBytes) return;
  throw new ConfigError(
    `DATA_DIR: only ${inMegabytes(free)} MB are free on the disk of ${folder}, and ${inMegabytes(leastFreeBytes)} are needed. Make room there, then start; nothing is damaged.`,
  );
}
