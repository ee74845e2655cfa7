import { rm } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import { features } from '#app/features.ts';
import { readConfig } from '#app/settings.ts';
import { harvest } from '#corpus/harvest/harvest.ts';
import { ingest } from '#corpus/works/ingest.ts';
import type { App } from '#kit/feature.ts';
import { openDatabase } from '#platform/db/open.ts';
import { openLog } from '#platform/runtime/log.ts';
import { type SourceName, usualSources } from '#shared/papers/sources.ts';
import type { SourceRecord } from '#sources/record/source.ts';
import { openSources } from '#sources/registry.ts';
import { startSources } from '#stand-ins/sources/server.ts';
import { corpusRecords } from '../data/corpusRecords.ts';
import { corpusFolder, temporaryFolder } from '../data/folders.ts';
import type { Figure } from '../report/figures.ts';

/**
 * Records per second into an empty database: harvested over the wire, stored only, and stored again unchanged, as most
 * of an overlapping window are.
 */
export async function measure({ quick }: { quick: boolean }): Promise<Figure[]> {
  const all = corpusRecords();
  if (!all) {
    console.error('ingest: skipped, the real records are missing (../shared/corpus).');
    return [];
  }
  const records = quick ? everyNth(all, 8) : all;
  const on = `${records.length.toLocaleString('en')} records on ${process.env.DATABASE_URL ? 'PostgreSQL' : 'PGlite'}`;
  const [first, again] = await onEmpty(async (app) => [
    await rate(records.length, () => inBatches(app, records)),
    await rate(records.length, () => inBatches(app, records)),
  ]);
  const harvested = await onEmpty((app) => harvestFrom(app, quick ? ['biorxiv'] : usualSources));
  return [
    { name: 'records merged and stored', value: first!, unit: '/s', on },
    { name: '  again, unchanged', value: again!, unit: '/s' },
    { name: '  as fast as the first time', value: again! / first!, unit: '×', goal: { least: 4 } },
    { name: 'records harvested', value: harvested, unit: '/s', on: 'over the wire, parsed and stored' },
  ];
}

const everyNth = <T>(all: T[], n: number): T[] => all.filter((_, order) => order % n === 0);

type BenchApp = Pick<App, 'db' | 'now' | 'log' | 'config' | 'features'>;

/** The stand-in runs in this process too: the figure is a lower bound. */
async function harvestFrom(app: BenchApp, names: readonly SourceName[]): Promise<number> {
  const standIn = await startSources({ corpus: [corpusFolder] });
  const config = readConfig({ ...standIn.environment });
  const sources = openSources(config.sources, { log: app.log });
  let received = 0;
  try {
    return await rate(
      () => received,
      async () => {
        for (const source of names) {
          const result = await harvest({ ...app, config, sources }, source);
          if (result.failure) throw result.failure;
          received += result.received;
        }
      },
    );
  } finally {
    await standIn.close();
  }
}

async function inBatches(app: BenchApp, records: SourceRecord[]): Promise<void> {
  for (let from = 0; from < records.length; from += 500) await ingest(app, records.slice(from, from + 500));
}

async function rate(count: number | (() => number), work: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await work();
  return (typeof count === 'number' ? count : count()) / ((performance.now() - started) / 1000);
}

/** Runs on an empty embedded database, or on the database of DATABASE_URL, whose name must contain "bench". */
async function onEmpty<T>(work: (app: BenchApp) => Promise<T>): Promise<T> {
  const url = process.env.DATABASE_URL ?? null;
  if (url && !new URL(url).pathname.includes('bench'))
    throw new Error('This bench empties the database: its name must contain "bench".');
  const folder = url ? null : temporaryFolder();
  const database = await openDatabase({ url, folder });
  try {
    await database.db.execute(sql`truncate papers, harvests cascade`);
    const now = () => new Date();
    return await work({ features, db: database.db, now, log: openLog('silent'), config: readConfig({}) });
  } finally {
    await database.close();
    if (folder) await rm(folder, { recursive: true });
  }
}
