import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { connectMs, explainServerError } from './serverErrors.ts';

export interface Pooler {
  /** Whether a client's transactions run on different server connections, so that no session state lasts. */
  isPooled: boolean;
  /** Whether a named prepared statement can be used on another server connection. */
  keepsStatements: boolean;
}

/**
 * Number of attempts, because a pooler may happen to return the same connection, especially while other processes use it.
 */
const rounds = 20;

/**
 * Detects what is at the address: PostgreSQL itself, a pooler in session mode, or one in transaction mode such as
 * PgBouncer. A pooler does not identify itself, but it invents the process number that it reports to a new client. In
 * transaction mode, while a second connection has an open transaction, either that one runs in the server process that
 * the first has just used, or the first's next statement runs in another.
 * @throws the driver's error if the server does not respond within ten seconds
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
 * Prepares a named statement and executes it until it has run on another server connection. The name is new each time,
 * because one that another process has prepared there would falsely seem to be kept.
 */
async function keepsStatements(first: pg.Client, second: pg.Client): Promise<boolean> {
  const named = { name: `litwatch-probe-${randomUUID()}`, text: 'select pg_backend_pid() as pid' };
  const ask = async () => ((await first.query(named)).rows[0] as { pid: number }).pid;
  try {
    for (let round = 0; round < rounds; round++) {
      // Poolers hand out the connection that was used last, so the second client takes the first one's.
      const before = await ask();
      await second.query('begin');
      await second.query('select 1');
      const now = await ask();
      await second.query('rollback');
      if (now !== before) return true;
    }
    // The connection never changed, so nothing was learned. Running without names always works.
    return false;
  } catch (error) {
    // 26000: there is no such prepared statement; 42P05: there is already one with that name.
    if (['26000', '42P05'].includes((error as { code?: string }).code ?? '')) return false;
    throw error;
  }
}

/** The number of the server process that the server reported when the connection was opened. */
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
  // Without a listener a lost connection would end the process. Its statements are rejected either way.
  client.on('error', () => undefined);
  return client;
}

export interface ServerReport extends Pooler {
  /** For example `15.6`. */
  version: string;
  major: number;
  /** Time of one round trip in milliseconds: the median of five. */
  latencyMs: number;
  /** Whether this user may create schemas and tables, which migrations need. */
  mayCreate: boolean;
  isReadOnly: boolean;
  /** For example `UTF8`. */
  encoding: string;
  /** Connections that we may still open, including our other processes. */
  freeConnections: number;
  /** The server's clock minus ours. */
  skewMs: number;
}

/**
 * Inspects a server without changing anything.
 * @param hostNow the clock of this host
 * @throws ConfigError, with one line for the operator, if it cannot be reached
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
