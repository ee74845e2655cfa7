import path from 'node:path';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { allQueues } from '#app/queues.ts';
import { openDatabase } from '#platform/db/open.ts';
import { openBoss } from '#platform/queue/pgBoss.ts';
import { openLog } from '#platform/runtime/log.ts';
import { sourceAddresses } from '#shared/papers/sources.ts';
import { type CreatedDatabase, createTestDatabase } from '#test/createDatabase.ts';
import { temporaryFolder } from '#test/opened.ts';
import { check, expectRefusal, start } from './startOf.ts';

/** Every source at an address where nothing listens. */
const noSource = Object.fromEntries(Object.keys(sourceAddresses).map((name) => [name, 'http://127.0.0.1:9']));

const folder = temporaryFolder();
const checkAt = async (DATABASE_URL: string) =>
  (await check({ DATABASE_URL, DATA_DIR: folder, ...noSource })).lines;

describe('start', () => {
  it('is refused in one line on a database of a newer version, and changes nothing there', async () => {
    const server = await createTestDatabase();
    const place = { url: server?.url ?? null, folder: server ? null : path.join(folder, 'database') };
    const newer = await openDatabase(place);
    await newer.db.execute(
      sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('of the future', 4102444800000)`,
    );
    await newer.close();
    const ended = await start(
      server ? { DATABASE_URL: server.url, DATA_DIR: folder } : { DATABASE_URL: '', DATA_DIR: folder },
    );
    expectRefusal(ended, /^This database was written by a newer version of Litwatch\./);
    await server?.drop();
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

    it('succeeds when several starts create the queue’s tables at once', async () => {
      const log = openLog('silent');
      const open = () =>
        openBoss({ pglite: null }, { queues: allQueues, databaseUrl: server.url, worker: false, log });
      const bosses = await Promise.all(Array.from({ length: 4 }, open));
      expect(await Promise.all(bosses.map((boss) => boss.ready()))).toEqual([true, true, true, true]);
      await Promise.all(bosses.map((boss) => boss.stop()));
    });

    it('is refused in one line that names the setting if no connection is left', async () => {
      const role = `few_${new URL(server.url).pathname.slice(1)}`;
      await admin.query(`create role ${role} login connection limit 0`);
      const url = new URL(server.url);
      url.username = role;
      const ended = await start({ DATABASE_URL: url.toString(), DATA_DIR: folder });
      await admin.query(`drop role ${role}`);
      expectRefusal(ended, /no connection left for us.*DATABASE_CONNECTIONS/);
    });

    it('is refused in one line if the database does not store text as UTF-8', async () => {
      const name = `${new URL(server.url).pathname.slice(1)}_ascii`;
      await admin.query(
        `create database ${name} template template0 encoding 'SQL_ASCII' lc_collate 'C' lc_ctype 'C'`,
      );
      const url = new URL(server.url);
      url.pathname = `/${name}`;
      const ended = await start({ DATABASE_URL: url.toString(), DATA_DIR: folder });
      const checked = await checkAt(url.href);
      await admin.query(`drop database ${name} with (force)`);
      expect(checked).toContain(`wrong    database  ${ended.lines[0]}`);
      expectRefusal(
        ended,
        /^DATABASE_URL \(.*_ascii\): the database keeps text as SQL_ASCII.*createdb -T template0 -E UTF8/,
      );
    });

    it('sets its sessions, whatever the defaults of the database are', async () => {
      const database = new URL(server.url).pathname.slice(1);
      const others = {
        ...{
          datestyle: 'German',
          timezone: 'Pacific/Apia',
          intervalstyle: 'sql_standard',
          bytea_output: 'escape',
        },
        ...{
          search_path: 'nowhere',
          statement_timeout: '200ms',
          default_transaction_isolation: 'serializable',
        },
      };
      for (const [name, value] of Object.entries(others))
        await admin.query(`alter database ${database} set ${name} = '${value}'`);
      const opened = await openDatabase({ url: server.url, folder: null });
      const { rows } = await opened.db.execute(
        sql`select now()::text as now, '\\x01'::bytea::text as bytes, current_schema() as place, pg_sleep(0.3)::text`,
      );
      await opened.close();
      for (const name of Object.keys(others)) await admin.query(`alter database ${database} reset ${name}`);
      const now = expect.stringMatching(/^20\d\d-.*\+00$/);
      expect(rows).toEqual([expect.objectContaining({ now, bytes: '\\x01', place: 'public' })]);
    });

    it.each([
      ['nothing', []],
      ['tables in public, but no schemas', ['schema public']],
      ['schemas, but no tables in public', ['database %d']],
      ['schemas and tables', ['database %d', 'schema public']],
    ])('agrees with --check, which leaves nothing, about a user who may create %s', async (_, places) => {
      const fresh = (await createTestDatabase())!;
      const owner = new pg.Client({ connectionString: fresh.url });
      await owner.connect();
      const url = new URL(fresh.url);
      const [database, role] = [url.pathname.slice(1), `guest${url.pathname.slice(1)}`];
      await owner.query(`create role ${role} login`);
      for (const place of places)
        await owner.query(`grant create on ${place.replace('%d', database)} to ${role}`);
      url.username = role;
      const checked = await checkAt(url.href);
      const left = await owner.query(
        `select count(*)::int from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
      );
      const opening = openDatabase({ url: url.href, folder: null });
      const refusal = await opening.then(
        (opened) => opened.close(),
        ({ message }: Error) => message,
      );
      await owner.query(`drop owned by ${role} cascade`);
      await owner.query(`drop role ${role}`);
      await owner.end();
      await fresh.drop();
      expect(checked).toContainEqual(
        refusal
          ? `wrong    database  ${refusal}`
          : expect.stringMatching(/^ok +database +A start makes its tables/),
      );
      expect([left.rows[0].count, Boolean(refusal)]).toEqual([0, places.length < 2]);
    });

    it('is refused in one line if the server is read-only', async () => {
      const database = new URL(server.url).pathname.slice(1);
      await admin.query(`alter database ${database} set default_transaction_read_only = on`);
      const ended = await start({ DATABASE_URL: server.url, DATA_DIR: folder });
      await admin.query('set transaction read write').catch(() => undefined);
      await admin.query('set default_transaction_read_only = off');
      await admin.query(`alter database ${database} reset default_transaction_read_only`);
      expectRefusal(ended, /read-only: a standby/);
    });
  });
});
