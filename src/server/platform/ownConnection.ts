import pg from 'pg';

/** Milliseconds that the server may take to accept the connection. */
const connectMs = 5000;

/** A connection outside the pool, for statements that must not wait for others. */
export interface OwnConnection {
  /**
   * The rows. A statement whose connection broke is run once more on a new one, so it must be safe to run twice.
   * @throws the error of the server or the connection
   */
  query(statement: string, values: unknown[]): Promise<unknown[]>;
  close(): Promise<void>;
}

/**
 * Connects at the first statement, and again after the connection was lost. Statements have no names, because there may
 * be a pooler in between.
 */
export function openOwnConnection(url: string, name: string): OwnConnection {
  let opened: Promise<pg.Client> | null = null;

  function connect(): Promise<pg.Client> {
    const client = new pg.Client({
      ...{ connectionString: url, application_name: name, keepAlive: true },
      connectionTimeoutMillis: connectMs,
    });
    const connecting = client.connect().then(() => client);
    // A connection ends in several steps. The last one may come when the next connection is already open.
    const forget = () => {
      if (opened === connecting) opened = null;
    };
    // Without a listener a lost connection would end the process.
    client.on('error', forget).on('end', forget);
    return connecting;
  }

  async function run(statement: string, values: unknown[]): Promise<unknown[]> {
    const connecting = opened ?? connect();
    opened = connecting;
    const client = await connecting.catch((error: unknown) => {
      if (opened === connecting) opened = null;
      throw error;
    });
    const { rows } = await client.query(statement, values);
    return rows;
  }

  return {
    async query(statement, values) {
      const wasOpen = opened !== null;
      try {
        return await run(statement, values);
      } catch (error) {
        if (!wasOpen || opened) throw error;
        return run(statement, values);
      }
    },
    async close() {
      await (await opened?.catch(() => null))?.end();
    },
  };
}
