import { rm } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import { features } from '#app/features.ts';
import { readConfig } from '#app/settings.ts';
import { harvest } from '#corpus/harvest/harvest.ts';
import { identifiersOf } from '#corpus/works/identity/identifiers.ts';
import { ingest } from '#corpus/works/ingest.ts';
import type { App } from '#kit/feature.ts';
import { openDatabase } from '#platform/db/open.ts';
import { paperIdentifiers, paperRecords, papers } from '#platform/db/schema.ts';
import { openLog } from '#platform/runtime/log.ts';
import { type SourceName, usualSources } from '#shared/papers/sources.ts';
import type { SourceRecord } from '#sources/record/source.ts';
import { openSources } from '#sources/registry.ts';
import { startSources } from '#stand-ins/sources/server.ts';
import { corpusRecords } from '../data/corpusRecords.ts';
import { corpusFolder, temporaryFolder } from '../data/folders.ts';
import type { Figure } from '../report/figures.ts';

/**
 * Records per second into an empty database: harvested over the wire, stored only, stored again unchanged, and, for
 * comparison, one statement per row.
 */
export async function measure({ quick }: { quick: boolean }): Promise<Figure[]> {
  const all = corpusRecords();
  if (!all) {
    console.error('ingest: skipped, the real records are missing (../shared/corpus).');
    return [];
  }
  const records = quick ? everyNth(all, 8) : all;
  const few = everyNth(records, 8);
  const on = `${records.length.toLocaleString('en')} records on ${process.env.DATABASE_URL ? 'PostgreSQL' : 'PGlite'}`;
  const naive = await onEmpty((app) => rate(few.length, () => rowByRow(app.db, few)));
  const [first, again] = await onEmpty(async (app) => [
    await rate(records.length, () => inBatches(app, records)),
    await rate(records.length, () => inBatches(app, records)),
  ]);
  const harvested = await onEmpty((app) => harvestFrom(app, quick ? ['biorxiv'] : usualSources));
  return [
    { name: 'records merged and stored', value: first!, unit: '/s', on },
    { name: '  a record by itself, unmerged', value: naive, unit: '/s', on: 'an eighth of them' },
    { name: '  as often as that', value: first! / naive, unit: '×', goal: { least: 5 } },
    { name: '  again, unchanged', value: again!, unit: '/s' },
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

/** The naive way: look up a record, then insert its rows one by one. */
async function rowByRow(db: App['db'], records: SourceRecord[]) {
  const now = new Date();
  for (const record of records) {
    const names = identifiersOf(record);
    const [found] = await db
      .select({ id: paperIdentifiers.paperId })
      .from(paperIdentifiers)
      .where(
        sql`(kind, value) in (${sql.join(
          names.map(({ kind, value }) => sql`(${kind}, ${value})`),
          sql`, `,
        )})`,
      );
    if (found) continue;
    const { identifiers: _identifiers, ...shown } = record;
    const [row] = await db
      .insert(papers)
      .values({ ...shown, firstSeenAt: now, changedAt: now })
      .returning({ id: papers.id });
    const paperId = row!.id;
    const { source, sourceId, version, doi, url, availableOn } = record;
    await db
      .insert(paperRecords)
      .values({ source, sourceId, paperId, version, doi, url, availableOn, contentHash: '', seenAt: now })
      .onConflictDoNothing();
    for (const { kind, value } of names)
      await db.insert(paperIdentifiers).values({ kind, value, paperId }).onConflictDoNothing();
  }
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
