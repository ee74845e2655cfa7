import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { connectMs, explainServerError } from './serverErrors.ts';

export interface Pooler {
  /** Whether a client's transactions run on different server connections: no state of a session lasts. */
  isPooled: boolean;
  /** Whether a statement prepared by name is found again on another server connection. */
  keepsStatements: boolean;
}

/** A pooler may happen to give the same connection again, the more so while other processes use it. */
const rounds = 20;

/**
 * Finds out what stands at the address: PostgreSQL itself, a pooler in session mode, or one in transaction mode such as
 * PgBouncer. A pooler does not say that it is there, but it makes up the process number that it names when a client connects.
 * In transaction mode, while a second connection holds a transaction, either that one runs in the server process that the
 * first has just used, or the first's next statement runs in another.
 * @throws the driver's error when the server does not answer within ten seconds
 */
export async function detectPooler(url: string): Promise<Pooler> {
  const [first, second] = [probe(url), probe(url)];
  try {
    await first.connect();
    if ((await backendOf(first)) === namedProcess(first)) return { isPooled: false, keepsStatements: true };
    await second.connect();
    let isPooled = false;
    for (let round = 0; round < rounds && !isPooled; round++) {
      const before = await backendOf(first);
      await second.query('begin');
      isPooled = (await backendOf(second)) === before || (await backendOf(first)) !== before;
      await second.query('rollback');
    }
    return { isPooled, keepsStatements: !isPooled || (await keepsStatements(first, second)) };
  } finally {
    await Promise.allSettled([first.end(), second.end()]);
  }
}

/**
 * Prepares a statement by name and asks for it again until it has run on another server connection. The name is new each
 * time: one that another process prepared there, now or before, would seem to have been kept.
 */
async function keepsStatements(first: pg.Client, second: pg.Client): Promise<boolean> {
  const named = { name: `litwatch-probe-${randomUUID()}`, text: 'select pg_backend_pid() as pid' };
  const ask = async () => ((await first.query(named)).rows[0] as { pid: number }).pid;
  try {
    for (let round = 0; round < rounds; round++) {
      // Poolers give the server connection that was used last: the second one takes that of the first.
      const before = await ask();
      await second.query('begin');
      await second.query('select 1');
      const now = await ask();
      await second.query('rollback');
      if (now !== before) return true;
    }
    // It never moved, so nothing was learned: the careful way always works.
    return false;
  } catch (error) {
    // 26000: there is no such prepared statement; 42P05: there is one of that name already.
    if (['26000', '42P05'].includes((error as { code?: string }).code ?? '')) return false;
    throw error;
  }
}

/** The number of the server process that the connection was told when it was made. */
const namedProcess = (client: pg.Client): number | null =>
  (client as pg.Client & { processID?: number | null }).processID ?? null;

const backendOf = async (client: pg.Client): Promise<number> =>
  ((await client.query('select pg_backend_pid() as pid')).rows[0] as { pid: number }).pid;

function probe(url: string): pg.Client {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: connectMs,
    query_timeout: connectMs,
    application_name: 'litwatch start',
  });
  // Without a listener a lost connection would end the process; its statements are rejected either way.
  client.on('error', () => undefined);
  return client;
}

export interface ServerReport extends Pooler {
  /** Such as `15.6`. */
  version: string;
  major: number;
  /** Of one round trip, in milliseconds: the middle of five. */
  latencyMs: number;
  /** Whether this user may create schemas and tables, which migrations need. */
  mayCreate: boolean;
  isReadOnly: boolean;
  /** Such as `UTF8`. */
  encoding: string;
  /** Connections that the server still has for us, other processes of ours included. */
  freeConnections: number;
  /** The server's clock minus ours. */
  skewMs: number;
}

/**
 * Looks at a server without changing anything.
 * @param hostNow the clock of this host
 * @throws ConfigError, with one line for the operator, when it cannot be reached
 */
export async function inspectServer(url: string, hostNow: () => Date): Promise<ServerReport> {
  const client = probe(url);
  try {
    const pooler = await detectPooler(url);
    await client.connect();
    const times: number[] = [];
    for (let at = 0; at < 5; at++) {
      const startedAt = performance.now();
      await client.query('select 1');
      times.push(performance.now() - startedAt);
    }
    const asked = hostNow().getTime();
    const { rows } = await client.query<{
      version: string;
      may_create: boolean;
      is_read_only: boolean;
      encoding: string;
      free: number;
      now_ms: string;
    }>(question);
    const row = rows[0]!;
    return {
      ...pooler,
      version: row.version.split(' ')[0]!,
      major: Number.parseInt(row.version, 10),
      latencyMs: times.sort((a, b) => a - b)[2]!,
      mayCreate: row.may_create,
      isReadOnly: row.is_read_only,
      encoding: row.encoding,
      freeConnections: row.free,
      skewMs: Number(row.now_ms) - (asked + hostNow().getTime()) / 2,
    };
  } catch (error) {
    throw explainServerError(error, url);
  } finally {
    await client.end().catch(() => undefined);
  }
}

const question = `select current_setting('server_version') as version,
  has_database_privilege(current_database(), 'create') as may_create,
  pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as is_read_only,
  current_setting('server_encoding') as encoding,
  (current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
    - (select count(*) from pg_stat_activity where backend_type = 'client backend'))::int as free,
  extract(epoch from clock_timestamp()) * 1000 as now_ms`;
