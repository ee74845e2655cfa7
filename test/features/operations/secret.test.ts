import path from 'node:path';
import { startSources } from '#stand-ins/sources/server.ts';
import { createTestDatabase } from '#test/createDatabase.ts';
import { opened, temporaryFolder } from '#test/opened.ts';
import { startWith } from '#test/surroundings.ts';
import { check, start } from './startOf.ts';

const [first, other] = ['the first secret, long enough for it', 'another secret, also long enough for it'];

const folder = temporaryFolder();
const server = await createTestDatabase();
afterAll(() => server?.drop());
const sources = await opened(startSources());

const settings = (more: Record<string, string>) => ({
  ...{ DATA_DIR: folder, ...more, DATABASE_URL: server?.url ?? '', ...sources.environment },
});
const startedWith = (SESSION_SECRET: string, rotatesSecret = false) =>
  startWith(settings({ SESSION_SECRET }), { rotatesSecret });

describe('secret of a database', () => {
  it('is that of its first start, and a start with another is refused in one line', async () => {
    const running = await startedWith(first);
    // The embedded database belongs to one process; a server may have another one beside.
    if (!server) await running.stop();
    const { code, lines } = await start(settings({ SESSION_SECRET: other }));
    const line =
      /^SESSION_SECRET is not the secret that this database has been used with.*--rotate-secret\.$/;
    expect(lines).toEqual([expect.stringMatching(line)]);
    expect(lines[0]).not.toContain(other);
    expect(code).toBe(1);
    if (server) await running.stop();
    await (await startedWith(first)).stop();
  });

  it('is not the one that a process without a setting has made in a folder of its own', async () => {
    const DATA_DIR = server ? path.join(folder, 'second') : folder;
    const { lines } = await start(settings({ DATA_DIR }));
    expect(lines).toEqual([expect.stringMatching(/^DATA_DIR: the secret in .* is not the secret that/)]);
  });

  it.runIf(process.env.DATABASE_URL)('is compared by --check', async () => {
    const checked = async (SESSION_SECRET: string) => (await check(settings({ SESSION_SECRET }))).lines;
    const wrong = /^wrong +secret +SESSION_SECRET is not the secret/;
    expect(await checked(other)).toContainEqual(expect.stringMatching(wrong));
    const right = /^ok +secret +No other than that of the database\.$/;
    expect(await checked(first)).toContainEqual(expect.stringMatching(right));
  });

  it('becomes another by a start that says so', async () => {
    await (await startedWith(other, true)).stop();
    await (await startedWith(other)).stop();
    await expect(startedWith(first)).rejects.toThrow('is not the secret');
  });
});
