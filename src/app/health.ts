import { setTimeout as delay } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { type Context, Hono } from 'hono';
import type { App } from '#kit/feature.ts';
import { freeBytes, inMegabytes, leastFreeBytes } from '#platform/db/dataFolder.ts';
import type { Database } from '#platform/db/open.ts';
import { systemState } from '#platform/db/schema.ts';
import { recordMoment } from '#platform/installation.ts';
import type { Boss } from '#platform/queue/pgBoss.ts';
import { errorFields } from '#platform/runtime/log.ts';
import { minuteMs } from '#shared/values/time.ts';
import { checkClock } from './clock.ts';

export const checkNames = ['database', 'disk', 'schema', 'queue', 'clock', 'proxy', 'mail'] as const;
export type CheckName = (typeof checkNames)[number];

export interface Check {
  /** `warning`: the operator should look at it, but calls are served. `wrong`: not ready. */
  state: 'ok' | 'warning' | 'wrong';
  /** One sentence for the operator. */
  detail: string;
}

export type Health = ReturnType<typeof openHealth>;

/** A tick comes every 20 seconds. After this time without one, something is wrong. */
const tickOverdueMs = 3 * minuteMs;
const freeBytesToWarn = 8 * leastFreeBytes;

const checkEveryMs = 2000;
const checkTimeoutMs = 5000;

/**
 * Checks that the process can do its work: the database accepts writes, the disk has room, the schema fits, the queue
 * moves, and the clock is right.
 * @param isWorker whether ticks run in this process; another one only warns when they are overdue
 */
export function openHealth(
  app: App,
  database: Pick<Database, 'pglite' | 'schemaState'>,
  process: { boss: Pick<Boss, 'ready'>; isWorker: boolean; isStopping: () => boolean; startedAt?: number },
) {
  const { boss, isWorker, isStopping, startedAt = performance.now() } = process;
  const look: Record<CheckName, () => Promise<Check>> = {
    database: () => checkWrites(app),
    disk: async () =>
      database.pglite ? checkDisk(app.config.dataDir) : ok('The database server looks after its own.'),
    schema: () => checkSchema(database, boss),
    queue: () => checkQueue(app, isWorker, performance.now() - startedAt),
    clock: () => lookAtClock(app),
    proxy: async () => checkProxy(app.config),
    mail: () => checkMail(app),
  };
  const wrongs = new Set<CheckName>();
  let last: { at: number; checks: Promise<Record<CheckName, Check>> } | null = null;

  async function run(): Promise<Record<CheckName, Check>> {
    const found = await Promise.all(
      checkNames.map(async (name): Promise<[CheckName, Check]> => [name, await inTime(look[name])]),
    );
    for (const [name, { state, detail }] of found) {
      // Once, not every two seconds for as long as somebody asks.
      if (state === 'wrong' && !wrongs.has(name)) app.log.warn({ check: name, detail }, 'not ready');
      if (state === 'wrong') wrongs.add(name);
      else wrongs.delete(name);
    }
    return Object.fromEntries(found) as Record<CheckName, Check>;
  }

  /** The result of each check, at most two seconds old. Never rejects. */
  const checks = () => {
    if (!last || performance.now() - last.at > checkEveryMs) last = { at: performance.now(), checks: run() };
    return last.checks;
  };
  const areRight = async () => Object.values(await checks()).every(({ state }) => state !== 'wrong');
  /** Also false once the process was asked to stop. */
  const isReady = async () => !isStopping() && (await areRight());
  return { checks, isReady };
}

/** The result of a check; one that fails or does not answer in time is wrong. */
async function inTime(check: () => Promise<Check>): Promise<Check> {
  try {
    const late = wrong('No answer within five seconds.');
    return await Promise.race([check(), delay(checkTimeoutMs, late, { ref: false })]);
  } catch (error) {
    const { message, code } = errorFields(error);
    return wrong(code ? `${message} (${code})` : message);
  }
}

const ok = (detail: string): Check => ({ state: 'ok', detail });
const warning = (detail: string): Check => ({ state: 'warning', detail });
const wrong = (detail: string): Check => ({ state: 'wrong', detail });

