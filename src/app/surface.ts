import { Hono } from 'hono';
import type { App } from '#kit/feature.ts';
import { closeWhen, type Listening, listen } from '#platform/http/listen.ts';
import { healthRoutes, openHealth } from './health.ts';
import { type Metrics, operatorCheck } from './metrics.ts';
import { openRouter } from './routes.ts';
import type { Services } from './services.ts';

/** Serves readers, or only a monitor where a process just works; null if it listens to nobody. */
export function openSurface(
  { app, boss, database }: Services,
  metrics: Metrics,
  { web, worker, isStopping }: { web: boolean; worker: boolean; isStopping: () => boolean },
): Promise<Listening | null> {
  const health = openHealth(app, database, { boss, isWorker: worker, isStopping });
  const surface: Surface = {
    health: healthRoutes(health, operatorCheck(app.config)),
    metrics: metrics.routes(app, boss, health),
    timed: metrics.timed,
    isStopping,
  };
  return web ? openWeb(app, surface) : openWorkerHealth(app, surface);
}

/** Routes of a listening process besides the product's own. */
type Surface = { health: Hono; metrics: Hono; timed: Metrics['timed']; isStopping: () => boolean };

async function openWeb(app: App, { health, metrics, timed, isStopping }: Surface): Promise<Listening> {
  const { config } = app;
  const router = openRouter(app, { health, pages: { '/metrics': metrics } });
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
