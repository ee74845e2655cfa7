import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startLitwatch } from '#app/start.ts';
import { openDatabase } from '#platform/db/open.ts';
import { readConfig } from '#platform/runtime/config.ts';
import type { Place } from '#platform/transfer/place.ts';
import { differences, type Manifest, withShipment } from '#platform/transfer/shipment.ts';
import { backUp, move, restore, type Setting } from '#platform/transfer/transfer.ts';
import { startSmtp } from '#stand-ins/smtp/server.ts';
import { addDueReaders, addReadersWithHistory } from '#test/chaos/setup/seed.ts';
import { createTestDatabase } from '#test/createDatabase.ts';
import { eventually, newReader, startWorld, Visitor, type World } from '#test/world.ts';

const lines: string[] = [];
const options = { overwrite: false, print: (line: string) => lines.push(line) };
const about = { version: '0.0.0', madeAt: new Date('2026-11-01T10:00:00Z') };

let folder: string;
let world: World;
/** The product with readers, digests, sessions and waiting jobs, running. */
let running: Setting;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'litwatch-transfer-'));
  world = await startWorld({ inFolder: true });
  running = settingOf(world);
  const reader = await newReader(world, 'reader@example.org');
  await reader.post('/api/immediate-search', { searchTerm: 'CRISPR base editing' });
  await world.smtp.waitFor(({ subject }) => subject.startsWith('CRISPR base editing'));
  await reader.post('/api/immediate-search', { searchTerm: 'heart failure' });
  // Values that a careless copy would change: a JSON null, an empty string, quotes, a line separator, bytes.
  await world.app.db.execute(sql`update papers set title = ${'a "b" \\ , (c)\u2028\n\t'}, vector = '\\x00ff5c',
    bibliography = 'null'::jsonb, doi = '' where id = (select min(id) from papers)`);
  await world.app.db.execute(sql`delete from papers where id = (select max(id) from papers)`);
}, 120_000);
afterAll(async () => {
  await world.close();
  rmSync(folder, { recursive: true, force: true });
});

const settingOf = ({ config: { databaseUrl, dataDir } }: Pick<World, 'config'>): Setting => ({
  place: databaseUrl ? { url: databaseUrl } : { dataDir },
  dataDir,
});

/** An empty target database of the same engine, which `close` removes. */
async function emptyPlace(name: string): Promise<Setting & { close(): Promise<void> }> {
  const dataDir = path.join(folder, name);
  const server = await createTestDatabase();
  const place: Place = server ? { url: server.url } : { dataDir };
  return { place, dataDir, close: async () => server?.drop() };
}

async function manifestOf({ place }: Setting): Promise<Manifest> {
  const database = await openDatabase(
    'url' in place
      ? { url: place.url, folder: null, migrations: null }
      : { url: null, folder: path.join(place.dataDir, 'database'), migrations: null },
  );
  try {
    return await withShipment(database.db, async ({ manifest }) => manifest);
  } finally {
    await database.close();
  }
}

describe('backup of a running server', { timeout: 120_000 }, () => {
  let file: string;
  let target: Awaited<ReturnType<typeof emptyPlace>>;
  beforeAll(async () => {
    file = path.join(folder, 'first.backup');
    target = await emptyPlace('restored');
  });
  afterAll(() => target.close());

  it('is readable only by its owner, and leaves no file beside the database', async () => {
    await backUp(running, { file, ...about, ...options });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect((await readdir(running.dataDir)).filter((name) => name.startsWith('snapshot-'))).toEqual([]);
    expect((await readdir(folder)).filter((name) => name.endsWith('.partial'))).toEqual([]);
  });

  it('does not overwrite an existing file unless told', async () => {
    await expect(backUp(running, { file, ...about, ...options })).rejects.toThrow('exists already');
    await backUp(running, { file, ...about, ...options, overwrite: true });
  });

  it('restores every table row by row, with its counters and waiting jobs', async () => {
    await restore(target, { file, ...options });
    expect(lines.at(-1)).toContain('every table has the rows and the checksum');
    const restored = await manifestOf(target);
    expect(restored.tables.find(({ name }) => name === 'papers')!.rows).toBeGreaterThan(50);
    // Only used sequences are kept. Whether a paper already has an event depends on the harvest's pace.
    expect(restored.counters.map(({ table }) => table)).toEqual(
      expect.arrayContaining(['papers', 'harvests']),
    );
  });

  it('refuses a target that holds data unless told', async () => {
    await expect(restore(target, { file, ...options })).rejects.toThrow(/is not empty\. Add --overwrite/);
    await restore(target, { file, ...options, overwrite: true });
  });

  it('replaces a newer version’s database, for a return to the older version', async () => {
    const { place } = target;
    const at =
      'url' in place
        ? { url: place.url, folder: null }
        : { url: null, folder: path.join(place.dataDir, 'database') };
    const upgraded = await openDatabase({ ...at, migrations: null });
    await upgraded.db.execute(
      sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', 99999999999999)`,
    );
    await upgraded.close();
    await expect(openDatabase(at)).rejects.toThrow('written by a newer version');
    await restore(target, { file, ...options, overwrite: true });
    await (await openDatabase(at)).close();
  });

  it('is refused completely if a byte is wrong or its end is missing', async () => {
    const damaged = path.join(folder, 'damaged.backup');
    const bytes = await readFile(file);
    bytes[Math.floor(bytes.length / 2)]! ^= 0xff;
    await writeFile(damaged, bytes);
    await expect(restore(target, { file: damaged, ...options, overwrite: true })).rejects.toThrow(
      /is damaged, or no backup .*Nothing was changed/,
    );
    await copyFile(file, damaged);
    await truncate(damaged, bytes.length - 20);
    await expect(restore(target, { file: damaged, ...options, overwrite: true })).rejects.toThrow(
      /Nothing was changed/,
    );
    await expect(restore(target, { file: 'nowhere', ...options })).rejects.toThrow(
      'There is no file nowhere',
    );
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
    await backUp(settingOf(old), { file, ...about, ...options });
    const before = await old.app.db.execute<{ ledger: string; next: string }>(state);
    const cookies = [...reader.cookies];
    await old.close();

    const target = await emptyPlace('new machine');
    await restore(target, { file, ...options });
    const { dataDir, place } = target;
    const smtp = await startSmtp();
    const config = readConfig({
      ...{ PORT: '0', NODE_ENV: 'test', LOG_LEVEL: 'silent', DATA_DIR: dataDir, SMTP_URL: smtp.url },
      ...('url' in place ? { DATABASE_URL: place.url } : {}),
      ...world.sources.environment,
    });
    const fresh = await startLitwatch(config, { web: true, worker: true });
    try {
      const after = await fresh.app.db.execute<{ ledger: string; next: string }>(state);
      expect(after.rows).toEqual(before.rows);
      const visitor = new Visitor(fresh.url!);
      for (const [name, value] of cookies) visitor.cookies.set(name, value);
      expect((await visitor.get('/api/auth/me')).body).toMatchObject({ user: { email: 'sent@example.org' } });
      // On a server the leases of the old machine have to expire first.
      await eventually(async () => smtp.distinct >= 13, 'twelve digests and one reset', 240);
      await new Promise((resolve) => setTimeout(resolve, 1500));
      const recipients = smtp.mails.map(({ to }) => to.join()).sort();
      expect(recipients).toEqual(
        [...Array.from({ length: 12 }, (_, at) => `reader-${at}@chaos.example`), 'sent@example.org'].sort(),
      );
    } finally {
      await fresh.stop();
      await smtp.close();
      await target.close();
    }
  });

  const state = sql`select (select json_agg(d order by paper_id)::text from delivered_papers d) as ledger,
    (select json_agg(json_build_array(id, next_scheduled_run, schedule) order by id)::text from search_terms
      where next_scheduled_run > now()) as next`;
});

