import { globSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { restore } from '#platform/transfer/backup.ts';
import { move } from '#platform/transfer/move.ts';
import { startSources } from '#stand-ins/sources/server.ts';
import { createTestDatabase } from '#test/createDatabase.ts';
import { makeDatabase } from '#test/fixtures/databases/make.ts';
import { opened, temporaryFolder } from '#test/opened.ts';
import { startWith } from '#test/surroundings.ts';
import { password, Visitor } from '#test/world.ts';

const databases = globSync(path.join(import.meta.dirname, '../../fixtures/databases/*.backup')).sort();
const folder = temporaryFolder();
/** The database that the next release will keep for this test. */
const today = path.join(folder, 'today.backup');
const named = [...databases, today].map((file) => [path.basename(file, '.backup'), file] as const);

const sources = await opened(startSources());
beforeAll(() => makeDatabase(today), 240_000);

describe('database of an earlier version', { timeout: 240_000 }, () => {
  it.each(named)('keeps sign-in, topics, ledger, feedback and digests: %s', async (name, file) => {
    const server = await createTestDatabase();
    const dataDir = path.join(folder, name);
    const print = () => undefined;
    await restore(dataDir, { file, overwrite: false, print });
    if (server) await move(dataDir, { to: server.url, print });
    const place = { DATA_DIR: dataDir, ...(server && { DATABASE_URL: server.url }) };
    const litwatch = await startWith({ ...place, ...sources.environment });
    try {
      expect(await (await fetch(`${litwatch.url}/readyz`)).text()).toBe('ready');
      const reader = new Visitor(litwatch.url!);
      const signedIn = await reader.post('/api/auth/login', { email: 'reader@example.org', password });
      expect(signedIn.status).toBe(200);
      const { body: terms } = await reader.get(`/api/users/${signedIn.body.user.id}/search-terms`);
      expect(terms).toMatchObject([{ term: 'base editing', feedback: { more: 1, less: 0 } }]);
      const { body: digests } = await reader.get('/api/digests');
      expect(JSON.stringify(digests)).toContain('base editing');
      const { body: digest } = await reader.get(`/api/digests/${digests.digests[0].id}`);
      expect(digest.papersData.length).toBeGreaterThan(2);
      const { rows } = await litwatch.app.db.execute(sql`select count(*)::int as sent from delivered_papers`);
      expect(rows).toEqual([{ sent: digest.papersData.length }]);
    } finally {
      await litwatch.stop();
      await server?.drop();
    }
  });
});
