import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { sql } from 'drizzle-orm';
import { publishCorpus } from '#platform/replication/publish.ts';
import { subscribe } from '#platform/replication/subscribe.ts';
import { backUp, restore } from '#platform/transfer/transfer.ts';
import { startSmtp } from '#stand-ins/smtp/server.ts';
import { sampleLibrary, startSources } from '#stand-ins/sources/server.ts';
import { freePort, startPostgres } from '#test/chaos/setup/postgres.ts';
import { temporaryFolder } from '../data/folders.ts';
import { enlistAll, lostShard, ofSignUps, oneAddress } from './oneAddress.ts';
import {
  addFollowers,
  correctedReaders,
  type ShardServer,
  settle,
  startServerOn,
  stepTo,
} from './servers.ts';

const print = () => undefined;
/** Papers that the sources list only after the first morning. */
const laterPapers = ['pubmed', 'arxiv'].flatMap((source) =>
  readFileSync(path.join(sampleLibrary[0]!, `${source}.jsonl`), 'utf8')
    .trim()
    .split('\n')
    .flatMap((line, at) => (at % 3 === 0 ? [`${source}:${JSON.parse(line).id}`] : [])),
);
const hour = 3_600_000;
const beginning = Date.parse('2026-03-02T07:00:00Z');
/** Six hours and a minute: a source is due again after six. */
const step = 6 * hour + 60_000;

/**
 * Simulates a week of a server that harvests and two shards, each on its own PostgreSQL server. Checks that every digest is sent
 * once, that the sources get no more calls than from one server, that one shard can be lost and restored while the other goes on,
 * and that both tell readers of a retraction. `shards --readers 20000` is the full size. Exits with 1 if a check fails.
 */
export default async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { readers: { type: 'string', default: '200' } } });
  const clock = { at: beginning };
  const now = () => new Date(clock.at);
  const alone = await callsOfOneServer(clock);
  if (alone === null) return console.log('shards: skipped, PostgreSQL is not installed.');
  clock.at = beginning;
  const postgres = await Promise.all([1, 2, 3, 4].map(() => startPostgres({ isReplicated: true })));
  const [home, first, second, spare] = postgres.map((one) => one!.url) as [string, string, string, string];
  const folder = temporaryFolder();
  const [sources, smtp] = await Promise.all([startSources({ now, days: 3 }), startSmtp()]);
  const address = { ports: { one: await freePort(), two: await freePort() }, directoryUrl: home };
  const place = { folder, now, smtpUrl: smtp.url, sources: sources.environment, address };
  const servers: ShardServer[] = [];
  const open = async (url: string, harvest: 'here' | 'elsewhere', shard?: string) => {
    const server = await startServerOn({ url, harvest, ...(shard && { shard }) }, place);
    servers.push(server);
    return server;
  };
  const readers = Number(values.readers);
  try {
    sources.withhold(laterPapers);
    const corpus = await open(home, 'here');
    await publishCorpus(home, print);
    const join = async (url: string, name: string, replace = false) => {
      await subscribe(url, { corpusUrl: home, name, replace, print });
      return open(url, 'elsewhere', name);
    };
    const one = await join(first, 'one');
    let two = await join(second, 'two');
    await stepTo(clock, corpus, [one, two], clock.at);
    const startedAt = performance.now();
    await Promise.all([one, two].map((shard, at) => addFollowers(shard, Math.ceil(readers / 2), at)));
    await Promise.all([one, two].map(settle));
    const delivered = smtp.mails.length;
    report('readers on two shards', `${readers.toLocaleString('en')}`);
    report(
      'digests of the first morning',
      `${delivered.toLocaleString('en')} mails, ${smtp.distinct.toLocaleString('en')} ids`,
    );
    hold('readers of both shards have digests', (await digestsOf(one)) > 0 && (await digestsOf(two)) > 0);

    await enlistAll([one, two]);
    const behind = await oneAddress([one, two], smtp, { report, hold });

    const retracted = await mailedByBoth(one, two);
    sources.change(retracted.sourceId, { retracted: true });
    sources.release(laterPapers);
    for (let at = 0; at < 8; at++) await stepTo(clock, corpus, [one, two], clock.at + step);
    await Promise.all([one, two].map(settle));
    for (const [name, shard] of [
      ['one', one],
      ['two', two],
    ] as const) {
      const { had, told } = await correctedReaders(shard, retracted.paperId);
      report(`readers of shard ${name} who were sent the retracted paper, and told`, `${had}, ${told}`);
      hold(`shard ${name} tells each of them once`, had > 0 && had === told);
    }

    const file = path.join(folder, 'two.backup');
    await backUp(
      { place: { url: second }, dataDir: folder },
      { file, version: '0', madeAt: now(), overwrite: true, print },
    );
    await two.stop();
    await postgres[2]!.kill();
    const before = await digestsOf(one);
    await stepTo(clock, corpus, [one], clock.at + step);
    await lostShard(one, behind, hold);
    hold(
      'the other shard goes on without it',
      (await one.arrivedUntil()).getTime() >= clock.at - hour && (await digestsOf(one)) === before,
    );
    await restore({ place: { url: spare }, dataDir: folder }, { file, overwrite: false, print });
    two = await join(spare, 'two', true);
    const monday = beginning + 7 * 24 * hour;
    while (clock.at + step < monday) await stepTo(clock, corpus, [one, two], clock.at + step);
    await stepTo(clock, corpus, [one, two], monday + 60_000);
    await Promise.all([one, two].map(settle));

    const others = ofSignUps(smtp);
    report(
      'digests and notices of the week',
      `${(smtp.mails.length - others).toLocaleString('en')} mails, ${(smtp.distinct - others).toLocaleString('en')} ids`,
    );
    report('  minutes that took', ((performance.now() - startedAt) / 60_000).toFixed(1));
    const sent = (await one.count('sent')) + (await two.count('sent'));
    hold(
      'every digest is mailed once',
      smtp.mails.length === smtp.distinct && smtp.distinct - others === sent,
    );
    hold('none is left', (await one.count('pending')) + (await two.count('pending')) === 0);
    const told = await Promise.all([one, two].map((shard) => correctedReaders(shard, retracted.paperId)));
    hold(
      'a restored shard tells nobody again',
      told.every(({ had, told }) => had === told),
    );
    const calls = sumOf(sources.calls.counts);
    report('calls to the sources, and of one server alone', `${calls}, ${alone}`);
    hold('the sources are asked as often as by one server', calls === alone);
  } finally {
    await Promise.allSettled(servers.map((server) => server.stop()));
    await Promise.all([sources.close(), smtp.close()]);
    await Promise.allSettled(postgres.map((one) => one?.stop()));
    await rm(folder, { recursive: true, force: true });
  }
}

