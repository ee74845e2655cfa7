import { sql } from 'drizzle-orm';
import { openDatabase } from '../db/open.ts';
import type { Database } from '../db/types.ts';
import { ConfigError } from '../runtime/config.ts';
import { nameOf, openPlace } from '../transfer/place.ts';

/** The oldest PostgreSQL version that is tested. */
const oldestVersion = 150_000;

/**
 * Opens a server whose tables are those of this version.
 * @throws ConfigError
 */
export const openServerOfThisVersion = (url: string): Promise<Database> => open(url, { whileInUse: true });

/**
 * As `openServerOfThisVersion`, if none of our processes works on it. Creates or upgrades tables.
 * @throws ConfigError
 */
export async function openStoppedServer(url: string): Promise<Database> {
  const there = await openPlace({ url }, { whileInUse: false });
  const state = await there.schemaState();
  await there.close();
  if (state === 'behind') await (await openDatabase({ url, folder: null, connections: 3 })).close();
  return open(url, { whileInUse: false });
}

async function open(url: string, options: { whileInUse: boolean }): Promise<Database> {
  const database = await openPlace({ url }, options);
  try {
    const { rows } = await database.db.execute<{ number: string; name: string }>(sql`
      select current_setting('server_version_num') as number, current_setting('server_version') as name`);
    if (Number(rows[0]!.number) < oldestVersion)
      throw new ConfigError(`${nameOf({ url })} is PostgreSQL ${rows[0]!.name}; 15 or newer is needed.`);
    if ((await database.schemaState()) !== 'current')
      throw new ConfigError(
        `${nameOf({ url })} does not have the tables of this version. Start Litwatch on it once, then run this again.`,
      );
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** The driver's code of an error, from anywhere in its chain of causes. */
export function codeOf(error: unknown): string | undefined {
  for (let at = error; at instanceof Error; at = at.cause)
    if ('code' in at && typeof at.code === 'string') return at.code;
  return undefined;
}

/** The server's reason for a failed statement. */
export function reasonOf(error: unknown): string {
  let last = error;
  while (last instanceof Error && last.cause instanceof Error) last = last.cause;
  return last instanceof Error ? last.message : String(last);
}

/** Text as an SQL literal, for statements that take no parameters. */
export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

export type Print = (line: string) => void;
