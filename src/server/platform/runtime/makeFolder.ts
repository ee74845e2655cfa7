import { existsSync, lstatSync, mkdirSync, statSync } from 'node:fs';
import path from 'node:path';

/**
 * Creates a folder, and the missing ones above it. Node's own `recursive` never returns below /proc: Linux reports there
 * that the parent is missing, although it exists, and Node keeps trying to create it.
 * @throws the error of the file system; also for a file, and for a dangling link, in place of the folder
 */
export function makeFolder(folder: string): void {
  try {
    makeOne(folder);
  } catch (error) {
    const parent = path.dirname(folder);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || existsSync(parent)) throw error;
    makeFolder(parent);
    makeOne(folder);
  }
}

function makeOne(folder: string): void {
  try {
    mkdirSync(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EEXIST') throw error;
    // Another process may have just created it.
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
    const what = lstatSync(folder).isSymbolicLink() ? 'a link that leads to no folder' : 'a file';
    throw Object.assign(new Error(`${folder} is ${what}`), { code });
  }
}
