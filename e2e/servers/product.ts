import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { createTestDatabase } from '#test/createDatabase.ts';

export interface Product {
  process: ChildProcessByStdio<null, Readable, null>;
  /** Its exit code, once its database is dropped. */
  ended: Promise<number>;
}

/**
 * Starts the product as a process of its own, which SIGTERM to this one stops. On a server of DATABASE_URL it has a
 * database of its own, as each file of feature tests has.
 */
export async function startProduct(
  flags: string[],
  environment: Record<string, string> = {},
): Promise<Product> {
  const database = await createTestDatabase();
  const product = spawn(process.execPath, ['--import', 'tsx', 'src/server/app/main.ts', ...flags], {
    env: { ...process.env, ...environment, DATABASE_URL: database?.url ?? '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  process.once('SIGTERM', () => product.kill('SIGTERM'));
  const ended = new Promise<number>((resolve) => {
    product.once('exit', async (code) => {
      await database?.drop();
      resolve(code ?? 0);
    });
  });
  return { process: product, ended };
}

// In place of `main.ts` where the servers of a run are on PostgreSQL: what the demo's command starts, with its own database.
if (process.argv[1] === import.meta.filename) {
  const product = await startProduct(process.argv.slice(2));
  product.process.stdout.pipe(process.stdout);
  process.exit(await product.ended);
}
