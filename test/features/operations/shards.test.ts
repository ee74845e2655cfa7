import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { startLitwatch } from '#app/start.ts';
import { corpusArrivedUntil, recordHeartbeat } from '#corpus/harvest/elsewhere.ts';
import { followMerges } from '#corpus/upkeep/followMerges.ts';
import { retire } from '#corpus/upkeep/retention.ts';
import { ingest } from '#corpus/works/ingest.ts';
import { withdraw } from '#corpus/works/withdraw.ts';
import { notifyCorrections } from '#digests/run/corrections.ts';
import { openDatabase } from '#platform/db/open.ts';
import { deliveredPapers, emailDigests, papers } from '#platform/db/schema.ts';
import { openBoss } from '#platform/queue/pgBoss.ts';
import { publishCorpus } from '#platform/replication/publish.ts';
import { shardsOf } from '#platform/replication/state.ts';
import { forget, subscribe, unsubscribe } from '#platform/replication/subscribe.ts';
import { readConfig } from '#platform/runtime/config.ts';
import { openLog } from '#platform/runtime/log.ts';
import { backUp, restore } from '#platform/transfer/transfer.ts';
import { type PostgresServer, startPostgres } from '#test/chaos/setup/postgres.ts';
import { someTerm, sourceRecord } from '#test/corpus.ts';
import { createDatabase } from '#test/createDatabase.ts';
import { eventually } from '#test/world.ts';

const log = openLog('silent');
const now = () => new Date('2026-08-20T09:00:00Z');
const print = () => undefined;
const hoursAgo = (hours: number) => new Date(now().getTime() - hours * 3_600_000);
let beats = now().getTime();

const doi = (value: string) => ({ kind: 'doi', value }) as const;
const preprint = sourceRecord({
  ...{ source: 'biorxiv', sourceId: '10.1101/1', doi: '10.1101/1' },
  identifiers: [doi('10.1101/1')],
});
const article = sourceRecord({
  ...{ source: 'pubmed', sourceId: '101', doi: '10.5555/101', title: 'Of moss and of those who tread on it' },
  identifiers: [{ kind: 'pmid', value: '101' }, doi('10.5555/101')],
});

describe('npm run shards', () => {
  it('refuses the embedded database in one line', () => {
    const { stderr, status } = spawnSync(
      process.execPath,
      ['--import', 'tsx', 'src/server/app/commands/shards.ts', 'publish'],
      { encoding: 'utf8', env: { ...process.env, DATABASE_URL: '' } },
    );
    expect(status).toBe(1);
    expect(stderr).toBe(
      'DATABASE_URL must be set: the embedded database cannot be replicated. npm run move brings it to a server.\n',
    );
  });
});

