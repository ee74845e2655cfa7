import { mkdtempSync, rmSync } from 'node:fs';
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
