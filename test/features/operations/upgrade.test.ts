import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { afterEach, expect, it } from 'vitest';
import { startLitwatch } from '#app/start.ts';
import { harvest } from '#corpus/harvest/harvest.ts';
import { paperSignatures, papers, systemState } from '#platform/db/schema.ts';
import { readConfig } from '#platform/runtime/config.ts';
import { type SourcesStandIn, startSources } from '#stand-ins/sources/server.ts';
import { createTestDatabase } from '#test/createDatabase.ts';
import { heartPaper } from '#test/weeks.ts';
import { eventually } from '#test/world.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** The product over a database that outlives it, as an upgrade does. */
async function startInstallation() {
  const folder = mkdtempSync(path.join(tmpdir(), 'litwatch-upgrade-'));
  const sources: SourcesStandIn = await startSources({ corpus: [] });
  const server = await createTestDatabase();
  closing.push(
    () => rm(folder, { recursive: true, force: true }),
    () => sources.close(),
    async () => server?.drop(),
  );
  const config = readConfig({
    PORT: '0',
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    DATA_DIR: folder,
    ...(server ? { DATABASE_URL: server.url } : {}),
    ...sources.environment,
  });
  return { sources, start: () => startLitwatch({ ...config }, { web: true, worker: true }) };
}

it('recognizes the article of a preprint that was stored before works had signatures', async () => {
  const { sources, start } = await startInstallation();
  const preprint = heartPaper('biorxiv', 71, { authors: ['Weekson, A.', 'Falconer, M.'] });
  sources.add([preprint, heartPaper('biorxiv', 72)]);
  const old = await start();
  await eventually(async () => (await old.app.db.$count(papers)) === 2, 'the preprints');
  await old.app.db.delete(paperSignatures);
  await old.app.db.delete(systemState).where(eq(systemState.name, 'signed'));
  await old.stop();

  sources.add([heartPaper('pubmed', 71, { title: preprint.title, authors: preprint.authors })]);
  const upgraded = await start();
  closing.push(() => upgraded.stop());
  await eventually(async () => {
    const { outcome } = await harvest(upgraded.app, 'pubmed');
    return outcome === 'complete';
  }, 'a harvest of PubMed');
  expect(await upgraded.app.db.$count(papers)).toBe(2);
}, 90_000);
