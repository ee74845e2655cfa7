import { ConfigError } from '../runtime/config.ts';
import { errorFields } from '../runtime/log.ts';

/** How long a server may take to accept a connection or to respond at start. */
export const connectMs = 10_000;

/** Advice for the operator, by code of Node (E…) or PostgreSQL (https://www.postgresql.org/docs/15/errcodes-appendix.html). */
const ways: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there. Start the server, or correct host and port',
  ENOTFOUND: 'there is no host of that name',
  EAI_AGAIN: 'the name of the host could not be resolved; see to DNS',
  ECONNRESET: 'the server closed the connection; see its log',
  '28P01': 'user or password is wrong',
  '28000': 'the server does not let this user in; see pg_hba.conf',
  '3D000': 'there is no such database; create it first',
  '42501': 'this user may not create tables there; make it the owner of the database',
  '53300':
    'the server has no connection left for us. Raise its max_connections, or lower DATABASE_CONNECTIONS of each process',
  '57P03': 'the server is starting up or shutting down; try again in a moment',
  '25006': 'the server is read-only: a standby. Point DATABASE_URL to the primary',
  '55P03': 'another process has been migrating the database for a minute. If none is, restart the pooler',
};

/** The driver reports this without a code. */
const timedOut = /timeout|timed out/i;

/** Turns an error of opening a server into one line for the operator, without a password. Returns others unchanged. */
export function explainServerError(error: unknown, url: string): unknown {
  if (error instanceof ConfigError || !(error instanceof Error)) return error;
  // Drizzle wraps the driver's error, and Node wraps the errors of several addresses.
  const causes = [error, error.cause, ...(error instanceof AggregateError ? error.errors : [])];
  const coded = causes.find((cause) => (cause as { code?: string } | undefined)?.code) as
    | (Error & { code: string })
    | undefined;
  if (!coded && !timedOut.test(error.message)) return error;
  return refusedServer(url, coded ? (ways[coded.code] ?? coded.message) : 'no answer within ten seconds');
}

/** One line for the operator: why the server at `url` cannot be used, and what to do. Shows no password. */
export const refusedServer = (url: string, reason: string): ConfigError =>
  new ConfigError(`DATABASE_URL (${shown(url)}): ${reason}.`);

/** The only encoding in which text of any language can be stored and compared. */
export const neededEncoding = 'UTF8';

/** The message for a database with another encoding, which is chosen when it is created. */
export const otherEncoding = (encoding: string): string =>
  `the database keeps text as ${encoding}. Create one that keeps it as UTF-8: createdb -T template0 -E ${neededEncoding} NAME`;

/** Whether a statement failed because the row that it refers to was deleted (foreign_key_violation). */
export const refersToNothing = (error: unknown): boolean => failedBy(error, '23503');

/** Whether a transaction was rolled back because it and another one waited for each other (deadlock_detected). */
export const wasDeadlocked = (error: unknown): boolean => failedBy(error, '40P01');

function failedBy(error: unknown, wanted: string): boolean {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: { code?: unknown } };
  return code === wanted || cause?.code === wanted;
}

/** The driver's message, which has no code, if the server or its pooler gives no connection in time. */
const noConnection =
  /^(timeout exceeded when trying to connect|Connection terminated due to connection timeout)$/;
const late =
  'it answered, and then gave no connection within ten seconds: it is busy, or has too few for all processes. Start again in a moment';

/** A page that cannot be read, or an index that contradicts its table. The class's other codes also mean a full disk. */
const damaged: ReadonlySet<string> = new Set(['XX001', 'XX002']);

/** PostgreSQL's codes: five characters, at least one of them a digit. */
const sqlState = /^(?=.*\d)[\dA-Z]{5}$/;

/** Turns an error of a start into one line for the operator, if the database is the reason. Returns others unchanged. */
export function explainStartError(
  error: unknown,
  { url, folder }: { url: string | null; folder: string },
): unknown {
  const { message, code = '' } = errorFields(error);
  const isOfDatabase = sqlState.test(code) || Object.hasOwn(ways, code) || noConnection.test(message);
  if (error instanceof ConfigError || !isOfDatabase) return error;
  const place = url ? `DATABASE_URL (${shown(url)})` : `DATA_DIR: the database in ${folder}`;
  const way = damaged.has(code)
    ? `a table is damaged (${message}). Stop all processes and restore a backup`
    : (ways[code] ?? (code ? `${message} (${code})` : late));
  return new ConfigError(`${place}: ${way}.`);
}

function shown(url: string): string {
  const { host, pathname } = new URL(url);
  return host + pathname;
}
