import { existsSync } from 'node:fs';
import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ConfigError } from '../runtime/config.ts';
import { makeFolder } from '../runtime/makeFolder.ts';
import { notWritten, readArchive, writeArchive } from './archive.ts';
import { type LoadOptions, load } from './load.ts';
import { nameOf, openPlace, type Place } from './place.ts';
import { type Manifest, withShipment } from './shipment.ts';

/** The database of a command, and the folder with the stored secret. */
export interface Setting {
  place: Place;
  dataDir: string;
}

/**
 * Writes all of a server's data into one file while it runs: tables, waiting jobs, and the secret that signs links, all
 * as of one moment.
 * @throws ConfigError if the file exists and `overwrite` is not set, if it cannot be written, or if the database cannot
 * be read
 */
export async function backUp(
  { place, dataDir }: Setting,
  { file, version, madeAt, overwrite, print }: { file: string; version: string; madeAt: Date } & LoadOptions,
): Promise<void> {
  if (existsSync(file) && !overwrite)
    throw new ConfigError(`${file} exists already. Name another file, or add --overwrite.`);
  print(`Backing up ${nameOf(place)} …`);
  const partial = `${file}.partial`;
  madeFor(file);
  await rm(partial, { force: true });
  const database = await openPlace(place, { whileInUse: true });
  try {
    const secret = await readSecret(dataDir);
    await withShipment(database.db, async (shipment) => {
      await writeArchive(partial, { version, madeAt: madeAt.toISOString(), secret }, shipment);
      summarize(shipment.manifest, print);
    });
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  } finally {
    await database.close();
  }
  // Read it back from the disk, because a file that cannot be restored is not a backup.
  await readArchive(partial);
  await rename(partial, file);
  print(`Wrote ${file}, ${sizeInWords((await stat(file)).size)}. Keep it as safe as the database itself.`);
}

/**
 * Fills an empty database, or with `overwrite` any database, from a backup. Compares every table before the database can
 * be used, and upgrades a backup of an older version.
 * @throws ConfigError if the backup is damaged or newer than this version, or the target is in use or not empty
 */
export async function restore(
  { place, dataDir }: Setting,
  { file, ...options }: { file: string } & LoadOptions,
): Promise<void> {
  const { header, shipment } = await readArchive(file);
  options.print(`Restoring the backup of ${header.madeAt} into ${nameOf(place)} …`);
  await load(shipment, place, options);
  await keepSecret(dataDir, header.secret, options);
  summarize(header.manifest, options.print);
  options.print('Restored: every table has the rows and the checksum that it had.');
}

/**
 * Copies everything to another database, in either direction between a server and the embedded engine. Does not change
 * the source.
 * @throws ConfigError if either is in use, or the target is not empty
 */
export async function move(
  { place, dataDir }: Setting,
  { to, ...options }: { to: Place } & LoadOptions,
): Promise<void> {
  const { print } = options;
  if (nameOf(place) === nameOf(to))
    throw new ConfigError('--to names the database that is in use now. Name another one.');
  print(`Moving ${nameOf(place)} to ${nameOf(to)} …`);
  const source = await openPlace(place, { whileInUse: false });
  try {
    await withShipment(source.db, async (shipment) => {
      await load(shipment, to, options);
      summarize(shipment.manifest, print);
    });
  } finally {
    await source.close();
  }
  if ('dataDir' in to) await keepSecret(to.dataDir, await readSecret(dataDir), options);
  print(
    'Moved: every table has the rows and the checksum that it has at the source, which was left as it is.',
  );
}

function summarize({ tables, jobs }: Manifest, print: (line: string) => void): void {
  for (const { name, rows } of tables)
    print(`  ${name.padEnd(24)} ${rows.toLocaleString('en').padStart(12)}`);
  print(`  ${'(waiting jobs)'.padEnd(24)} ${jobs.length.toLocaleString('en').padStart(12)}`);
}

/** Creates the folder for the file. */
function madeFor(file: string): void {
  try {
    makeFolder(path.dirname(path.resolve(file)));
  } catch (error) {
    throw notWritten(file, error as Error);
  }
}

const secretFile = (dataDir: string): string => path.join(dataDir, 'secret');

async function readSecret(dataDir: string): Promise<string | null> {
  return existsSync(secretFile(dataDir)) ? readFile(secretFile(dataDir), 'utf8') : null;
}

/** Links in mails already sent depend on it. */
async function keepSecret(dataDir: string, secret: string | null, { overwrite, print }: LoadOptions) {
  const there = await readSecret(dataDir);
  if (!secret || secret === there) return;
  if (there && !overwrite)
    return print(
      `${secretFile(dataDir)} holds another secret and was kept: links in mails sent before do not work.`,
    );
  madeFor(secretFile(dataDir));
  await writeFile(secretFile(dataDir), secret, { mode: 0o600 });
}

const sizeInWords = (bytes: number): string =>
  bytes < 100_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