describe.runIf(process.env.DATABASE_URL)('shard', () => {
  let postgres: PostgresServer;
  let corpus: Awaited<ReturnType<typeof open>>;
  let shard: Awaited<ReturnType<typeof open>>;
  beforeAll(async () => {
    postgres = (await startPostgres({ isReplicated: true }))!;
    corpus = await open((await createDatabase(postgres.url)).url);
    shard = await open((await createDatabase(postgres.url)).url);
  }, 60_000);
  afterAll(async () => {
    await Promise.all([corpus.close(), shard.close()]);
    await postgres.stop();
  });

  const open = async (url: string) => ({ url, log, now, ...(await openDatabase({ url, folder: null })) });
  const subscribed = async ({ replace = false } = {}) => {
    await shard.close();
    await subscribe(shard.url, { corpusUrl: corpus.url, name: 'one', replace, print }).finally(async () => {
      shard = await open(shard.url);
    });
  };
  const titles = async ({ db }: typeof shard) =>
    (await db.select().from(papers).orderBy(papers.id)).map(({ title }) => title);
  const ledgerOf = ({ db }: typeof shard) =>
    db.select().from(deliveredPapers).orderBy(deliveredPapers.paperId);
  /** Waits until the shard has everything that the corpus has now. */
  const arrived = async () => {
    const at = new Date(beats++);
    await recordHeartbeat({ ...corpus, now: () => at });
    await eventually(
      async () => (await corpusArrivedUntil(shard)).getTime() === at.getTime(),
      'the replication of a heartbeat',
    );
  };

  it('receives everything in the corpus, and later additions', async () => {
    await ingest(corpus, [preprint]);
    await expect(subscribed()).rejects.toThrow('does not publish its corpus');
    await publishCorpus(corpus.url, print);
    await publishCorpus(corpus.url, print);
    await subscribed();
    expect(await titles(shard)).toEqual([preprint.title]);
    await ingest(corpus, [article]);
    await arrived();
    expect(await titles(shard)).toEqual([preprint.title, article.title]);
    expect(await shardsOf(corpus.db)).toMatchObject([{ name: 'one', isConnected: true }]);
  });

  it('updates its readers’ papers when the corpus merges two works', async () => {
    const [kept, absorbed] = (await shard.db.select().from(papers).orderBy(papers.id)).map(({ id }) => id);
    await shard.db.insert(deliveredPapers).values({ ...(await someTerm(shard)), paperId: absorbed! });
    await ingest(corpus, [{ ...preprint, identifiers: [doi('10.1101/1'), doi('10.5555/101')], version: 2 }]);
    await arrived();
    expect(await followMerges(shard)).toBe(1);
    expect(await followMerges(shard)).toBe(0);
    expect((await shard.db.select().from(deliveredPapers)).map(({ paperId }) => paperId)).toEqual([kept]);
    expect((await shard.db.select().from(papers)).map(({ id }) => id)).toEqual([kept]);
  });

  it('keeps works that the corpus would delete if it had no shard', async () => {
    const other = sourceRecord({
      source: 'arxiv',
      sourceId: '2608.1',
      identifiers: [{ kind: 'arxiv', value: '2608.1' }],
    });
    await ingest(corpus, [other]);
    const later = { ...corpus, now: () => new Date('2028-08-20T09:00:00Z') };
    expect(await retire(later, 400)).toBe(0);
    expect(await withdraw(corpus, 'arxiv', [{ kind: 'arxiv', value: '2608.1' }])).toBe(1);
    await arrived();
    const [there] = await shard.db.select().from(papers).where(eq(papers.source, 'arxiv'));
    expect(there?.state).toBe('withdrawn');
  });

  it('announces events of the corpus once, however late they arrive', async () => {
    const mailed = sourceRecord({
      ...{ source: 'pubmed', sourceId: '202', title: 'A cure for the common moss in fourteen gardens' },
      identifiers: [{ kind: 'pmid', value: '202' }],
    });
    const { ids } = await ingest(corpus, [mailed]);
    await arrived();
    const term = await someTerm(shard, 'late@litwatch.example');
    // Mailed an hour after the retraction, which has not reached the shard yet.
    await shard.db
      .update(emailDigests)
      .set({ status: 'sent', periodEnd: hoursAgo(2) })
      .where(eq(emailDigests.id, term.digestId));
    await shard.db.insert(deliveredPapers).values({ ...term, paperId: ids[0]!, deliveredAt: hoursAgo(0) });
    await ingest({ ...corpus, now: () => hoursAgo(1) }, [{ ...mailed, state: 'retracted' }]);
    await arrived();
    const boss = await openBoss(shard, { databaseUrl: shard.url, worker: false, log });
    const config = readConfig({ HARVEST: 'elsewhere', DATABASE_URL: shard.url });
    const app = { ...shard, ...boss, config, secret: 'x'.repeat(32) } as unknown as App;
    try {
      expect(await notifyCorrections(app)).toBe(1);
      expect(await notifyCorrections(app)).toBe(0);
    } finally {
      await boss.stop();
    }
    const told = await shard.db.select().from(emailDigests).where(eq(emailDigests.digestType, 'correction'));
    expect(told.map(({ subject }) => subject)).toEqual([`Retracted: ${mailed.title}`]);
  });

  it('starts only if the setting names the source of its corpus', async () => {
    const start = (harvest: string, url: string) =>
      startLitwatch(
        readConfig({ HARVEST: harvest, DATABASE_URL: url, PORT: '0', LOG_LEVEL: 'silent' }),
        { web: false, worker: false },
        { now },
      );
    await expect(start('here', shard.url)).rejects.toThrow('HARVEST must be elsewhere');
    await expect(start('elsewhere', corpus.url)).rejects.toThrow('nothing brings this database its papers');
    await (await start('elsewhere', shard.url)).stop();
  });

  it('is complete again after a restore, with the readers of its backup', async () => {
    const ledger = await ledgerOf(shard);
    const folder = mkdtempSync(path.join(tmpdir(), 'litwatch-shard-'));
    const file = path.join(folder, 'shard.backup');
    const setting = { place: { url: shard.url }, dataDir: folder };
    await backUp(setting, { file, version: '0', madeAt: now(), overwrite: false, print });
    const late = sourceRecord({
      source: 'medrxiv',
      sourceId: '10.1101/9',
      title: 'Late news of the moss that was lost',
    });
    await ingest(corpus, [late]);
    await arrived();
    // The shard's machine is lost, and a new one gets its backup.
    for (const statement of ['disable', 'set (slot_name = none)'])
      await shard.db.execute(sql.raw(`alter subscription litwatch_corpus ${statement}`));
    await shard.db.execute(sql`drop subscription litwatch_corpus`);
    await shard.close();
    const { url } = await createDatabase(postgres.url);
    shard = { ...shard, url };
    await restore({ place: { url }, dataDir: folder }, { file, overwrite: false, print });
    shard = await open(shard.url);
    expect(await titles(shard)).not.toContain(late.title);
    await expect(subscribed()).rejects.toThrow('There is a shard named one already');
    await subscribed({ replace: true });
    expect(await titles(shard)).toContain(late.title);
    expect(await ledgerOf(shard)).toEqual(ledger);
    await ingest(corpus, [{ ...late, title: 'Late news of the moss that was found', version: 2 }]);
    await arrived();
    expect(await titles(shard)).toContain('Late news of the moss that was found');
    rmSync(folder, { recursive: true });
  });

  it('becomes an independent server', async () => {
    await shard.close();
    await unsubscribe(shard.url, print);
    shard = await open(shard.url);
    await forget(corpus.url, 'one', print);
    expect(await shardsOf(corpus.db)).toEqual([]);
    await ingest(shard, [
      sourceRecord({
        source: 'medrxiv',
        sourceId: '10.1101/77',
        title: 'A shard grows up and reads by itself',
      }),
    ]);
    expect((await titles(shard)).at(-1)).toBe('A shard grows up and reads by itself');
  });
});
