import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { openDatabase } from '#platform/db/open.ts';
import { writeMuteDns } from '#test/chaos/setup/process.ts';
import { addDueReaders } from '#test/chaos/setup/seed.ts';
import { temporaryFolder } from '#test/opened.ts';
import { type Ended, expectRefusal, run, start } from './startOf.ts';

const folder = temporaryFolder();

describe('start without a database’s answer', () => {
  const mute = createServer();
  // Each waits for ten seconds, so run both at once.
  let byMuteServer: Promise<Ended>;
  let byMuteDns: Promise<Ended>;
  beforeAll(async () => {
    await new Promise<void>((resolve) => {
      mute.listen(0, '127.0.0.1', resolve);
    });
    const { port } = mute.address() as AddressInfo;
    byMuteServer = start({
      DATABASE_URL: `postgres://litwatch:secret@127.0.0.1:${port}/litwatch`,
      DATA_DIR: folder,
    });
    byMuteDns = start(
      { DATABASE_URL: 'postgres://litwatch:secret@db.litwatch.test:5432/litwatch', DATA_DIR: folder },
      ['--import', writeMuteDns(folder)],
    );
  });
  afterAll(() => mute.close());

  it('is refused in one line if the server accepts connections but stays silent', async () => {
    const { code, lines, seconds } = await byMuteServer;
    expect(lines).toEqual([expect.stringMatching(/^DATABASE_URL \(.*no answer within ten seconds\.$/)]);
    expect(lines[0]).not.toContain('secret');
    expect(code).toBe(1);
    // Ten of waiting, and two starts at once on a busy machine.
    expect(seconds).toBeLessThan(60);
  });

  it('is refused in one line within ten seconds while DNS does not answer', async () => {
    const ended = await byMuteDns;
    expectRefusal(ended, /^DATABASE_URL \(db\.litwatch\.test:5432.*no answer within ten seconds\.$/);
    // Ten of waiting, and two starts at once on a busy machine.
    expect(ended.seconds).toBeLessThan(60);
  });
});

describe('start in a wrong place', () => {
  it('is refused in one line that names an unwritable folder, and what to do', async () => {
    // Linux lets nobody create a folder there, not even the superuser, as on a read-only disk. Its error says that the
    // parent is missing, which makes Node's own `recursive` loop forever.
    const places = ['/sys/litwatch', '/proc/litwatch', '/proc/litwatch/below'];
    const refused = await Promise.all(places.map((DATA_DIR) => start({ DATABASE_URL: '', DATA_DIR })));
    for (const [at, { code, lines }] of refused.entries()) {
      const line = /^DATA_DIR:.* cannot be written.*set DATA_DIR to another one\.$/;
      expect(lines).toEqual([expect.stringMatching(line)]);
      expect(lines[0]).toContain(`${places[at]}/database`);
      expect(code).toBe(1);
    }
  });

  it('is refused in one line if a table of the embedded database is damaged', async () => {
    const dataDir = path.join(folder, 'damaged');
    const database = await openDatabase({ url: null, folder: path.join(dataDir, 'database') });
    await addDueReaders(database.db, 1);
    await database.db.execute(sql`checkpoint`);
    const { rows } = await database.db.execute<{ file: string }>(
      sql`select pg_relation_filepath('search_terms') as file`,
    );
    await database.close();
    // Its first page.
    const table = openSync(path.join(dataDir, 'database', rows[0]!.file), 'r+');
    writeSync(table, Buffer.alloc(8192, 0xff));
    closeSync(table);
    const ended = await start({ DATABASE_URL: '', DATA_DIR: dataDir });
    expectRefusal(
      ended,
      /^DATA_DIR: the database in .*damaged\/database: a table is damaged \(invalid page .*restore a backup\.$/,
    );
  });
});

describe('backup', () => {
  const backUp = (environment: Record<string, string>, file = path.join(folder, 'copy')) =>
    run(['src/app/transfer.ts', 'backup', file], environment);

  it('is refused in one line if its file cannot be created', async () => {
    const { code, lines } = await backUp({ DATA_DIR: folder }, '/proc/litwatch/copy');
    expect(lines.at(-1)).toMatch(
      /^\/proc\/litwatch\/copy cannot be written \(ENOENT: no such file or directory\)\./,
    );
    expect(code).toBe(1);
  });

  it('names the tools of a server, which it finds by secret files as a start does', async () => {
    const secret = path.join(folder, 'url');
    writeFileSync(secret, 'postgres://litwatch:secret@127.0.0.1:9/by_file\n');
    const byFile = await backUp({ DATABASE_URL_FILE: secret });
    const line = /^DATABASE_URL names a server \(127\.0\.0\.1:9\/by_file\).* pg_dump and pg_restore/;
    expect(byFile.lines).toEqual([expect.stringMatching(line)]);
    expect(byFile.code).toBe(1);
  });
});
