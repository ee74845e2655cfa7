import { mkdtempSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeFolder } from '#channels/markdown/folder.ts';
import { digestFiles, users } from '#platform/db/schema.ts';
import { type Door, openDoor } from '../accounts/accountsSetup.ts';
import { withDigest } from '../topics/feedbackSetup.ts';
import { composeDigest } from './channelsSetup.ts';

let door: Door;
const folder = mkdtempSync(path.join(tmpdir(), 'litwatch-folder-'));
beforeAll(async () => {
  door = await openDoor({ environment: { MARKDOWN_DIR: folder } });
});
afterAll(async () => {
  await door.close();
  await rm(folder, { recursive: true, force: true });
});

const filesOf = async (id: string) =>
  (await readdir(path.join(folder, id))).filter((name) => !name.startsWith('.')).sort();

describe('operator’s folder', () => {
  it('receives every digest once, completely, under a safe name', async () => {
    const given = await withDigest(door);
    const digestId = await composeDigest(door, given, { topic: '../../etc/passwd "moss" <b>' });
    await composeDigest(door, given, { digestType: 'note', papers: [] });
    await writeFolder(door.app);
    await writeFolder(door.app);
    const names = await filesOf(given.reader.id);
    expect(names).toHaveLength(2);
    const name = names.find((one) => one.includes(digestId.slice(0, 8)))!;
    expect(name).toBe(`litwatch-2026-03-02-etc-passwd-moss-b-${digestId.slice(0, 8)}.md`);
    const text = await readFile(path.join(folder, given.reader.id, name), 'utf8');
    expect(text).toMatch(/^---\ntitle: /);
    expect(text).toContain('Moss on stone');
    expect(text.endsWith('\n')).toBe(true);
  });

  it('does not restore deleted files, and is complete after a kill', async () => {
    const given = await withDigest(door);
    await writeFolder(door.app);
    const [name] = await filesOf(given.reader.id);
    await rm(path.join(folder, given.reader.id, name!));
    await writeFolder(door.app);
    expect(await filesOf(given.reader.id)).toEqual([]);
    // The state left by a process that was killed after it wrote the file but before it recorded that.
    await door.app.db.delete(digestFiles).where(eq(digestFiles.digestId, given.digestId));
    await writeFolder(door.app);
    expect(await filesOf(given.reader.id)).toEqual([name]);
  });

  it('loses the files of a deleted account, but keeps files that are not ours', async () => {
    const given = await withDigest(door);
    const foreign = path.join(folder, crypto.randomUUID());
    await mkdir(foreign);
    await writeFile(path.join(foreign, 'thesis.md'), 'mine');
    await writeFolder(door.app);
    await door.app.db.delete(users).where(eq(users.id, given.reader.id));
    await writeFolder(door.app);
    expect(await readdir(folder)).not.toContain(given.reader.id);
    expect(await readdir(foreign)).toEqual(['thesis.md']);
  });
});
