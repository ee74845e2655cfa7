import pg from 'pg';
import { connectMs, explainServerError } from './serverErrors.ts';
import { ownSession } from './session.ts';

export interface ServerReport {
  /** For example `15.6`. */
  version: string;
  major: number;
  /** Time of one round trip in milliseconds: the median of five. */
  latencyMs: number;
  isReadOnly: boolean;
  /** Connections that we may still open, including our other processes. */
  freeConnections: number;
  /** The server's clock minus ours. */
  skewMs: number;
  /** Where the server itself is, behind poolers and proxies: `10.0.0.12:5432`; null on a socket. */
  address: string | null;
  standbys: Standby[];
}

/** A server that follows the primary, as far as this user may see it. */
export interface Standby {
  name: string;
  /** Null if this user is no member of `pg_monitor`. */
  isSynchronous: boolean | null;
  /** Bytes of log that it has not replayed. */
  behind: number | null;
}

/**
 * Inspects a server without changing anything.
 * @param hostNow the clock of this host
 * @throws ConfigError, with one line for the operator, if it cannot be reached
 */
export async function inspectServer(url: string, hostNow: () => Date): Promise<ServerReport> {
  const limits = { connectionTimeoutMillis: connectMs, query_timeout: connectMs };
  const client = new pg.Client({ connectionString: url, ...limits, application_name: 'litwatch check' });
  // Without a listener a lost connection would end the process. Its statements are rejected either way.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await ownSession(client);
    const times: number[] = [];
    for (let at = 0; at < 5; at++) {
      const startedAt = performance.now();
      await client.query('select 1');
      times.push(performance.now() - startedAt);
    }
    const asked = hostNow().getTime();
    const { rows } = await client.query<Pick<ServerReport, Asked> & { nowMs: number }>(question);
    const { nowMs, ...row } = rows[0]!;
    return {
      ...row,
      version: row.version.split(' ')[0]!,
      major: Number.parseInt(row.version, 10),
      latencyMs: times.sort((a, b) => a - b)[2]!,
      skewMs: nowMs - (asked + hostNow().getTime()) / 2,
      standbys: row.isReadOnly ? [] : (await client.query<Standby>(standbysQuestion)).rows,
    };
  } catch (error) {
    throw explainServerError(error, url);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** What the server is asked for in one statement. */
type Asked = 'version' | 'isReadOnly' | 'freeConnections' | 'address';

const question = `select current_setting('server_version') as version,
  pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as "isReadOnly",
  (current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
    - (select count(*) from pg_stat_activity where backend_type = 'client backend'))::int as "freeConnections",
  extract(epoch from clock_timestamp())::float8 * 1000 as "nowMs",
  host(inet_server_addr()) || ':' || inet_server_port() as address`;

const standbysQuestion = `select coalesce(application_name, 'a standby') as name,
  sync_state in ('sync', 'quorum') as "isSynchronous",
  pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn)::float8 as behind
  from pg_stat_replication where application_name is distinct from 'pg_basebackup' order by 1`;
