import path from 'node:path';
import { Hono } from 'hono';
import { openModels } from '#ai/open.ts';
import { openPayments } from '#billing/paymentProvider.ts';
import { releaseDeliveries } from '#channels/delivery/deliver.ts';
import { releaseHarvests } from '#corpus/harvest/lease.ts';
import { releaseLeases } from '#digests/run/planDue.ts';
import { features } from '#features/index.ts';
import { mailboxRoutes } from '#mail/mailbox.tsx';
import { openMailer } from '#mail/transport/open.ts';
import { openDatabase } from '#platform/db/open.ts';
import { isOutage } from '#platform/db/outage.ts';
import { closeWhen, type Listening, listen } from '#platform/http/listen.ts';
import { openBoss } from '#platform/queue/pgBoss.ts';
import { type Config, ConfigError } from '#platform/runtime/config.ts';
import { openLog } from '#platform/runtime/log.ts';
import { requireSameSecret, secretOf } from '#platform/secret.ts';
import { offerSnapshots } from '#platform/transfer/snapshot.ts';
import { openLiveIndex } from '#search/liveIndex.ts';
import { openSources } from '#sources/registry.ts';
import type { App } from './app.ts';
import {
  printSetupCode,
  warnAboutMail,
  warnAboutPlaceholders,
  warnAboutProxies,
  warnAboutSources,
} from './check.ts';
import { readDatabaseTime } from './clock.ts';
import { healthRoutes, openHealth } from './health.ts';
import { type Metrics, openMetrics, operatorCheck } from './metrics.ts';
import { allQueues } from './queues.ts';
import { openRouter } from './routes.ts';

export interface Litwatch {
  app: App;
  /** Its address for readers; null for a worker-only process. */
  url: string | null;
  /** The port it listens on; null for a worker-only process. */
  port: number | null;
  /**
   * Takes no new jobs, finishes or releases the running ones, and closes everything. For `drainMs` it still serves calls
   * but is not ready, so that a load balancer sends new calls elsewhere.
   */
  stop(options?: { drainMs?: number }): Promise<void>;
}

/** Options of tests and the command line that are no settings. */
export interface Overrides {
  /** A test that sets the clock of the process says here what the database's clock shows. */
  now?: () => Date;
  databaseTime?: () => Promise<Date>;
  image?: Blob;
  /** Offers the setup page outside production too, as long as there is no account. */
  setup?: boolean;
  /** Takes this process's secret for the database's from now on. */
  rotatesSecret?: boolean;
}

/**
 * Opens everything in the order in which it is needed: database, queues, workers, HTTP server.
 * @throws ConfigError with one line for the operator
 */
export async function startLitwatch(
  config: Config,
  { web, worker }: { web: boolean; worker: boolean },
  { now = () => new Date(), databaseTime, image, setup = false, rotatesSecret = false }: Overrides = {},
): Promise<Litwatch> {
  if (!config.databaseUrl && !(web && worker))
    throw new ConfigError(
      'DATABASE_URL must be set to run --web and --worker apart: the embedded database belongs to one process.',
    );
  const log = openLog(config.logLevel, isOutage);
  warnAboutPlaceholders(config, log);
  warnAboutProxies(config, log);
  warnAboutMail(config, log);
  const database = await openDatabase({
    url: config.databaseUrl,
    folder: image ? null : path.join(config.dataDir, 'database'),
    connections: config.databaseConnections - queueConnections(config),
    image,
    log,
  });
  const secret = secretOf(config);
  await requireSameSecret({ db: database.db, now, secret, config }, rotatesSecret).catch(async (error) => {
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
  const metrics = openMetrics();
  const mailer = metrics.counted(openMailer(config, { db: database.db, log, now }));
  const app: App = {
    features,
    ...(await openServices(config, { db: database.db, log, now, secret })),
    databaseTime: databaseTime ?? (() => readDatabaseTime(database.db)),
    send: boss.send,
    sendAll: boss.sendAll,
    mailer,
  };
  if (database.pglite) {
    await releaseLeases(app);
    await releaseHarvests(app);
    await releaseDeliveries(app);
    for (const { release } of app.features) await release?.(app);
  }
  // A process that only serves pages does not load the code of jobs.
  if (worker) await (await import('./jobs.ts')).startJobs(app, boss);
  let isStopping = false;
  const health = openHealth(app, database, {
    boss,
    isWorker: worker,
    isStopping: () => isStopping,
  });
  const surface: Surface = {
    health: healthRoutes(health, operatorCheck(config)),
    metrics: metrics.routes(app, boss, health),
    timed: metrics.timed,
    isStopping: () => isStopping,
  };
  const server = web ? await openWeb(app, surface) : await openWorkerHealth(app, surface);
  if (worker) void warnAboutSources(app);
  if (web && (config.production || setup)) await printSetupCode(app);

  return {
    app,
    url: web ? config.baseUrl : null,
    port: server?.port ?? null,
    async stop({ drainMs = 0 } = {}) {
      isStopping = true;
      await Promise.all([boss.quiesce(), server?.close({ drainMs })]);
      await boss.stop();
      await closeSnapshots?.();
      await app.index.close();
      await mailer.close();
      await database.close();
    },
  };
}

/** What is opened on the database alone. */
const openServices = async (
  config: Config,
  { db, log, now, secret }: Pick<App, 'db' | 'log' | 'now' | 'secret'>,
) => ({
  ...{ config, db, log, now, secret },
  sources: openSources(config.sources, { log, contactUrl: config.baseUrl, now }),
  index: openLiveIndex({
    ...{ db, now, log, threads: config.rankingThreads },
    vectorModel: config.embeddings?.model ?? null,
    dictionary: config.topicDictionary,
  }),
  models: await openModels(config, { db, log, now }),
  payments: await openPayments(config),
});

const queueConnections = ({ databaseConnections }: Config): number => Math.floor(databaseConnections / 4);

/** Routes of a listening process besides the product's own. */
interface Surface {
  health: Hono;
  metrics: Hono;
  timed: Metrics['timed'];
  isStopping: () => boolean;
}

async function openWeb(app: App, { health, metrics, timed, isStopping }: Surface): Promise<Listening> {
  const { config } = app;
  const router = openRouter(app, {
    health,
    pages: {
      '/metrics': metrics,
      // The mails that would have been sent. Only in development, and only if none is really sent.
      ...(config.production || config.mail.smtpUrl ? {} : { '/mailbox': mailboxRoutes(app) }),
    },
  });
  const server = await listen(new Hono().use(timed).use(closeWhen(isStopping)).route('/', router), config);
  // Port 0 asks the system for a free port, which links for readers must have.
  if (config.port === 0) config.baseUrl = config.baseUrl.replace(/:0$/, `:${server.port}`);
  return server;
}

/** A worker-only process serves health checks and metrics on METRICS_PORT. */
async function openWorkerHealth({ config }: App, { health, metrics }: Surface): Promise<Listening | null> {
  if (config.metricsPort === null) return null;
  const router = new Hono().route('/', health).route('/metrics', metrics);
  return listen(router, { host: config.host, port: config.metricsPort }, 'METRICS_PORT');
}