/** A read-only standby and a full disk still answer reads, so this writes. */
async function checkWrites({ db, now }: Pick<App, 'db' | 'now'>): Promise<Check> {
  await recordMoment(db, 'probe', { at: now() });
  return ok('Accepts writes.');
}

async function checkDisk(folder: string): Promise<Check> {
  const free = freeBytes(folder);
  const sentence = `${inMegabytes(free)} MB free in ${folder}.`;
  return free < leastFreeBytes ? wrong(sentence) : free < freeBytesToWarn ? warning(sentence) : ok(sentence);
}

async function checkSchema(database: Pick<Database, 'schemaState'>, boss: Pick<Boss, 'ready'>) {
  if (!(await boss.ready())) return wrong('Another version has changed the schema of the queue.');
  const state = await database.schemaState();
  if (state === 'behind') return wrong('The database lacks tables that this version needs.');
  // Only a warning, because a rolling upgrade would otherwise stop all old processes at once. They can work with additions.
  if (state === 'ahead')
    return warning('A newer version has migrated the database. Upgrade this process soon.');
  return ok('It fits this version.');
}

async function checkQueue({ db, now }: Pick<App, 'db' | 'now'>, isWorker: boolean, uptimeMs: number) {
  const ago = await sinceLastTick({ db, now });
  const sentence = ago === null ? 'No tick yet.' : `Last tick ${Math.round(ago / 1000)} s ago.`;
  if (ago !== null && ago < tickOverdueMs) return ok(sentence);
  if (isWorker && uptimeMs < tickOverdueMs) return ok(`${sentence} This process has just started.`);
  return isWorker ? wrong(`${sentence} Nothing is planned.`) : warning(`${sentence} Is a worker running?`);
}

/** Rate limits depend on it; the start warns of it too. */
const checkProxy = ({ production, trustedProxies }: App['config']): Check =>
  production && !trustedProxies.length
    ? warning('TRUSTED_PROXIES is not set: behind a proxy, all readers count as one network.')
    : ok(
        trustedProxies.length
          ? `Requests from ${trustedProxies.join(', ')} may name their client.`
          : 'None is needed.',
      );

/** Whether the mail server takes mail from us, as the process that sends found it. */
async function checkMail({ db, now }: Pick<App, 'db' | 'now'>): Promise<Check> {
  const [pause] = await db.select().from(systemState).where(eq(systemState.name, 'mail'));
  // The next try needs a moment.
  return pause && pause.at.getTime() > now().getTime() - 5 * minuteMs
    ? warning(`Mail waits until ${pause.at.toISOString()}: ${pause.detail}`)
    : ok('None waits for the mail server.');
}

async function lookAtClock(clocks: App): Promise<Check> {
  const { isRight, sentence } = await checkClock(clocks);
  return isRight ? ok(sentence) : wrong(`${sentence} Nothing is planned here.`);
}

/** Milliseconds since the last tick of any worker; null if there was none yet. */
async function sinceLastTick({ db, now }: Pick<App, 'db' | 'now'>): Promise<number | null> {
  const [tick] = await db.select().from(systemState).where(eq(systemState.name, 'tick'));
  return tick ? now().getTime() - tick.at.getTime() : null;
}

/**
 * `/healthz`: the process is up. `/readyz`: it can do its work; 503 if it cannot or was asked to stop.
 * `/readyz?details` lists the checks for callers who may read the metrics.
 */
export const healthRoutes = (health: Health, mayRead: (http: Context) => boolean): Hono =>
  new Hono()
    .get('/healthz', (http) => http.text('ok', 200, uncached))
    .get('/readyz', async (http) => {
      const isReady = await health.isReady();
      const lines = [isReady ? 'ready' : 'not ready'];
      if (http.req.query('details') !== undefined && mayRead(http))
        for (const [name, { state, detail }] of Object.entries(await health.checks()))
          lines.push(`${state.padEnd(8)} ${name.padEnd(9)} ${detail}`);
      return http.text(lines.join('\n'), isReady ? 200 : 503, uncached);
    });

const uncached = { 'Cache-Control': 'no-store' };
