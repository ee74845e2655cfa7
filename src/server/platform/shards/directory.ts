import pRetry from 'p-retry';
import pg from 'pg';
import { AppError } from '#shared/contract/errors.ts';
import { errorFields, type Log } from '../runtime/log.ts';

/** How long the directory may take to let us in, and to answer, in milliseconds. */
const waitMs = 3000;

/** Of one process. Each call is one statement on an index. */
const connections = 4;

/**
 * Which shard answers for an address, by the address's hash: a table on one PostgreSQL server that all shards reach.
 * Each call throws AppError `unavailable` when it does not answer, and is safe to repeat.
 */
export interface Directory {
  /** The shard; null for an address that nobody has registered. */
  find(hash: string): Promise<string | null>;
  /**
   * Reserves an address for a shard, before the shard begins anything for it; says when it last did.
   * @returns false when it is another shard's
   */
  reserve(hash: string, shard: string, at: Date): Promise<boolean>;
  /** Writes addresses of accounts that a shard has, as far as they are not there. Returns those of another shard. */
  enlist(hashes: string[], shard: string, at: Date): Promise<string[]>;
  /** Forgets addresses of the shard that were last reserved before a moment. Returns how many. */
  release(hashes: string[], shard: string, reservedBefore: Date): Promise<number>;
  /** Hashes of the shard's addresses, in their order, behind one. */
  page(shard: string, after: string, count: number): Promise<string[]>;
  /** What is wrong with it, in the server's words; null when it answers. Never rejects. */
  trouble(): Promise<string | null>;
  close(): Promise<void>;
}

/** Connects at the first call, and again after the server was away: a process starts without it. */
export function openDirectory(url: string, log: Log): Directory {
  const pool = new pg.Pool({
    ...{ connectionString: url, application_name: 'litwatch directory', keepAlive: true, max: connections },
    ...{ connectionTimeoutMillis: waitMs, query_timeout: waitMs },
  });
  // Without listeners a lost connection would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));

  // A connection that was lost while nobody used it is found out by the first statement.
  const run = async <Row extends pg.QueryResultRow>(statement: string, values: unknown[]): Promise<Row[]> => {
    const { rows } = await pRetry(() => pool.query<Row>(statement, values), {
      ...{ retries: 1, minTimeout: 0, shouldRetry: ({ error }) => isLost(error) },
    });
    return rows;
  };

  async function query<Row extends pg.QueryResultRow>(statement: string, values: unknown[]): Promise<Row[]> {
    try {
      return await run<Row>(statement, values);
    } catch (error) {
      log.warn({ err: errorFields(error) }, 'the directory of accounts does not answer');
      throw unreachable();
    }
  }

  return {
    async find(hash) {
      const [row] = await query<{ shard: string }>(finding, [hash]);
      return row?.shard ?? null;
    },
    reserve: async (hash, shard, at) => (await query(reserving, [hash, shard, at])).length > 0,
    enlist: async (hashes, shard, at) =>
      (await query<{ hash: string }>(enlisting, [hashes, shard, at])).map(({ hash }) => hash),
    release: async (hashes, shard, reservedBefore) =>
      (
        await query(
          `delete from account_directory where address_hash = any($1) and shard = $2 and reserved_at < $3
           returning 1`,
          [hashes, shard, reservedBefore],
        )
      ).length,
    async page(shard, after, count) {
      const rows = await query<{ hash: string }>(
        `select address_hash as hash from account_directory where shard = $1 and address_hash > $2
         order by address_hash limit $3`,
        [shard, after, count],
      );
      return rows.map(({ hash }) => hash);
    },
    trouble: () =>
      run(finding, ['']).then(
        () => null,
        (error: Error) => error.message,
      ),
    close: () => pool.end(),
  };
}

const finding = 'select shard from account_directory where address_hash = $1';

/** One address, one shard: the index lets one of two that come together insert the row, and the other finds it. */
const reserving = `insert into account_directory (address_hash, shard, reserved_at) values ($1, $2, $3)
  on conflict (address_hash) do update set reserved_at = excluded.reserved_at
    where account_directory.shard = excluded.shard
  returning 1`;

const enlisting = `with added as (
    insert into account_directory (address_hash, shard, reserved_at)
    select hash, $2, $3 from unnest($1::text[]) as hash order by hash on conflict do nothing)
  select address_hash as hash from account_directory where address_hash = any($1) and shard <> $2`;

/** What readers are told when a part of the installation is away: the same whether there is an account or not. */
export const unreachable = (): AppError =>
  new AppError(
    'unavailable',
    'A part of this service cannot be reached at the moment. Please try again in a few minutes.',
  );

const isLost = (error: Error & { code?: string }): boolean =>
  ['ECONNRESET', 'EPIPE', '57P01'].includes(error.code ?? '') || /terminated/.test(error.message);
