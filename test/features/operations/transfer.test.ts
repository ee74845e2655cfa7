import { execFile as execute } from 'node:child_process';
import { statSync } from 'node:fs';
import { copyFile, readdir, readFile, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate as immediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { openDatabase } from '#platform/db/open.ts';
import type { Database } from '#platform/db/types.ts';
import { openLog } from '#platform/runtime/log.ts';
import { backUp, restore } from '#platform/transfer/backup.ts';
import { offerSnapshots } from '#platform/transfer/snapshot.ts';
import { startSmtp } from '#stand-ins/smtp/server.ts';
import { addDueReaders, addReadersWithHistory } from '#test/chaos/setup/seed.ts';
import { temporaryFolder } from '#test/opened.ts';
import { startWith } from '#test/surroundings.ts';
import { eventually, newReader, startWorld, Visitor } from '#test/world.ts';
import { addOddPapers, sortedRows } from './everyTable.ts';

// Only the embedded database is backed up by us, so this file does not run on PostgreSQL.

const execFile = promisify(execute);
const lines: string[] = [];
const options = { overwrite: false, print: (line: string) => lines.push(line) };

const folder = temporaryFolder();

const openIn = (dataDir: string) => openDatabase({ url: null, folder: path.join(dataDir, 'database') });

describe('backup of a running server', () => {
  let running: Database;
  let stopOffering: () => Promise<void>;
  let dataDir: string;
  let file: string;
  let target: string;
  beforeAll(async () => {
    [dataDir, target, file] = ['running', 'restored', 'first.backup'].map((name) =>
      path.join(folder, name),
    ) as [string, string, string];
    running = await openIn(dataDir);
    await writeFile(path.join(dataDir, 'secret'), 'the secret of the running server', { mode: 0o600 });
    await addOddPapers(running.db);
    await addReadersWithHistory(running.db, 20);
    stopOffering = await offerSnapshots(running.pglite!, dataDir, openLog('silent'));
  });
  afterAll(async () => {
    await stopOffering();
    await running.close();
  });

  it('is readable only by its owner, and leaves no file beside the database', async () => {
    await backUp(dataDir, { file, ...options });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect((await readdir(dataDir)).filter((name) => name.startsWith('snapshot-'))).toEqual([]);
    expect((await readdir(folder)).filter((name) => name.endsWith('.partial'))).toEqual([]);
  });

  it('does not overwrite an existing file unless told', async () => {
    await expect(backUp(dataDir, { file, ...options })).rejects.toThrow('exists already');
    await backUp(dataDir, { file, ...options, overwrite: true });
  });

  it('has every row as of one moment while others are written, and the secret', async () => {
    const written = (n: number) =>
      sql`insert into ai_answers (key, answer, created_at) values (${`n ${n}`}, '1', now())`;
    let count = 0;
    let isOver = false;
    const writing = (async () => {
      for (; !isOver; count++) {
        await running.db.transaction(async (tx) => {
          await tx.execute(written(count));
          await tx.execute(
            sql`insert into ai_usage (day, calls) values (date '2020-01-01' + ${count}::int, ${count})`,
          );
        });
        // The engine runs in this thread, and its promises alone would leave no turn to sockets.
        await immediate();
      }
    })();
    await eventually(async () => count > 20, 'some rows');
    const before = count;
    await backUp(dataDir, { file, ...options, overwrite: true });
    isOver = true;
    await writing;
    await restore(target, { file, ...options });
    const restored = await openIn(target);
    const rows = await sortedRows(restored.db);
    const answers = await restored.db.execute(sql`select key from ai_answers`);
    const there = answers.rows.length;
    // What was committed after the backup's moment is not in it, and nothing is in it by half.
    expect(there).toBeGreaterThanOrEqual(before);
    await running.db.execute(sql`delete from ai_answers where key not in (
      select 'n ' || n from generate_series(0, ${there - 1}::int) n)`);
    await running.db.execute(sql`delete from ai_usage where day >= date '2020-01-01' + ${there}::int`);
    expect(rows).toEqual(await sortedRows(running.db));
    const next = sql`select nextval('papers_id_seq')::text as id`;
    expect((await restored.db.execute(next)).rows).toEqual((await running.db.execute(next)).rows);
    await restored.close();
    expect(await readFile(path.join(target, 'secret'), 'utf8')).toBe('the secret of the running server');
  });

  it('refuses a target that holds data unless told, and then keeps what it replaces', async () => {
    await expect(restore(target, { file, ...options })).rejects.toThrow(/is not empty\. Add --overwrite/);
    await writeFile(path.join(target, 'secret'), 'another secret');
    await restore(target, { file, ...options, overwrite: true });
    const names = (await readdir(target)).map((name) => name.replace(/-[\da-f]{8}$/, ''));
    const lasting = names.filter((name) => !/\.(lock|holder)$/.test(name)).sort();
    expect(lasting).toEqual(['database', 'database.replaced', 'secret', 'secret.replaced']);
    expect(await readFile(path.join(target, 'secret'), 'utf8')).toBe('the secret of the running server');
  });

  it('is refused while a process uses the target', () =>
    expect(restore(dataDir, { file, ...options, overwrite: true })).rejects.toThrow(/is in use by/));

  it('replaces a newer version’s database, for a return to the older version, and is refused by an older one', async () => {
    const upgraded = await openIn(target);
    await upgraded.db.execute(
      sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', 99999999999999)`,
    );
    await upgraded.close();
    const newer = path.join(folder, 'newer.backup');
    await backUp(target, { file: newer, ...options });
    await expect(openIn(target)).rejects.toThrow('written by a newer version');
    await restore(target, { file, ...options, overwrite: true });
    const over = restore(target, { file: newer, ...options, overwrite: true });
    await expect(over).rejects.toThrow('newer version');
    await (await openIn(target)).close();
  });

  it('is refused in one line if it is damaged, cut off, or no backup, and nothing is changed', async () => {
    const bad = path.join(folder, 'bad.backup');
    const whole = await readFile(file);
    const bytes = Buffer.from(whole);
    bytes[Math.floor(bytes.length / 2)]! ^= 0xff;
    // tar reads nothing behind the end that its own blocks say, so it never comes to this checksum.
    const early = gzipSync(Buffer.concat([gunzipSync(whole), Buffer.alloc(10_000_000)]));
    early[early.length - 8]! ^= 0xff;
    const before = (await readdir(target)).sort();
    const refused = async () => {
      const error = await restore(target, { file: bad, ...options, overwrite: true }).catch((error) => error);
      expect(error.message).toMatch(
        /bad\.backup cannot be restored: it is damaged, or no backup \(.*Nothing was changed\.$/,
      );
      expect((await readdir(target)).sort()).toEqual(before);
    };
    for (const content of [bytes, early, 'a letter to the operator', '']) {
      await writeFile(bad, content);
      await refused();
    }
    // A link would lead what the database writes out of its folder.
    await execFile('tar', ['-xzf', file, '-C', folder]);
    await symlink(tmpdir(), path.join(folder, 'database', 'base', 'elsewhere'));
    await execFile('tar', ['-czf', bad, '-C', folder, 'database']);
    await refused();
    await copyFile(file, bad);
    await truncate(bad, whole.length - 20);
    await refused();
    const missing = restore(target, { file: 'nowhere', ...options });
    await expect(missing).rejects.toThrow('There is no file nowhere');
  });
});

describe('server restored on a new machine', { timeout: 400_000 }, () => {
  it('keeps sessions, ledger and schedules, and mails due digests once', async () => {
    const file = path.join(folder, 'moved.backup');
    const old = await startWorld({ inFolder: true });
    const reader = await newReader(old, 'sent@example.org');
    await reader.post('/api/immediate-search', { searchTerm: 'heart failure' });
    // A subject may state a finding before the topic.
    await old.smtp.waitFor(({ subject }) => subject.includes('heart failure'));
    // From here on the old machine sends nothing, as if it had died.
    old.smtp.misbehave('later');
    await addDueReaders(old.app.db, 12);
    await reader.post('/api/forgot-password', { email: 'sent@example.org' });
    await backUp(old.config.dataDir, { file, ...options });
    const before = await old.app.db.execute<{ ledger: string; next: string }>(state);
    const cookies = [...reader.cookies];
    await old.close();

    const dataDir = path.join(folder, 'new machine');
    await restore(dataDir, { file, ...options });
    const smtp = await startSmtp();
    const fresh = await startWith({ DATA_DIR: dataDir, SMTP_URL: smtp.url, ...old.sources.environment });
    try {
      const after = await fresh.app.db.execute<{ ledger: string; next: string }>(state);
      expect(after.rows).toEqual(before.rows);
      const visitor = new Visitor(fresh.url!);
      for (const [name, value] of cookies) visitor.cookies.set(name, value);
      expect((await visitor.get('/api/auth/me')).body).toMatchObject({ user: { email: 'sent@example.org' } });
      await eventually(async () => smtp.distinct >= 13, 'twelve digests and one reset', 240);
      await new Promise((resolve) => setTimeout(resolve, 1500));
      const recipients = smtp.mails.map(({ to }) => to.join()).sort();
      expect(recipients).toEqual(
        [...Array.from({ length: 12 }, (_, at) => `reader-${at}@chaos.example`), 'sent@example.org'].sort(),
      );
    } finally {
      await fresh.stop();
      await smtp.close();
    }
  });

  /** Of the reader who had a digest before: the others become due meanwhile. */
  const state = sql`with own as (select t.* from search_terms t join users u on u.id = t.user_id and u.email = 'sent@example.org')
    select (select json_agg(d order by paper_id)::text from delivered_papers d join own on own.id = d.search_term_id) as ledger,
      (select json_agg(json_build_array(id, next_scheduled_run, schedule) order by id)::text from own) as next`;
});
