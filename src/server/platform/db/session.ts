import type { ClientBase } from 'pg';

/**
 * What our statements rely on, set on every new connection: a server, a database or a role may have other defaults, made
 * for other programs. PgBouncer keeps what it follows (dates and times) with the client; the rest is the same for all our
 * connections. A setting that this server does not know is left out.
 */
const ours = {
  datestyle: 'ISO, MDY',
  timezone: 'UTC',
  intervalstyle: 'postgres',
  bytea_output: 'hex',
  standard_conforming_strings: 'on',
  default_transaction_isolation: 'read committed',
  search_path: 'public',
  statement_timeout: '15min',
  lock_timeout: '0',
  idle_in_transaction_session_timeout: '15min',
  transaction_timeout: '0',
};

/** With lz4, digests are stored in a fifth of the time. A server built without lz4 keeps its own method. */
const statement = `select set_config(name, ours.value, false)
  from (select key, value from json_each_text('${JSON.stringify(ours)}')) as ours
  join pg_catalog.pg_settings on lower(name) = key
  union all select set_config(name, 'lz4', false) from pg_catalog.pg_settings
  where name = 'default_toast_compression' and 'lz4' = any(enumvals)`;

/** Makes the session of a new connection ours, before its first statement. */
export async function ownSession(client: Pick<ClientBase, 'query'>): Promise<void> {
  await client.query(statement);
}
