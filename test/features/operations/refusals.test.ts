import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '#platform/db/open.ts';
import { openBoss } from '#platform/queue/pgBoss.ts';
import { openLog } from '#platform/runtime/log.ts';
import { damagePage } from '#test/chaos/setup/postgres.ts';
import { addDueReaders } from '#test/chaos/setup/seed.ts';
import { type CreatedDatabase, createTestDatabase } from '#test/createDatabase.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'litwatch-refusals-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A start as an operator sees it: its exit code, what it printed, and how long it took. */
const start = (environment: Record<string, string>, options: string[] = []) =>
  run([...options, '--import', 'tsx', 'src/server/app/main.ts'], environment);

async function run(command: string[], environment: Record<string, string>) {
  const startedAt = performance.now();
  const child = spawn(process.execPath, command, {
    env: { PATH: process.env.PATH, NODE_ENV: 'test', PORT: '0', LOG_LEVEL: 'silent', ...environment },
  });
  let printed = '';
  child.stderr.on('data', (chunk: Buffer) => {
    printed += chunk.toString();
  });
  const code = await new Promise((resolve) => child.once('exit', resolve));
  return { code, lines: printed.trim().split('\n'), seconds: (performance.now() - startedAt) / 1000 };
}

describe('a start', { timeout: 120_000 }, () => {
  it('is refused in one line on a database of a newer version, and changes nothing there', async () => {
    const server = await createTestDatabase();
    const place = { url: server?.url ?? null, folder: server ? null : path.join(folder, 'database') };
    const newer = await openDatabase(place);
    await newer.db.execute(
      sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('of the future', 4102444800000)`,
    );
    await newer.close();
    const { code, lines } = await start(
      server ? { DATABASE_URL: server.url, DATA_DIR: folder } : { DATABASE_URL: '', DATA_DIR: folder },
    );
    expect(lines).toEqual([
      expect.stringMatching(/^This database was written by a newer version of Litwatch\./),
    ]);
    expect(code).toBe(1);
    await server?.drop();
  });

  it('is refused in one line by a server that takes connections and says nothing', async () => {
    const mute = createServer();
    const port = await new Promise<number>((resolve) => {
      mute.listen(0, '127.0.0.1', () => resolve((mute.address() as { port: number }).port));
    });
    try {
      const url = `postgres://litwatch:secret@127.0.0.1:${port}/litwatch`;
      const { code, lines, seconds } = await start({ DATABASE_URL: url, DATA_DIR: folder });
      expect(lines).toEqual([expect.stringMatching(/^DATABASE_URL \(.*no answer within ten seconds\.$/)]);
      expect(lines[0]).not.toContain('secret');
      expect(code).toBe(1);
      // Ten of waiting, and the start itself on a busy machine.
      expect(seconds).toBeLessThan(40);
    } finally {
      mute.close();
    }
  });

  it('is refused in one line within ten seconds while DNS does not answer', async () => {
    const mute = path.join(folder, 'muteDns.mjs');
    writeFileSync(
      mute,
      `import dns from 'node:dns';
      const { lookup } = dns;
      dns.lookup = (name, ...rest) => name.endsWith('.test') || lookup(name, ...rest);`,
    );
    const url = 'postgres://litwatch:secret@db.litwatch.test:5432/litwatch';
    const { code, lines, seconds } = await start({ DATABASE_URL: url, DATA_DIR: folder }, ['--import', mute]);
    expect(lines).toEqual([
      expect.stringMatching(/^DATABASE_URL \(db\.litwatch\.test:5432.*no answer within ten seconds\.$/),
    ]);
    expect(code).toBe(1);
    // Ten of waiting, and the start itself on a busy machine.
    expect(seconds).toBeLessThan(40);
  });

  it('is refused in one line that names a folder that cannot be written, and the way out', async () => {
    // Linux lets nobody make a folder there, not even the superuser: as on a disk that only reads, and with the answer
    // that the parent is missing, on which Node's own `recursive` never ends.
    const places = ['/sys/litwatch', '/proc/litwatch', '/proc/litwatch/below'];
    const refused = await Promise.all(places.map((DATA_DIR) => start({ DATABASE_URL: '', DATA_DIR })));
    for (const [at, { code, lines }] of refused.entries()) {
      expect(lines).toEqual([
        expect.stringMatching(/^DATA_DIR: .* cannot be written .*set DATA_DIR to another one\.$/),
      ]);
      expect(lines[0]).toContain(`${places[at]}/database`);
      expect(code).toBe(1);
    }
  });

  it('is refused in one line on an embedded database with a damaged table', async () => {
    const dataDir = path.join(folder, 'damaged');
    const database = await openDatabase({ url: null, folder: path.join(dataDir, 'database') });
    await addDueReaders(database.db, 1);
    await database.db.execute(sql`checkpoint`);
    const { rows } = await database.db.execute<{ file: string }>(
      sql`select pg_relation_filepath('search_terms') as file`,
    );
    await database.close();
    damagePage(path.join(dataDir, 'database', rows[0]!.file));
    const { code, lines } = await start({ DATABASE_URL: '', DATA_DIR: dataDir });
    expect(lines).toEqual([
      expect.stringMatching(
        /^DATA_DIR: the database in .*damaged\/database: a table is damaged \(invalid page .*restore a backup\.$/,
      ),
    ]);
    expect(code).toBe(1);
  });

  describe.runIf(process.env.DATABASE_URL)('on a PostgreSQL server', () => {
    let server: CreatedDatabase;
    let admin: pg.Client;
    beforeAll(async () => {
      server = (await createTestDatabase())!;
      admin = new pg.Client({ connectionString: server.url });
      await admin.connect();
    });
    afterAll(async () => {
      await admin.end();
      await server.drop();
    });

    it('is one of several at once that make the tables of the queue', async () => {
      const log = openLog('silent');
      const database = { pglite: null, isPooled: false };
      const open = () => openBoss(database, { databaseUrl: server.url, worker: false, log });
      const bosses = await Promise.all(Array.from({ length: 4 }, open));
      expect(await Promise.all(bosses.map((boss) => boss.ready()))).toEqual([true, true, true, true]);
      await Promise.all(bosses.map((boss) => boss.stop()));
    });

    it('is refused in one line that names the setting where no connection is left', async () => {
      const role = `few_${new URL(server.url).pathname.slice(1)}`;
      await admin.query(`create role ${role} login connection limit 0`);
      const url = new URL(server.url);
      url.username = role;
      const { code, lines } = await start({ DATABASE_URL: url.toString(), DATA_DIR: folder });
      await admin.query(`drop role ${role}`);
      expect(lines).toEqual([expect.stringMatching(/no connection left for us.*DATABASE_CONNECTIONS/)]);
      expect(code).toBe(1);
    });

    it('takes turns with the connections that the server gives, where those are fewer than it may take', async () => {
      const role = `turns_${new URL(server.url).pathname.slice(1)}`;
      await admin.query(`create role ${role} login connection limit 4`);
      const url = new URL(server.url);
      url.username = role;
      const database = await openDatabase({ url: url.toString(), folder: null, migrations: null });
      const statements = Array.from({ length: 40 }, () => database.db.execute(sql`select pg_sleep(0.05)`));
      const outcomes = await Promise.allSettled(statements);
      await database.close();
      await admin.query(`drop role ${role}`);
      expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([]);
    });

    it('is refused in one line where the server only reads', async () => {
      const database = new URL(server.url).pathname.slice(1);
      await admin.query(`alter database ${database} set default_transaction_read_only = on`);
      const { code, lines } = await start({ DATABASE_URL: server.url, DATA_DIR: folder });
      await admin.query('set transaction read write').catch(() => undefined);
      await admin.query('set default_transaction_read_only = off');
      await admin.query(`alter database ${database} reset default_transaction_read_only`);
      expect(lines).toEqual([expect.stringMatching(/read-only: a standby/)]);
      expect(code).toBe(1);
    });
  });
});

describe('a backup', { timeout: 60_000 }, () => {
  const backUp = (environment: Record<string, string>, file = path.join(folder, 'copy')) =>
    run(['--import', 'tsx', 'src/server/app/commands/transfer.ts', 'backup', file], environment);

  it('is refused in one line where its file cannot be made', async () => {
    const { code, lines } = await backUp({ DATA_DIR: folder }, '/proc/litwatch/copy');
    expect(lines.at(-1)).toMatch(
      /^\/proc\/litwatch\/copy cannot be written \(ENOENT: no such file or directory\)\./,
    );
    expect(code).toBe(1);
  });

  it('finds the database by the same settings as the server: files of secrets, and the settings file', async () => {
    const [secret, settings] = [path.join(folder, 'url'), path.join(folder, 'settings')];
    writeFileSync(secret, 'postgres://litwatch:secret@127.0.0.1:9/by_file\n');
    writeFileSync(settings, 'DATABASE_URL=postgres://litwatch:secret@127.0.0.1:9/by_settings\n');
    const byFile = await backUp({ DATABASE_URL_FILE: secret });
    expect(byFile.lines.at(-1)).toMatch(/^DATABASE_URL \(127\.0\.0\.1:9\/by_file\): nothing listens there/);
    const bySettings = await backUp({ LITWATCH_CONFIG: settings });
    expect(bySettings.lines.at(-1)).toMatch(/^DATABASE_URL \(127\.0\.0\.1:9\/by_settings\): nothing listens/);
    expect(byFile.code).toBe(1);
  });
});
