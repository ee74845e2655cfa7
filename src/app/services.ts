import path from 'node:path';
import { openModels } from '#ai/open.ts';
import { openPayments } from '#billing/paymentProvider.ts';
import type { App } from '#kit/feature.ts';
import { openMailer } from '#mail/transport/open.ts';
import { type Database, openDatabase } from '#platform/db/open.ts';
import { type Boss, openBoss } from '#platform/queue/pgBoss.ts';
import type { Config } from '#platform/runtime/config.ts';
import { requireSameSecret, secretOf } from '#platform/secret.ts';
import { offerSnapshots } from '#platform/transfer/snapshot.ts';
import { openLiveIndex } from '#search/liveIndex.ts';
import { openSources } from '#sources/registry.ts';
import { readDatabaseTime } from './clock.ts';
import { features } from './features.ts';
import type { Metrics } from './metrics.ts';
import { allQueues } from './queues.ts';

/** What `openServices` opens. */
export type Services = { app: App; database: Database; boss: Boss; close(): Promise<void> };

interface Opening {
  log: App['log'];
  now: App['now'];
  metrics: Metrics;
  worker: boolean;
  databaseTime?: App['databaseTime'];
  image?: Blob;
  rotatesSecret: boolean;
}

/**
 * Opens the database, then what stands on it.
 * @throws ConfigError with one line for the operator
 */
export async function openServices(config: Config, opening: Opening): Promise<Services> {
  const { log, now, metrics, worker, databaseTime, image } = opening;
  const database = await openDatabase({
    url: config.databaseUrl,
    folder: image ? null : path.join(config.dataDir, 'database'),
    connections: config.databaseConnections - queueConnections(config),
    image,
    log,
  });
  const { db } = database;
  const secret = secretOf(config);
  await requireSameSecret({ db, now, secret, config }, opening.rotatesSecret).catch(async (error) => {
    await database.close();
    throw error;
  });
  const closeSnapshots =
    database.pglite && !image ? await offerSnapshots(database.pglite, config.dataDir, log) : null;
  const boss = await openBoss(database, {
    queues: allQueues,
    databaseUrl: config.databaseUrl,
    isPooled: config.isPooled,
    connections: queueConnections(config),
    worker,
    log,
  });
  const app: App = {
    ...{ features, config, db, log, now, secret },
    databaseTime: databaseTime ?? (() => readDatabaseTime(db)),
    ...{ send: boss.send, sendAll: boss.sendAll, depth: boss.depth },
    mailer: metrics.counted(openMailer(config, { db, log, now })),
    sources: openSources(config.sources, { log, contactUrl: config.baseUrl, now }),
    index: openLiveIndex({
      ...{ db, now, log, threads: config.rankingThreads },
      vectorModel: config.embeddings?.model ?? null,
    }),
    models: await openModels(config, { db, log, now }),
    payments: await openPayments(config),
  };
  if (database.pglite) for (const { release } of app.features) await release?.(app);
  return {
    ...{ app, database, boss },
    async close() {
      await boss.stop();
      await closeSnapshots?.();
      await app.index.close();
      await app.mailer.close();
      await database.close();
    },
  };
}

const queueConnections = ({ databaseConnections }: Config): number => Math.floor(databaseConnections / 4);
