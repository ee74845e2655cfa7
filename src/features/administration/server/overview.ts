import { sql } from 'drizzle-orm';
import type { App } from '#kit/feature.ts';
import packageJson from '#package.json' with { type: 'json' };
import { recentActs, recordAct } from '#platform/audit.ts';
import { type Route, serveReader } from '#platform/http/route.ts';
import { keepValue, keptValue, takeValue } from '#platform/installation.ts';
import { transaction } from '#platform/platform.ts';
import { offeredSources, sourceLabels } from '#shared/papers/sources.ts';
import { administrationApi, type Overview } from '../contract.ts';

type ReadApp = App;

const actsShown = 100;

/** The server as a whole: its health and usage figures, what was done, and the banner. */
export const serverRoutes: Route<App>[] = [
  serveReader(administrationApi.overview, async (app) => ({
    version: packageJson.version,
    node: process.version,
    database: await databaseVersion(app),
    readers: await countReaders(app),
    sources: await lastReadings(app),
    queues: (await app.depth())
      .toSorted((one, other) => (one.queue < other.queue ? -1 : 1))
      .map(({ oldest, ...depth }) => ({ ...depth, oldestSeconds: Math.round(oldest) })),
    mails: await countMails(app),
    deliveryProblems: await deliveryProblems(app),
    models: app.config.chat || app.config.embeddings ? await modelUse(app) : null,
    banner: await keptValue(app, 'banner'),
  })),
  serveReader(administrationApi.acts, (app) => recentActs(app, actsShown)),
  serveReader(administrationApi.setBanner, (app, { body: { text }, reader, network }) =>
    transaction(app, async (app) => {
      await (text ? keepValue(app, 'banner', text) : takeValue(app, 'banner'));
      const action = text ? 'banner set' : 'banner removed';
      await recordAct(app, { actor: reader.id, network, action, detail: text });
      return { message: text ? 'Readers see the banner now.' : 'The banner was removed.' };
    }),
  ),
];

async function databaseVersion({ db, config }: ReadApp): Promise<string> {
  const { rows } = await db.execute<{ server_version: string }>(sql`show server_version`);
  return `${config.databaseUrl ? 'PostgreSQL' : 'Embedded PostgreSQL'} ${rows[0]?.server_version}`;
}

const at = ({ now }: ReadApp) => sql`${now().toISOString()}::timestamptz`;

async function countReaders(app: ReadApp): Promise<Overview['readers']> {
  const { rows } = await app.db.execute<Overview['readers'] & Record<string, unknown>>(sql`
    select count(*)::int as all, count(*) filter (where not is_active)::int as suspended,
      count(*) filter (where created_at > ${at(app)} - interval '7 days')::int as "newThisWeek"
    from users where is_email_verified`);
  return rows[0]!;
}

async function lastReadings({ db, config }: ReadApp): Promise<Overview['sources']> {
  const { rows } = await db.execute<{
    source: string;
    complete: string | null;
    status: Overview['sources'][number]['status'];
    sentence: string | null;
  }>(sql`
    select distinct on (source) source, status, sentence,
      (select to_char(max(finished_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
        from harvests c where c.source = h.source and c.status = 'complete') as complete
    from harvests h order by source, started_at desc`);
  return offeredSources(config.sources.more).map((name) => {
    const row = rows.find(({ source }) => source === name);
    const { complete = null, status = null, sentence = null } = row ?? {};
    return { name: sourceLabels[name], lastComplete: complete, status, sentence };
  });
}

/** A sender without a heartbeat for this long is dead: its mail may or may not have left. */
const doubtMinutes = 5;

async function countMails(app: ReadApp): Promise<Overview['mails']> {
  const { rows } = await app.db.execute<Record<keyof Overview['mails'], number>>(sql`
    select count(*) filter (where status = 'pending')::int as waiting,
      count(*) filter (where status = 'sending'
        and claimed_at < ${at(app)} - ${doubtMinutes} * interval '1 minute')::int as "inDoubt",
      count(*) filter (where status = 'sent')::int as sent,
      count(*) filter (where status = 'refused')::int as refused
    from email_digests where created_at > ${at(app)} - interval '7 days'`);
  return rows[0]!;
}

async function deliveryProblems({ db }: ReadApp): Promise<Overview['deliveryProblems']> {
  const { rows } = await db.execute<{ email: string; at: string | null; reason: string }>(sql`
    select email, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at, reason from (
      select email, mail_blocked_at as at, mail_blocked as reason from users where mail_blocked is not null
      union all
      select u.email, d.created_at, coalesce(d.last_error, 'refused') from email_digests d
        join users u on u.id = d.user_id where d.status = 'refused') problems
    order by problems.at desc nulls last limit 20`);
  return rows.map((row) => ({ ...row, reason: row.reason.slice(0, 300) }));
}

async function modelUse(app: ReadApp): Promise<NonNullable<Overview['models']>> {
  const { rows } = await app.db.execute<{ day: string; calls: string; tokens: string; cost: string }>(sql`
    select day::text, calls, tokens, cost from ai_usage
    where user_id is null and day > (${at(app)} - interval '14 days')::date order by day desc`);
  return rows.map(({ day, calls, tokens, cost }) => ({
    day,
    calls: Number(calls),
    tokens: Number(tokens),
    dollars: Number(cost) / 1_000_000,
  }));
}
