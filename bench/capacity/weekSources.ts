import { writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { harvest } from '#corpus/harvest/harvest.ts';
import { type Db, openDatabase } from '#platform/db/open.ts';
import { readConfig } from '#platform/runtime/config.ts';
import { openLog } from '#platform/runtime/log.ts';
import type { IndexPaper } from '#search/core/types.ts';
import { type SourceName, usualSources } from '#shared/papers/sources.ts';
import { openSources } from '#sources/registry.ts';
import type { CorpusRecordInput } from '#stand-ins/sources/records/corpus.ts';
import { startSources } from '#stand-ins/sources/server.ts';
import { createDatabase } from '#test/createDatabase.ts';
import { temporaryFolder } from '../data/folders.ts';

export interface SourcesCost {
  /** Calls of one day: four harvests, one of which looks back a week. */
  calls: number;
  bySource: Record<string, number>;
  bytesPerPaper: number;
  walPerPaper: number;
}

/** Cumulative shares of the sources in a week's papers, as of 2026. */
const shares: [SourceName, number][] = [
  ['pubmed', 0.76],
  ['arxiv', 0.95],
  ['biorxiv', 0.985],
  ['medrxiv', 1],
];
const hour = 3_600_000;

/** Harvests nine days of papers once, then a day's four harvests with that day's new papers. */
export async function measureSources(adminUrl: string, week: readonly IndexPaper[]): Promise<SourcesCost> {
  const folder = temporaryFolder();
  let moment = Date.parse('2026-06-10T00:30:00Z');
  const now = () => new Date(moment);
  writeFileSync(path.join(folder, 'week.jsonl'), linesOf(week, now()));
  // bioRxiv returns 30 rows per page since August 2026.
  const sources = await startSources({ corpus: [folder], now, pageSize: { biorxiv: 30 } });
  const server = await createDatabase(adminUrl);
  const { db, close } = await openDatabase({ url: server.url, folder: null });
  try {
    const log = openLog('silent');
    const config = readConfig(sources.environment);
    const app = { config, db, log, now, sources: openSources(config.sources, { log, now }) };
    const readAll = async () => {
      for (const source of usualSources) {
        const { outcome, failure } = await harvest(app, source);
        if (outcome !== 'complete') throw failure ?? new Error(`${source}: ${outcome}`);
      }
    };
    const before = await sizeOf(db);
    await readAll();
    const after = await sizeOf(db);
    sources.calls.reset();
    const day = Math.round(week.length / 7);
    for (let round = 1; round <= 4; round++) {
      moment += 6 * hour;
      sources.add(
        week.slice(0, day / 4).map((paper, at) => recordOf(paper, week.length * 2 + round * day + at)),
      );
      await readAll();
    }
    const { pubmed, arxiv, biorxiv, medrxiv } = sources.calls.counts;
    return {
      calls: pubmed + arxiv + biorxiv + medrxiv,
      bySource: { pubmed, arxiv, biorxiv, medrxiv },
      bytesPerPaper: (after.bytes - before.bytes) / after.papers,
      walPerPaper: (after.wal - before.wal) / after.papers,
    };
  } finally {
    await close();
    await server.drop();
    await sources.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Corpus lines spread over nine days: the days a harvest looks back, and the day itself. */
function linesOf(week: readonly IndexPaper[], now: Date): string {
  const perDay = week.length / 7;
  const lines: string[] = [];
  for (let at = 0; at < perDay * 9; at++) {
    const on = new Date(now.getTime() - (1 + Math.floor(at / perDay)) * 24 * hour).toISOString().slice(0, 10);
    lines.push(JSON.stringify({ ...recordOf(week[at % week.length]!, at), on }));
  }
  return lines.join('\n');
}

/** The corpus line with this number: its own identifiers, and a source according to `shares`. */
export function recordOf({ title, abstract, journal }: IndexPaper, number: number): CorpusRecordInput {
  const share = (number * 0.6180339887) % 1;
  const [source] = shares.find(([, upTo]) => share < upTo)!;
  const doi = `10.1101/2099.01.01.${String(number).padStart(6, '0')}`;
  const ids: Partial<Record<SourceName, string>> = {
    pubmed: String(50_000_000 + number),
    arxiv: arxivId(number),
  };
  const id = ids[source] ?? doi;
  return {
    source,
    id,
    doi: source === 'pubmed' ? `10.5555/week.${number}` : null,
    title: `${title} ${number}`,
    abstract,
    authors: [`Author${number % 997}, A.`, 'Second, B.', 'Third, C.', 'Fourth, D.'],
    journal_or_category:
      source === 'pubmed' ? (journal ?? 'A Journal') : source === 'arxiv' ? 'cs.LG' : 'genetics',
  };
}

const arxivId = (number: number): string =>
  `9${String(901 + Math.floor(number / 99_999)).padStart(3, '0')}.${String(1 + (number % 99_999)).padStart(5, '0')}`;

async function sizeOf(db: Db): Promise<{ bytes: number; wal: number; papers: number }> {
  const { rows } = await db.execute<{ bytes: string; wal: string; papers: string }>(sql`
    select pg_database_size(current_database()) as bytes, pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as wal,
      (select count(*) from papers) as papers`);
  const { bytes, wal, papers } = rows[0]!;
  return { bytes: Number(bytes), wal: Number(wal), papers: Number(papers) };
}
