import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { lockDataFolder } from '#platform/db/dataFolder.ts';
import { openDatabase } from '#platform/db/open.ts';
import { usualSources } from '#shared/papers/sources.ts';
import { startLlm } from '#stand-ins/llm/server.ts';
import { startSmtp } from '#stand-ins/smtp/server.ts';
import { startSources } from '#stand-ins/sources/server.ts';
import { opened } from '#test/opened.ts';
import { check as checkWith } from './startOf.ts';

const sources = await opened(startSources());
const smtp = await opened(startSmtp());
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'litwatch-check-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const check = (environment: Record<string, string> = {}) =>
  checkWith({ ...sources.environment, DATA_DIR: folder, SMTP_URL: smtp.url, ...environment });

describe('npm start -- --check', () => {
  it('exits with 0 if a start would succeed', async () => {
    const { code, lines } = await check();
    expect(lines).toContainEqual(expect.stringMatching(/^ok +settings +Development/));
    expect(lines).toContainEqual(expect.stringMatching(/^ok +database +/));
    expect(lines).toContainEqual(expect.stringMatching(/^ok +mail +The mail server lets us in/));
    expect(lines).toContainEqual(expect.stringMatching(/^ok +sources +All/));
    expect(lines.at(-1)).toBe('Nothing would be refused.');
    expect(code).toBe(0);
  });

  it('tries what a start does to an embedded database, and takes it back', async () => {
    const place = path.join(folder, 'database');
    const made = await openDatabase({ url: null, folder: place });
    await made.close();
    // The queue has no tables yet.
    for (const [damage, line, code] of [
      ['select 1', /^ok +database +A start finds its tables as they should be: tried, and taken back\.$/, 0],
      ['drop table installation', /^wrong +database +DATA_DIR: the database in .+installation/, 1],
      [
        'create schema pgboss; create table pgboss.version (none int)',
        /^wrong +database +DATA_DIR: .+pgboss\.queue/,
        1,
      ],
    ] as const) {
      const opened = await openDatabase({ url: null, folder: place, migrates: false });
      await opened.pglite!.exec(damage);
      await opened.close();
      const checked = await check({ DATABASE_URL: '' });
      expect(checked.lines).toContainEqual(expect.stringMatching(line));
      expect(checked.code).toBe(code);
    }
  });

  it('asks each model a real question', async () => {
    const llm = await startLlm();
    const { lines } = await check(llm.environment);
    llm.misbehave('500');
    const failing = await check(llm.environment);
    await llm.close();
    const chat = /^ok +model +The chat model faithful answers in \d+ ms, asked for JSON by json_schema\.$/;
    expect(lines).toContainEqual(expect.stringMatching(chat));
    const embeddings =
      /^ok +model +The embeddings model faithful takes a long text, and answers with 256 dim/;
    expect(lines).toContainEqual(expect.stringMatching(embeddings));
    expect(failing.lines).toContainEqual(
      expect.stringMatching(/^warning +model +The chat model faithful gives no usable answer: .+\.$/),
    );
    expect(failing.code).toBe(0);
  });

  it('names the status of a source that cannot be read, and says if none can', async () => {
    sources.misbehave('arxiv', '503');
    const one = await check();
    expect(one.lines).toContainEqual(
      expect.stringMatching(/^warning +sources +Not all of them can be read: arXiv \(answers 503\)\.$/),
    );
    expect(one.code).toBe(0);
    for (const source of usualSources) sources.misbehave(source, '503');
    const all = await check();
    for (const source of usualSources) sources.misbehave(source, null);
    expect(all.lines).toContainEqual(
      expect.stringMatching(/^wrong +sources +None of them can be read: PubMed \(answers 503\), /),
    );
    expect(all.code).toBe(1);
  });

  it('checks the disk on which a first start will create its folder', async () => {
    const { lines, code } = await check({ DATA_DIR: path.join(folder, 'not', 'made', 'yet') });
    expect(lines).toContainEqual(expect.stringMatching(/^(?:ok|warning) +disk +[\d,]+ MB free in /));
    expect(code).toBe(0);
  });

  it('names a wrong setting and exits with 1', async () => {
    const { code, lines } = await check({ PORT: 'http' });
    const wrong = expect.stringMatching(/^wrong +settings +PORT must be a port number\.$/);
    expect(lines).toEqual([wrong, 'Something is wrong: see above.']);
    expect(code).toBe(1);
  });

  it('names a mail server that does not answer, a folder with other files, and a missing database server', async () => {
    mkdirSync(path.join(folder, 'database'));
    writeFileSync(path.join(folder, 'database', 'holiday.jpg'), 'x');
    const local = await check({ DATABASE_URL: '', SMTP_URL: 'smtp://127.0.0.1:9' });
    expect(local.lines).toContainEqual(expect.stringMatching(/^wrong +mail +.*ECONNREFUSED/));
    expect(local.lines).toContainEqual(expect.stringMatching(/^wrong +database +DATA_DIR: .*holiday\.jpg/));
    expect(local.code).toBe(1);
    const database = path.join(folder, 'running', 'database');
    const lock = lockDataFolder(database);
    const beside = await check({ DATABASE_URL: '', DATA_DIR: path.dirname(database) });
    lock.release();
    const inUse = /^warning +database +Embedded, in use by process/;
    expect(beside.lines).toContainEqual(expect.stringMatching(inUse));
    expect(beside.code).toBe(0);
    const server = await check({ DATABASE_URL: 'postgres://litwatch@127.0.0.1:9/litwatch' });
    const silent = /^wrong +database +DATABASE_URL.*nothing listens/;
    expect(server.lines).toContainEqual(expect.stringMatching(silent));
  });
});

describe('refused start', () => {
  const start = (environment: Record<string, string>) =>
    spawnSync(process.execPath, ['src/app/main.ts'], {
      env: { PATH: process.env.PATH, ...sources.environment, PORT: '0', DATA_DIR: folder, ...environment },
      encoding: 'utf8',
      timeout: 60_000,
    });

  it.each([
    [
      'for a server that is not there',
      { DATABASE_URL: 'postgres://a:secret@127.0.0.1:9/b' },
      /nothing listens/,
    ],
    ['for several hosts', { DATABASE_URL: 'postgres://a@one:5432,two:5432/b' }, /must name one host/],
    ['for a folder below a file', { DATABASE_URL: '', DATA_DIR: '/dev/null/data' }, /cannot be written/],
  ])(
    'says why in one line %s',
    (_, environment, line) => {
      const { status, stderr } = start(environment);
      expect(status).toBe(1);
      expect(stderr.trim().split('\n')).toEqual([expect.stringMatching(line)]);
      expect(stderr).not.toContain('secret');
    },
    40_000,
  );
});