describe('move', { timeout: 400_000 }, () => {
  it('is refused while the source is in use, and onto itself', async () => {
    await expect(
      move(running, { to: { dataDir: path.join(folder, 'elsewhere') }, ...options }),
    ).rejects.toThrow(/is in use/);
    await expect(move(running, { to: running.place, ...options })).rejects.toThrow('in use now');
  });

  it('continues after an interruption, and its half-filled target does not start', async () => {
    const file = path.join(folder, 'interrupted.backup');
    await backUp(running, { file, ...about, ...options });
    const source = await emptyPlace('source');
    await restore(source, { file, ...options });
    const target = await emptyPlace('target');
    const interrupted = {
      overwrite: false,
      print(line: string) {
        if (line.trim() === 'paper_records') throw new Error('the power failed');
      },
    };
    await expect(move(source, { to: target.place, ...interrupted })).rejects.toThrow('the power failed');
    const half =
      'url' in target.place
        ? openDatabase({ url: target.place.url, folder: null })
        : openDatabase({ url: null, folder: path.join(target.place.dataDir, 'database.new') });
    await expect(half).rejects.toThrow('half filled');
    const brought: string[] = [];
    await move(source, { to: target.place, ...options, print: (line) => brought.push(line) });
    // Tables that had already arrived are not copied again. Only the summary names each once.
    expect(brought.filter((line) => line.trim() === 'papers')).toEqual([]);
    expect((await manifestOf(target)).tables).toEqual((await manifestOf(source)).tables);
    await source.close();
    await target.close();
  });

  it.runIf(process.env.DATABASE_URL)(
    'brings a thousand readers from embedded to PostgreSQL and back, equal row by row',
    async () => {
      const file = path.join(folder, 'there.backup');
      await backUp(running, { file, ...about, ...options });
      const embedded: Setting = {
        place: { dataDir: path.join(folder, 'one') },
        dataDir: path.join(folder, 'one'),
      };
      await mkdir(embedded.dataDir, { recursive: true });
      await restore(embedded, { file, ...options });
      const filling = await openDatabase({ url: null, folder: path.join(folder, 'one', 'database') });
      await addReadersWithHistory(filling.db, 1000);
      await filling.close();
      const server = (await createTestDatabase())!;
      const back: Place = { dataDir: path.join(folder, 'two') };
      await move(embedded, { to: { url: server.url }, ...options });
      await move({ place: { url: server.url }, dataDir: embedded.dataDir }, { to: back, ...options });
      const start = await manifestOf(embedded);
      const rowsOf = (table: string) => start.tables.find(({ name }) => name === table)!.rows;
      expect(['users', 'email_digests', 'delivered_papers'].map((table) => rowsOf(table) / 1000)).toEqual([
        expect.closeTo(1, 1),
        expect.closeTo(2, 1),
        expect.closeTo(12, 0),
      ]);
      const end = await openDatabase({ url: null, folder: path.join(back.dataDir, 'database') });
      expect(await differences(end.db, start)).toEqual([]);
      await end.close();
      const arrived = await manifestOf({ place: back, dataDir: back.dataDir });
      expect({ ...arrived, jobs: [] }).toEqual({ ...start, jobs: [] });
      expect(arrived.jobs.map(({ id }) => id).sort()).toEqual(start.jobs.map(({ id }) => id).sort());
      await server.drop();
    },
  );
});
