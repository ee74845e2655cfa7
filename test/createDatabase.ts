import pg from 'pg';

export interface CreatedDatabase {
  url: string;
  /** Drops the database and closes its remaining connections. */
  drop(): Promise<void>;
}

/**
 * A new database with a random name on the PostgreSQL server at `adminUrl`.
 * @param template the name of a database to copy, to which nobody may be connected; an empty database by default
 */
export async function createDatabase(adminUrl: string, template?: string): Promise<CreatedDatabase> {
  const name = `litwatch_test_${Math.random().toString(36).slice(2, 12)}`;
  // A server created without a locale stores text as SQL_ASCII unless told otherwise.
  const from = template ? `template ${template}` : "template template0 encoding 'UTF8'";
  await execute(adminUrl, `create database ${name} ${from}`);
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return { url: url.toString(), drop: () => execute(adminUrl, `drop database ${name} with (force)`) };
}

/**
 * A new database on the server of DATABASE_URL; null if tests run on the embedded engine.
 * @param template the name of a database to copy
 */
export async function createTestDatabase(template?: string): Promise<CreatedDatabase | null> {
  const server = process.env.DATABASE_URL;
  return server ? createDatabase(server, template) : null;
}

const execute = (url: string, statement: string): Promise<void> =>
  asClient(url, async (client) => void (await client.query(statement)));

/** Works on one connection to a database, which ends with the work. */
export async function asClient<T>(
  connection: string | pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
