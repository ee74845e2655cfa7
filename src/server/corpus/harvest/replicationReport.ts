import type { Db } from '#platform/db/open.ts';
import { shardsOf, subscriptionOf } from '#platform/replication/state.ts';
import { missingTables } from '#platform/replication/subscribe.ts';
import { minuteMs } from '#shared/values/time.ts';
import { corpusArrivedUntil } from './elsewhere.ts';

export interface ReplicationReport {
  state: 'ok' | 'warning';
  /** One sentence for the operator. */
  sentence: string;
}

/** A tick writes a heartbeat every twenty seconds. */
const lagToWarnMs = 10 * minuteMs;
/** Maximum data that a server keeps on disk for a shard that does not fetch it. */
const keptBytesToWarn = 2 ** 30;

/** Reports how far replication to this server is, or how far this server's shards are. */
export async function replicationReport({
  db,
  now,
  config: { harvestsHere },
}: {
  db: Db;
  now: () => Date;
  config: { harvestsHere: boolean };
}): Promise<ReplicationReport> {
  return harvestsHere ? asPublisher(db) : asShard(db, now());
}

async function asPublisher(db: Db): Promise<ReplicationReport> {
  const shards = await shardsOf(db);
  const behind = shards.filter(({ keptBytes, isConnected }) => !isConnected || keptBytes > keptBytesToWarn);
  if (!shards.length) return ok('Harvested here.');
  if (!behind.length)
    return ok(
      `Harvested here; ${shards.length} ${shards.length === 1 ? 'shard fetches' : 'shards fetch'} it.`,
    );
  const sentences = behind.map(
    ({ name, isConnected, keptBytes }) =>
      `${name} ${isConnected ? 'is behind' : 'is not connected'}: ${Math.round(keptBytes / 2 ** 20).toLocaleString('en')} MB are kept for it.`,
  );
  return warning(sentences.join(' '));
}

async function asShard(db: Db, now: Date): Promise<ReplicationReport> {
  const state = await subscriptionOf(db);
  if (!state) return warning('Nothing brings papers here: there is no subscription.');
  if (!state.isEnabled) return warning('The subscription is disabled: no papers arrive.');
  const missing = await missingTables(db);
  if (missing.length)
    return warning(
      `${missing.join(', ')} do not arrive: run npm run shards -- publish there and -- subscribe here again.`,
    );
  const until = await corpusArrivedUntil({ db });
  const seconds = Math.round((now.getTime() - until.getTime()) / 1000);
  const sentence = until.getTime()
    ? `Papers are here as of ${seconds.toLocaleString('en')} s ago.`
    : 'The server that harvests has not written yet.';
  if (!state.isRunning)
    return warning(`${sentence} PostgreSQL is not connected to the server that harvests.`);
  return seconds * 1000 > lagToWarnMs ? warning(sentence) : ok(sentence);
}

const ok = (sentence: string): ReplicationReport => ({ state: 'ok', sentence });
const warning = (sentence: string): ReplicationReport => ({ state: 'warning', sentence });
