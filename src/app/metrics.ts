import { createHash, timingSafeEqual } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { papersToEmbed } from '#enrichment/embeddings.ts';
import type { App } from '#kit/feature.ts';
import type { Mailer } from '#mail/transport/types.ts';
import { networkReader } from '#platform/http/clientNetwork.ts';
import { routeOf } from '#platform/http/errors.ts';
import type { Boss } from '#platform/queue/pgBoss.ts';
import { offeredSources } from '#shared/papers/sources.ts';
import type { Health } from './health.ts';

export interface Metrics {
  /** Times every request; mount it before everything else. */
  timed: MiddlewareHandler;
  /** The mailer with its outcomes counted. */
  counted(mailer: Mailer): Mailer;
  /** `GET /` for Prometheus, with METRICS_TOKEN as bearer token or from loopback. */
  routes(app: App, boss: Pick<Boss, 'depth'>, health: Pick<Health, 'checks'>): Hono;
}

/**
 * Figures for operators. Requests and mails are counted by this process since its start; harvests, queues and digests
 * are read from the database for each scrape, so any process can be scraped for them.
 */
export function openMetrics(): Metrics {
  const register = new Registry();
  const registers = [register];
  collectDefaultMetrics({ register });
  const calls = new Histogram({
    name: 'litwatch_http_request_duration_seconds',
    help: 'Time until the response was ready, by method, route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const help = 'Mails by outcome: sent, refused, later.';
  const mails = new Counter({ name: 'litwatch_mails_total', help, labelNames: ['outcome'], registers });
  for (const outcome of ['sent', 'refused', 'later']) mails.inc({ outcome }, 0);
  const ofReady = '1 for each check of /readyz that does not fail.';
  const ready = new Gauge({ name: 'litwatch_ready', help: ofReady, labelNames: ['check'], registers });
  const gauges = databaseGauges(registers);

  return {
    async timed(http, next) {
      const end = calls.startTimer({ method: http.req.method });
      await next();
      end({ route: routeOf(http) ?? 'page', status: http.res.status });
    },
    counted: (mailer) => ({
      ...mailer,
      async send(mail) {
        const answer = await mailer.send(mail);
        mails.inc({ outcome: answer.outcome });
        return answer;
      },
    }),
    routes(app, boss, health) {
      const mayRead = operatorCheck(app.config);
      return new Hono().get('/', async (http) => {
        http.header('Cache-Control', 'no-store');
        if (!mayRead(http)) return http.text('404 Page Not Found', 404);
        await gauges.read(app, boss);
        for (const [check, { state }] of Object.entries(await health.checks()))
          ready.set({ check }, state === 'wrong' ? 0 : 1);
        return http.body(await register.metrics(), 200, { 'Content-Type': register.contentType });
      });
    },
  };
}

/** Access by token. Without one only in development and from loopback, and not for requests that a proxy forwards. */
export function operatorCheck({
  metricsToken,
  trustedProxies,
  production,
}: App['config']): (http: Context) => boolean {
  const networkOf = networkReader(trustedProxies);
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return (http) => {
    const bearer = /^Bearer (.+)$/i.exec(http.req.header('authorization') ?? '')?.[1];
    if (bearer !== undefined)
      return metricsToken !== null && timingSafeEqual(digest(bearer), digest(metricsToken));
    // A proxy on this machine may add no header at all: where there is one, only the token opens.
    if (production) return false;
    const isForwarded = ['forwarded', 'x-forwarded-for', 'via'].some((name) => http.req.header(name));
    return !isForwarded && /^(127\.|::\/64$|::1)/.test(networkOf(http));
  };
}

function databaseGauges(registers: Registry[]) {
  const gauge = (name: string, help: string, ...labelNames: string[]) =>
    new Gauge({ name: `litwatch_${name}`, help, labelNames, registers });
  const up = gauge('database_up', '1 when the database answered this scrape.');
  const ofLag = 'Seconds since the last complete harvest of a source; +Inf when there was none.';
  const lag = gauge('harvest_lag_seconds', ofLag, 'source');
  const harvests = gauge('harvests', 'Harvests of the last 24 hours.', 'source', 'status');
  const jobs = gauge('queue_jobs', 'Jobs that are due (waiting) and running (active).', 'queue', 'state');
  const oldest = gauge('queue_oldest_seconds', 'Age of the oldest job that is due.', 'queue');
  const digests = gauge('digests', 'Digests of the last 7 days.', 'type', 'status');
  const due = gauge('terms_due', 'Topics whose digest is due.');
  const overdue = gauge('terms_overdue_seconds', 'Seconds that the longest overdue topic has been due.');

  const meaning = 'Tokens of the chat model today: in all, a digest, the most a reader.';
  const tokens = gauge('model_tokens', meaning, 'of');
  const dollars = gauge('model_dollars', 'What they cost, by the prices set.', 'of');
  const unembedded = gauge(
    'papers_without_vector',
    'Papers of the search window without a vector of the configured model.',
  );

  async function fill({ db, now, config, models }: App, boss: Pick<Boss, 'depth'>): Promise<void> {
    const at = sql`${now().toISOString()}::timestamptz`;
    const [queues, read, recent, counts, terms, use] = await Promise.all([
      boss.depth(),
      db.execute<{ source: string; seconds: string }>(sql`
        select source, extract(epoch from ${at} - max(finished_at)) as seconds
        from harvests where status = 'complete' group by source`),
      db.execute<{ source: string; status: string; count: string }>(sql`
        select source, status, count(*) as count from harvests
        where started_at > ${at} - interval '24 hours' group by 1, 2`),
      db.execute<{ type: string; status: string; count: string }>(sql`
        select digest_type as type, status, count(*) as count from email_digests
        where created_at > ${at} - interval '7 days' group by 1, 2`),
      db.execute<{ count: string; seconds: string | null }>(sql`
        select count(*) as count, extract(epoch from ${at} - min(next_scheduled_run)) as seconds
        from search_terms where is_active and deleted_at is null and next_scheduled_run <= ${at}`),
      db.execute<Record<'tokens' | 'cost' | 'most_tokens' | 'most_cost' | 'digests', string | null>>(sql`
        select sum(tokens) filter (where user_id is null) as tokens, sum(cost) filter (where user_id is null) as cost,
          max(tokens) filter (where user_id is not null) as most_tokens,
          max(cost) filter (where user_id is not null) as most_cost,
          (select count(*) from email_digests
            where created_at >= (${at} at time zone 'utc')::date and digest_type in ('immediate', 'weekly')) as digests
        from ai_usage where day = (${at} at time zone 'utc')::date`),
    ]);
    const used = (name: keyof (typeof use.rows)[number]) => Number(use.rows[0]?.[name] ?? 0);
    const perDigest = Math.max(1, used('digests'));
    for (const [of, amount, cost] of [
      ['day', used('tokens'), used('cost')],
      ['digest', used('tokens') / perDigest, used('cost') / perDigest],
      ['reader', used('most_tokens'), used('most_cost')],
    ] as const) {
      tokens.set({ of }, Math.round(amount));
      dollars.set({ of }, cost / 1_000_000);
    }
    unembedded.set(await papersToEmbed({ db, now, models }));
    for (const one of [lag, harvests, jobs, oldest, digests]) one.reset();
    for (const source of offeredSources(config.sources.more)) lag.set({ source }, Number.POSITIVE_INFINITY);
    for (const { source, seconds } of read.rows) lag.set({ source }, Number(seconds));
    for (const { source, status, count } of recent.rows) harvests.set({ source, status }, Number(count));
    for (const { queue, waiting, active, oldest: seconds } of queues) {
      jobs.set({ queue, state: 'waiting' }, waiting);
      jobs.set({ queue, state: 'active' }, active);
      oldest.set({ queue }, seconds);
    }
    for (const { type, status, count } of counts.rows) digests.set({ type, status }, Number(count));
    due.set(Number(terms.rows[0]?.count ?? 0));
    overdue.set(Number(terms.rows[0]?.seconds ?? 0));
  }

  return {
    /** The process's own figures are served even when the database is unreachable. */
    async read(app: App, boss: Pick<Boss, 'depth'>): Promise<void> {
      try {
        await fill(app, boss);
        up.set(1);
      } catch (error) {
        app.log.warn({ err: error }, 'the database figures could not be read');
        up.set(0);
      }
    },
  };
}
