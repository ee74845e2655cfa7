import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Opens something for the tests of one file, and closes it after the last of them. */
export async function opened<T extends { close(): unknown }>(opening: Promise<T>): Promise<T> {
  const open = await opening;
  afterAll(async () => {
    await open.close();
  });
  return open;
}

/** An empty folder for the tests of one file, which is deleted after the last of them. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'litwatch-test-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes a file of records for the stand-in sources, in which fields that are not given are plausible. Returns its path. */
export function writeCorpus(folder: string, papers: object[]): string {
  const file = path.join(folder, `${crypto.randomUUID()}.jsonl`);
  const usual = { source: 'pubmed', authors: ['Mori, A.'], journal_or_category: 'Sample Journal' };
  const line = (paper: object) =>
    `${JSON.stringify({ ...usual, published: '2026-05-01', invented: true, ...paper })}\n`;
  writeFileSync(file, papers.map(line).join(''));
  return file;
}
