import { Hono } from 'hono';
import type { App } from '#kit/feature.ts';
import { isOutage } from '#platform/db/outage.ts';
import { closeWhen, type Listening, listen } from '#platform/http/listen.ts';
import { type Config, ConfigError } from '#platform/runtime/config.ts';
import { openLog } from '#platform/runtime/log.ts';
import { printSetupCode, warnAboutSettings, warnAboutSources } from './check.ts';
import { healthRoutes, openHealth } from './health.ts';
import { type Metrics, openMetrics, operatorCheck } from './metrics.ts';
import { openRouter } from './routes.ts';
import { openServices, type Services } from './services.ts';

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
  { now = () => new Date(), setup = false, rotatesSecret = false, ...overrides }: Overrides = {},
): Promise<Litwatch> {
  if (!config.databaseUrl && !(web && worker))
    throw new ConfigError(
      'DATABASE_URL must be set to run --web and --worker apart: the embedded database belongs to one process.',
    );
  const log = openLog(config.logLevel, isOutage);
  warnAboutSettings(config, log);
  const metrics = openMetrics();
  const services = await openServices(config, { ...overrides, log, now, metrics, worker, rotatesSecret });
  const { app, boss } = services;
  // A process that only serves pages does not load the code of jobs.
  if (worker) await (await import('./jobs.ts')).startJobs(app, boss);
  let isStopping = false;
  const server = await openSurface(services, metrics, { web, worker, isStopping: () => isStopping });
  if (worker) void warnAboutSources(app);
  if (web && (config.production || setup)) await printSetupCode(app);

  return {
    app,
    url: web ? config.baseUrl : null,
    port: server?.port ?? null,
    async stop({ drainMs = 0 } = {}) {
      isStopping = true;
      await Promise.all([boss.quiesce(), server?.close({ drainMs })]);
      await services.close();
    },
  };
}

/** Serves readers, or only a monitor at METRICS_PORT where a process just works; null if it listens to nobody. */
async function openSurface(
  { app, boss, database }: Services,
  { routes, timed }: Metrics,
  { web, worker, isStopping }: { web: boolean; worker: boolean; isStopping: () => boolean },
): Promise<Listening | null> {
  const { config } = app;
  const checks = openHealth(app, database, { boss, isWorker: worker, isStopping });
  const health = healthRoutes(checks, operatorCheck(config));
  const metrics = routes(app, boss, checks);
  if (!web) {
    if (config.metricsPort === null) return null;
    const router = new Hono().route('/', health).route('/metrics', metrics);
    return listen(router, { host: config.host, port: config.metricsPort }, 'METRICS_PORT');
  }
  const router = openRouter(app, { health, pages: { '/metrics': metrics } });
  const server = await listen(new Hono().use(timed).use(closeWhen(isStopping)).route('/', router), config);
  // Port 0 asks the system for a free port, which links for readers must have.
  if (config.port === 0) config.baseUrl = config.baseUrl.replace(/:0$/, `:${server.port}`);
  return server;
}
