import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Hono } from 'hono';
import { openModels } from '#ai/open.ts';
import { openPayments } from '#billing/paymentProvider.ts';
import { releaseHarvests } from '#corpus/harvest/lease.ts';
import { releaseLeases } from '#digests/run/planDue.ts';
import { mailboxRoutes } from '#mail/mailbox/routes.tsx';
import { openMailer } from '#mail/transport/open.ts';
import { openDatabase } from '#platform/db/open.ts';
import { type Listening, listen } from '#platform/http/listen.ts';
import { openBoss } from '#platform/queue/pgBoss.ts';
import { type Config, ConfigError, examplesLeft } from '#platform/runtime/config.ts';
import { type Log, openLog } from '#platform/runtime/log.ts';
import { openLiveIndex } from '#search/live/liveIndex.ts';
import { sourceLabels } from '#shared/papers/sources.ts';
import { openSources, unreachableSources } from '#sources/registry.ts';
import type { App } from './app.ts';
import { startJobs } from './jobs.ts';
import { type Metrics, openMetrics } from './metrics.ts';
import { healthRoutes, openRouter } from './routes.ts';

export interface Litwatch {
  app: App;
  /** Where people reach it; null for a process that only works. */
  url: string | null;
  /** The port it listens on; null for a process that only works. */
  port: number | null;
  /** Takes no new calls, lets jobs in hand finish or hands them back, closes everything. */
  stop(): Promise<void>;
}

/** Overrides for tests. */
export interface Overrides {
  now?: () => Date;
  image?: Blob;
}

/** Opens everything in the order it is needed: database, queues, workers, and last the door. */
export async function startLitwatch(
  config: Config,
  { web, worker }: { web: boolean; worker: boolean },
  { now = () => new Date(), image }: Overrides = {},
): Promise<Litwatch> {
  if (!config.databaseUrl && !(web && worker))
    throw new ConfigError(
      'DATABASE_URL must be set to run --web and --worker apart: the embedded database belongs to one process.',
    );
  const log = openLog(config.logLevel);
  warnAboutPlaceholders(config, log);
  const database = await openDatabase({
    url: config.databaseUrl,
    folder: image ? null : path.join(config.dataDir, 'database'),
    connections: config.databaseConnections - queueConnections(config),
    image,
    log,
  });
  const boss = await openBoss(database, {
    databaseUrl: config.databaseUrl,
    connections: queueConnections(config),
    worker,
    log,
  });
  const metrics = openMetrics();
  const mailer = metrics.counted(openMailer(config, { log, now }));
  const app: App = {
    config,
    db: database.db,
    log,
    now,
    send: boss.send,
    sendAll: boss.sendAll,
    mailer,
    sources: openSources(config.sources, { log, contactUrl: config.baseUrl, now }),
    index: openLiveIndex({
      ...{ db: database.db, now, log, threads: config.rankingThreads },
      vectorModel: config.embeddings?.model ?? null,
    }),
    models: openModels(config, { db: database.db, log, now }),
    payments: openPayments(config),
    secret: config.sessionSecret ?? loadOrCreateSecret(config.dataDir),
  };
  if (database.pglite) {
    await releaseLeases(app);
    await releaseHarvests(app);
  }
  if (worker) await startJobs(app, boss);
  let stopping = false;
  const health: Health = {
    ready: async () => !stopping && (await database.schemaState()) !== 'behind' && (await boss.ready()),
    metrics: metrics.routes(app, boss),
  };
  const server = web ? await open(app, health, metrics) : await openHealth(app, health);
  if (worker) void warnAboutUnreachableSources(app);

  return {
    app,
    url: web ? config.baseUrl : null,
    port: server?.port ?? null,
    async stop() {
      stopping = true;
      await server?.close();
      await boss.stop();
      await app.index.close();
      await mailer.close();
      await database.close();
    },
  };
}

const queueConnections = ({ databaseConnections }: Config): number => Math.floor(databaseConnections / 4);

interface Health {
  ready: () => Promise<boolean>;
  metrics: Hono;
}

async function open(app: App, { ready, metrics }: Health, { timed }: Metrics): Promise<Listening> {
  const { config } = app;
  const door = openRouter(app, {
    ready,
    pages: {
      '/metrics': metrics,
      // The mails this server would have sent: only while developing, and only when none really leaves.
      ...(config.production || config.mail.smtpUrl ? {} : { '/mailbox': mailboxRoutes(app) }),
    },
  });
  const server = await listenOrExplain(new Hono().use(timed).route('/', door), config);
  // Port 0 asks the system for a free one: the address readers get has to be that one.
  if (config.port === 0) config.baseUrl = config.baseUrl.replace(/:0$/, `:${server.port}`);
  return server;
}

/** A process that only works may still be asked how it is, where METRICS_PORT says so. */
async function openHealth({ config, log }: App, { ready, metrics }: Health): Promise<Listening | null> {
  if (config.metricsPort === null) return null;
  const door = new Hono().route('/', healthRoutes(log, ready)).route('/metrics', metrics);
  return listenOrExplain(door, { host: config.host, port: config.metricsPort });
}

async function listenOrExplain(door: Hono, at: Pick<Config, 'host' | 'port'>): Promise<Listening> {
  try {
    return await listen(door, at);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE')
      throw new ConfigError(`PORT ${at.port} is taken by another program; set PORT to a free one.`);
    throw error;
  }
}

/**
 * Links in mails must work after a restart, so a generated secret is kept beside the database. Of several
 * processes that start at once one makes it: a link is there whole or not at all.
 */
function loadOrCreateSecret(dataDir: string): string {
  const file = path.join(dataDir, 'secret');
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true });
    const draft = `${file}.${randomUUID()}`;
    writeFileSync(draft, randomBytes(32).toString('base64url'), { mode: 0o600 });
    try {
      linkSync(draft, file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      unlinkSync(draft);
    }
  }
  return readFileSync(file, 'utf8');
}

/** Mail goes out all the same: whose it is shows in every footer, and a mail server may refuse the sender. */
function warnAboutPlaceholders(config: Config, log: Log): void {
  const left = examplesLeft(config);
  if (!left.length) return;
  process.stderr.write(
    `${left.join(', ')} still ${left.length > 1 ? 'hold' : 'holds'} the example: mails and legal pages name nobody real until set.\n`,
  );
  log.warn({ left }, 'settings hold examples');
}

/** One clear line when papers cannot be fetched from here; the product runs on and keeps trying. */
async function warnAboutUnreachableSources({ config, log }: App): Promise<void> {
  const missing = await unreachableSources(config.sources);
  if (!missing.length) return;
  const names = missing.map((source) => sourceLabels[source]).join(', ');
  process.stderr.write(
    `Cannot reach ${names} from here: digests will lack them until they answer. To try Litwatch without them: npm run demo\n`,
  );
  log.warn({ missing }, 'sources cannot be reached');
}
