import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { allQueues } from '#app/queues.ts';
import { openDatabase } from '#platform/db/open.ts';
import type { Db } from '#platform/db/types.ts';
import { openBoss } from '#platform/queue/pgBoss.ts';
import { enqueue } from '#platform/queue/queues.ts';
import { openLog } from '#platform/runtime/log.ts';
import { move } from '#platform/transfer/move.ts';
import { addReadersWithHistory } from '#test/chaos/setup/seed.ts';
import { type CreatedDatabase, createTestDatabase } from '#test/createDatabase.ts';
import { addOddPapers, sortedRows } from './everyTable.ts';

const print = () => undefined;
const log = openLog('silent');

describe.runIf(process.env.DATABASE_URL)(
  'embedded database with a thousand readers',
  { timeout: 400_000 },
  () => {
    let dataDir: string;
    let server: CreatedDatabase;
    let rows: string[];
    beforeAll(async () => {
      dataDir = mkdtempSync(path.join(tmpdir(), 'litwatch-move-'));
      server = (await createTestDatabase())!;
      const embedded = await openIn(dataDir);
      const boss = await openBoss(embedded, { queues: allQueues, databaseUrl: null, worker: false, log });
      await addOddPapers(embedded.db);
      await addReadersWithHistory(embedded.db, 1000);
      await enqueue({ db: embedded.db, send: boss.send }, 'run-term', { termId: crypto.randomUUID() }, {});
      await boss.stop();
      rows = await sortedRows(embedded.db);
      // As in a backup that somebody prepared: it would run on the server.
      await embedded.pglite!.exec(
        `create schema planted; create table planted.orders (id int); create function planted.act() returns trigger
         language plpgsql as 'begin raise exception ''planted''; end'; create trigger planted before insert on papers
         for each row execute function planted.act()`,
      );
      await embedded.close();
    }, 240_000);
    afterAll(async () => {
      await server.drop();
      rmSync(dataDir, { recursive: true, force: true });
    });

    const openIn = (folder: string) => openDatabase({ url: null, folder: path.join(folder, 'database') });
    const onServer = async <T>(url: string, work: (db: Db) => Promise<T>) => {
      const database = await openDatabase({ url, folder: null });
      return work(database.db).finally(database.close);
    };

    it('is not moved while a process uses it, and not from a folder without a database', async () => {
      const holder = await openIn(dataDir);
      await expect(move(dataDir, { to: server.url, print })).rejects.toThrow(/is in use by process/);
      await holder.close();
      await expect(move(tmpdir(), { to: server.url, print })).rejects.toThrow(/there is no database in/);
    });

    it('leaves the target empty if the move is interrupted', async () => {
      const interrupted = (line: string) => {
        if (line.includes('paper_records')) throw new Error('the power failed');
      };
      await expect(move(dataDir, { to: server.url, print: interrupted })).rejects.toThrow('the power failed');
    });

    it('moves to a server row by row, with its counters and waiting jobs', async () => {
      await move(dataDir, { to: server.url, print });
      expect(rows.length).toBeGreaterThan(15_000);
      expect(await onServer(server.url, sortedRows)).toEqual(rows);
      const planted = sql`select from pg_namespace where nspname = 'planted'`;
      expect((await onServer(server.url, (db) => db.execute(planted))).rows).toEqual([]);
      const embedded = await openIn(dataDir);
      const next = sql`select nextval('papers_id_seq')::text as id`;
      const { rows: here } = await embedded.db.execute(next);
      await embedded.close();
      expect((await onServer(server.url, (db) => db.execute(next))).rows).toEqual(here);
      const database = await openDatabase({ url: server.url, folder: null });
      const options = { databaseUrl: server.url, worker: false, log };
      const boss = await openBoss(database, { queues: allQueues, ...options });
      expect((await boss.depth()).map(({ queue, waiting }) => ({ queue, waiting }))).toEqual([
        { queue: 'run-term', waiting: 1 },
      ]);
      await boss.stop();
      await database.close();
    });

    it('is not moved into a database that is not empty', () =>
      expect(move(dataDir, { to: server.url, print })).rejects.toThrow('--to: the database is not empty'));

    it('comes back from a dump by the lines of docs/operating.md', async () => {
      const target = (await createTestDatabase())!;
      const guide = readFileSync('docs/operating.md', 'utf8');
      const line = (tool: string) => new RegExp(`^${tool} .*"\\$DATABASE_URL".*$`, 'm').exec(guide)![0];
      const run = (command: string, url: string) =>
        execFileSync('sh', ['-c', command.replaceAll('/backups', dataDir)], {
          env: {
            PATH: [...globSync('/usr/lib/postgresql/*/bin'), process.env.PATH].join(':'),
            DATABASE_URL: url,
          },
        });
      const dumped = await onServer(server.url, sortedRows);
      run(line('pg_dump'), server.url);
      run(line('pg_restore'), target.url);
      expect(await onServer(target.url, sortedRows)).toEqual(dumped);
      await target.drop();
    });
  },
);
