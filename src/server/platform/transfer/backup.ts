import { spawn } from 'node:child_process';
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { databaseFolder, isInUse, lockDataFolder, requireDatabase } from '../db/dataFolder.ts';
import { openDatabase } from '../db/open.ts';
import { ConfigError } from '../runtime/config.ts';
import { makeFolder } from '../runtime/makeFolder.ts';
import { askForSnapshot } from './snapshot.ts';

export interface BackupOptions {
  file: string;
  /** Whether to replace an existing file, or the database that is there. */
  overwrite: boolean;
  print: (line: string) => void;
}

/**
 * Writes the embedded database of `dataDir`, and the secret beside it, into one file while a server works on them: a tar
 * archive, as of one moment, on disk when this returns. Only its owner can read it.
 * @throws ConfigError if the file exists and `overwrite` is not set, if it cannot be written, or if there is no database
 */
export async function backUp(dataDir: string, { file, overwrite, print }: BackupOptions): Promise<void> {
  if (existsSync(file) && !overwrite)
    throw new ConfigError(`${file} exists already. Name another file, or add --overwrite.`);
  const partial = `${file}.partial`;
  const output = await create(partial).catch(({ message }: Error) => {
    throw new ConfigError(
      `${file} cannot be written (${message.replace(/, \w+ '.*$/, '')}). Name a file in a folder that this user may write to, with enough room.`,
    );
  });
  try {
    print(`Backing up the embedded database in ${databaseFolder(dataDir)} …`);
    const { folder, release } = await holdStill(dataDir);
    try {
      const names = ['database', 'secret'].filter((name) => existsSync(path.join(folder, name)));
      await tar(['-czf', '-', '-C', folder, ...names], output.fd);
    } finally {
      await release();
    }
    await output.sync();
    // Read it back from the disk, because a file that cannot be restored is not a backup.
    await checkSum(partial);
    await tar(['-tzf', partial]);
    await rename(partial, file);
  } finally {
    await output.close();
    await rm(partial, { force: true });
  }
  print(`Wrote ${file}, ${sizeInWords((await stat(file)).size)}. Keep it as safe as the database itself.`);
}

async function create(file: string) {
  makeFolder(path.dirname(path.resolve(file)));
  await rm(file, { force: true });
  return open(file, 'wx', 0o600);
}

/** A folder with the database that nobody changes until it is released: a copy while a server works on the database. */
async function holdStill(dataDir: string): Promise<{ folder: string; release(): Promise<void> }> {
  const folder = databaseFolder(dataDir);
  requireDatabase(folder);
  if (isInUse(folder)) {
    const copy = await askForSnapshot(dataDir);
    return { folder: copy, release: () => rm(copy, { recursive: true, force: true }) };
  }
  const lock = lockDataFolder(folder);
  return { folder: dataDir, release: async () => lock.release() };
}

/**
 * Makes the database of a backup that of `dataDir`, and its secret too, and migrates it if the backup is of an older version.
 * What was there before is kept under another name. Until the backup has proved to be whole, nothing changes.
 * @throws ConfigError if the file is damaged, no backup, or of a newer version; if the database is in use; or if there is
 * one and `overwrite` is not set
 */
export async function restore(dataDir: string, { file, overwrite, print }: BackupOptions): Promise<void> {
  if (!existsSync(file)) throw new ConfigError(`There is no file ${file}.`);
  const folder = databaseFolder(dataDir);
  const lock = lockDataFolder(folder);
  const fresh = path.join(dataDir, 'restoring');
  try {
    const hasOne = existsSync(path.join(folder, 'PG_VERSION'));
    if (hasOne && !overwrite)
      throw new ConfigError(`${folder} is not empty. Add --overwrite to replace what it holds.`);
    print(`Restoring ${file} into ${folder} …`);
    await unpack(file, fresh);
    await (await openDatabase({ url: null, folder: databaseFolder(fresh) })).close();
    const former = `.replaced-${crypto.randomUUID().slice(0, 8)}`;
    if (hasOne) {
      await rename(folder, folder + former);
      print(
        `The database that was there is now in ${folder}${former}; remove it when you no longer need it.`,
      );
    } else await rm(folder, { recursive: true });
    await rename(databaseFolder(fresh), folder);
    await takeSecret(path.join(fresh, 'secret'), path.join(dataDir, 'secret'), former);
  } finally {
    await rm(fresh, { recursive: true, force: true });
    lock.release();
  }
  print('Restored.');
}

async function unpack(file: string, folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { mode: 0o700 });
  try {
    await checkSum(file);
    await tar(['-xzf', file, '--no-same-owner', '-C', folder]);
    if (!existsSync(path.join(databaseFolder(folder), 'PG_VERSION'))) throw new Error('it holds no database');
    // What is restored writes into its own folder alone.
    const all = await readdir(folder, { recursive: true, withFileTypes: true });
    const link = all.find((one) => !one.isFile() && !one.isDirectory());
    if (link) throw new Error(`${link.name} is neither a file nor a folder`);
  } catch (error) {
    throw new ConfigError(
      `${file} cannot be restored: it is damaged, or no backup (${(error as Error).message}). Nothing was changed.`,
    );
  }
}

/** What the database holds sealed opens only with the secret that was used with it. */
async function takeSecret(restored: string, current: string, former: string): Promise<void> {
  if (!existsSync(restored)) return;
  if (existsSync(current) && readFileSync(current, 'utf8') !== readFileSync(restored, 'utf8'))
    await rename(current, current + former);
  await rename(restored, current);
}

/**
 * Reads a compressed file to its end. tar stops at the first empty blocks, which damage can make it meet early, and then sees no
 * checksum.
 * @throws Error if the file's checksum is not that of what it holds
 */
const checkSum = (file: string): Promise<void> =>
  pipeline(createReadStream(file), createGunzip(), new Writable({ write: (_part, _, done) => done() }));

/** Runs the system's tar. @throws Error with the first line that it printed */
function tar(args: string[], output?: number): Promise<void> {
  const child = spawn('tar', args, { stdio: ['ignore', output ?? 'ignore', 'pipe'] });
  let printed = '';
  child.stderr!.on('data', (chunk: Buffer) => {
    printed += chunk.toString();
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new Error(printed.trim().split('\n')[0] || `tar ended with ${code}`)),
    );
  });
}

const sizeInWords = (bytes: number): string =>
  bytes < 100_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
