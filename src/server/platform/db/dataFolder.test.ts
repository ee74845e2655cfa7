import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from '#test/opened.ts';
import { ConfigError } from '../runtime/config.ts';
import { freeBytes, lockDataFolder, refuseFullDisk } from './dataFolder.ts';
import { openDatabase } from './open.ts';

const all = temporaryFolder();
let parent: string;
let folder: string;
const children: ChildProcess[] = [];
beforeEach(() => {
  parent = mkdtempSync(path.join(all, 'one-'));
  folder = path.join(parent, 'database');
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

/** Another process that holds the folder, like a second start of the product. */
async function holdElsewhere(): Promise<ChildProcess> {
  const code = `import { lockDataFolder } from ${JSON.stringify(path.join(import.meta.dirname, 'dataFolder.ts'))};
    lockDataFolder(${JSON.stringify(folder)}); console.log('held'); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code]);
  children.push(child);
  await once(child.stdout!, 'data');
  return child;
}

const refusal = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return 'not refused';
};

describe('data folder', () => {
  it('refuses a second process, and names folder and holder', async () => {
    const holder = await holdElsewhere();
    const message = refusal(() => lockDataFolder(folder));
    expect(message).toContain(`${folder} is in use by process ${holder.pid} on `);
    expect(message).not.toContain('\n');
  });

  it('refuses a second database in this process, and opens after the first is closed', async () => {
    const first = await openDatabase({ url: null, folder });
    await expect(openDatabase({ url: null, folder })).rejects.toThrow(/is in use by process/);
    await first.close();
    const second = await openDatabase({ url: null, folder });
    expect(await second.schemaState()).toBe('current');
    await second.close();
  }, 60_000);

  it('is free immediately after kill -9, whatever process id the holder left behind', async () => {
    // In a container the next process has the same id, and a process with that id always runs.
    const holder = await holdElsewhere();
    holder.kill('SIGKILL');
    await once(holder, 'exit');
    writeFileSync(`${folder}.holder`, `process ${process.pid} on here since long ago`);
    lockDataFolder(folder).release();
  });

  it('does not pass the lock on to a copy', async () => {
    await holdElsewhere();
    const copy = path.join(parent, 'copy');
    mkdirSync(copy);
    for (const name of ['database', 'database.lock', 'database.holder'])
      cpSync(path.join(parent, name), path.join(copy, name), { recursive: true });
    lockDataFolder(path.join(copy, 'database')).release();
  });

  it('refuses a folder of other files with one line', () => {
    mkdirSync(folder);
    writeFileSync(path.join(folder, 'holiday.jpg'), 'x');
    const message = refusal(() => lockDataFolder(folder));
    expect(message).toMatch(/holds files \(such as holiday\.jpg\) but no database/);
    expect(message).not.toContain('\n');
  });

  it('refuses a path that is not a folder, and leads to none, with one line', () => {
    writeFileSync(path.join(parent, 'file'), 'x');
    symlinkSync(path.join(parent, 'nothing'), path.join(parent, 'dangling'));
    const places = [
      ['/proc/litwatch', 'no such file or directory'],
      ['/dev/full', 'not a directory'],
      [path.join(parent, 'file'), 'ENOTDIR: not a directory'],
      [path.join(parent, 'dangling'), 'a link that leads to no folder'],
      [path.join(parent, 'a/'.repeat(2500)), 'name too long'],
    ] as const;
    for (const [dataDir, reason] of places) {
      const message = refusal(() => lockDataFolder(path.join(dataDir, 'database')));
      expect(message).toMatch(/^DATA_DIR: [^\n]* cannot be written \([^\n]*$/);
      expect(message).toContain(reason);
    }
  });

  it('refuses a damaged database with one line that says what to do', async () => {
    await (await openDatabase({ url: null, folder })).close();
    writeFileSync(path.join(folder, 'global', 'pg_control'), 'rubbish');
    await expect(openDatabase({ url: null, folder })).rejects.toThrow(
      /^DATA_DIR: the database in .* is damaged .*Restore a backup/,
    );
    // The failed start has released its lock.
    lockDataFolder(folder).release();
  }, 60_000);
});

describe('disk of the embedded database', () => {
  it('is reported as full, and the database not as damaged', () => {
    expect(() => refuseFullDisk('/data/database', 5 * 1024 * 1024)).toThrow(
      'DATA_DIR: only 5 MB are free on the disk of /data/database, and 32 are needed. Make room there, then start; nothing is damaged.',
    );
    expect(() => refuseFullDisk('/data/database', 32 * 1024 * 1024)).not.toThrow();
  });

  it('is checked before the folder is created', () => {
    const free = freeBytes(path.join(all, 'not', 'made', 'yet'));
    // Others may write to that disk between the two checks.
    expect(Math.abs(free - freeBytes(all))).toBeLessThan(1024 ** 3);
  });
});