/** The calls of one server in the same week, without readers and shards; null without PostgreSQL. */
async function callsOfOneServer(clock: { at: number }): Promise<number | null> {
  const postgres = await startPostgres();
  if (!postgres) return null;
  const folder = temporaryFolder();
  const now = () => new Date(clock.at);
  const sources = await startSources({ now, days: 3 });
  sources.withhold(laterPapers);
  const place = { folder, now, smtpUrl: 'smtp://127.0.0.1:9', sources: sources.environment };
  const server = await startServerOn({ url: postgres.url, harvest: 'here' }, place);
  try {
    await stepTo(clock, server, [], clock.at);
    sources.release(laterPapers);
    const monday = beginning + 7 * 24 * hour;
    while (clock.at + step < monday) await stepTo(clock, server, [], clock.at + step);
    await stepTo(clock, server, [], monday + 60_000);
    return sumOf(sources.calls.counts);
  } finally {
    await server.stop();
    await Promise.all([sources.close(), postgres.stop()]);
    await rm(folder, { recursive: true, force: true });
  }
}

const sumOf = (counts: Record<string, number>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

const report = (what: string, figure: string): void =>
  console.log(`${what.padEnd(72)}${figure.padStart(20)}`);

function hold(promise: string, isKept: boolean): void {
  console.log(`${isKept ? 'kept  ' : 'BROKEN'} ${promise}`);
  if (!isKept) process.exitCode = 1;
}

const digestsOf = (shard: ShardServer): Promise<number> => shard.count('sent');

/** A PubMed paper that was sent to readers of both shards. */
async function mailedByBoth(
  one: ShardServer,
  two: ShardServer,
): Promise<{ paperId: number; sourceId: string }> {
  const mailed = async ({ db }: ShardServer) => {
    const { rows } = await db.execute<{ id: string; source_id: string }>(sql`
      select p.id, p.source_id from papers p where p.source = 'pubmed'
        and exists (select from delivered_papers d where d.paper_id = p.id) order by p.id`);
    return rows;
  };
  const others = new Set((await mailed(two)).map(({ id }) => id));
  const both = (await mailed(one)).find(({ id }) => others.has(id));
  if (!both) throw new Error('No paper of PubMed was mailed on both shards.');
  return { paperId: Number(both.id), sourceId: both.source_id };
}
