import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openJournal } from './acceptedJournal.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'litwatch-journal-'));
  file = path.join(folder, 'accepted-mails');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('journal of accepted mails', () => {
  it('writes a line to the file before it waits for anything', async () => {
    const journal = openJournal(file, { onDisk: true });
    const noted = journal.note('one');
    expect(readFileSync(file, 'utf8')).toContain('\none\n');
    await noted;
    await journal.close();
  });

  it('knows after a crash exactly what was noted', async () => {
    const dying = openJournal(file, { onDisk: true });
    await Promise.all(['one', 'two', 'three'].map((id) => dying.note(id)));
    const next = openJournal(file, { onDisk: true });
    expect(await Promise.all(['one', 'two', 'three', 'four'].map((id) => next.has(id)))).toEqual([
      ...[true, true, true, false],
    ]);
    await Promise.all([dying.close(), next.close()]);
  });

  it('continues after a line that was cut short', async () => {
    writeFileSync(file, '\nwho');
    const journal = openJournal(file, { onDisk: true });
    await journal.note('one');
    const next = openJournal(file, { onDisk: true });
    expect([await next.has('one'), await next.has('whole')]).toEqual([true, false]);
    await Promise.all([journal.close(), next.close()]);
  });

  it('keeps the newest five thousand, and forgets older ones', async () => {
    const journal = openJournal(file, { onDisk: true });
    for (let at = 0; at < 10_500; at++) {
      const noted = journal.note(`mail-${at}`);
      if (at % 500 === 499) await noted;
    }
    const next = openJournal(file, { onDisk: true });
    expect([await next.has('mail-0'), await next.has('mail-5500'), await next.has('mail-10499')]).toEqual([
      ...[false, true, true],
    ]);
    await Promise.all([journal.close(), next.close()]);
  });

  it('creates its folder, which nothing else needs with a PostgreSQL server', async () => {
    const inNoFolderYet = path.join(folder, 'data', 'accepted-mails');
    const journal = openJournal(inNoFolderYet, { onDisk: false });
    await journal.note('one');
    expect(readFileSync(inNoFolderYet, 'utf8')).toContain('\none\n');
    await journal.close();
  });

  it('continues in a new file after somebody removed the full one', async () => {
    const journal = openJournal(file, { onDisk: false });
    for (let at = 0; at < 5000; at++) await journal.note(`mail-${at}`);
    rmSync(file);
    await journal.note('one');
    expect(readFileSync(file, 'utf8')).toContain('\none\n');
    await journal.close();
  });
});
