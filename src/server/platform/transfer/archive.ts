import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { ConfigError } from '../runtime/config.ts';
import type { Batch, Manifest, Shipment } from './shipment.ts';

/** The first line of a backup. */
export interface Header {
  format: 'litwatch backup 1';
  /** Version of the program that wrote it. */
  version: string;
  madeAt: string;
  manifest: Manifest;
  /** The secret that signs the links in mails, if it is in DATA_DIR; null if it is SESSION_SECRET. */
  secret: string | null;
}

const format = 'litwatch backup 1';
const end = '{"end":true}';
const batchRows = 500;

/** Why a file cannot be written, in one line. */
export const notWritten = (file: string, { message }: Error): ConfigError =>
  new ConfigError(
    `${file} cannot be written (${message.replace(/, \w+ '.*$/, '')}). Name a file in a folder that this user may write to, with enough room.`,
  );

/**
 * Writes a backup: compressed lines of JSON. A header, then for each table its name and one line per row, and a last line
 * that distinguishes a complete file from a truncated one. On disk when it returns; only its owner can read it.
 */
export async function writeArchive(
  file: string,
  about: Omit<Header, 'manifest' | 'format'>,
  { manifest, batches }: Shipment,
): Promise<void> {
  const gzip = createGzip({ level: 5 });
  const written = finished(gzip.pipe(createWriteStream(file, { mode: 0o600, flags: 'wx' }))).catch(
    (error: Error) => {
      throw notWritten(file, error);
    },
  );
  // Awaited at the end. An error before that must not count as unhandled.
  written.catch(() => undefined);
  const write = async (line: string) => {
    if (!gzip.write(`${line}\n`)) await Promise.race([once(gzip, 'drain'), written]);
  };
  const header: Header = { format, ...about, manifest };
  await write(JSON.stringify(header));
  let table = '';
  for await (const batch of batches(new Map())) {
    if (batch.table !== table) await write(JSON.stringify({ table: batch.table }));
    table = batch.table;
    for (const row of batch.rows) await write(JSON.stringify(row));
  }
  await write(end);
  gzip.end();
  await written;
  const handle = await open(file, 'r+');
  await handle.sync();
  await handle.close();
}

/**
 * Opens a backup after reading it to its end, to check that it is complete.
 * @throws ConfigError if it is not a backup, is damaged, or is truncated
 */
export async function readArchive(file: string): Promise<{ header: Header; shipment: Shipment }> {
  const header = await explained(file, () => examine(file));
  return {
    header,
    shipment: { manifest: header.manifest, batches: (arrived) => readBatches(file, arrived) },
  };
}

async function examine(file: string): Promise<Header> {
  let header: Header | null = null;
  let last = '';
  let rows = 0;
  for await (const line of linesOf(file)) {
    if (!header) header = JSON.parse(line) as Header;
    else if (line.startsWith('"')) rows++;
    last = line;
    if (header.format !== format) throw new Error('its first line is not that of a backup');
  }
  const expected = header?.manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  if (!header || last !== end) throw new Error('it was cut off');
  if (rows !== expected) throw new Error(`it has ${rows} rows instead of ${expected}`);
  return header;
}

async function* readBatches(file: string, arrived: ReadonlyMap<string, number>): AsyncGenerator<Batch> {
  let batch: Batch = { table: '', rows: [] };
  let skip = 0;
  let isHeader = true;
  for await (const line of linesOf(file)) {
    if (isHeader) isHeader = false;
    else if (line.startsWith('"')) {
      if (skip-- <= 0) batch.rows.push(JSON.parse(line) as string);
      if (batch.rows.length < batchRows) continue;
      yield batch;
      batch = { table: batch.table, rows: [] };
    } else {
      if (batch.rows.length) yield batch;
      const { table = '' } = JSON.parse(line) as { table?: string };
      batch = { table, rows: [] };
      skip = arrived.get(table) ?? 0;
    }
  }
}

/**
 * Lines of a compressed file. Does not use `readline`, which also ends lines at U+2028, a character that abstracts may
 * contain.
 */
async function* linesOf(file: string): AsyncGenerator<string> {
  const input = createReadStream(file);
  const gunzip = createGunzip();
  input.once('error', (error) => gunzip.destroy(error));
  let rest = '';
  const decoder = new TextDecoder();
  for await (const chunk of input.pipe(gunzip)) {
    const lines = (rest + decoder.decode(chunk as Buffer, { stream: true })).split('\n');
    rest = lines.pop()!;
    yield* lines;
  }
}

async function explained<T>(file: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new ConfigError(
      code === 'ENOENT'
        ? `There is no file ${file}.`
        : `${file} cannot be restored: it is damaged, or no backup (${message}). Nothing was changed.`,
    );
  }
}
