import { spawn } from 'node:child_process';
import { createTestDatabase } from '#test/createDatabase.ts';

/**
 * Starts the product in its own process, which stops when this one gets SIGTERM. With DATABASE_URL it has its own database
 * on that server, as each file of feature tests has.
 */
export async function startProduct(flags: string[], environment: Record<string, string> = {}) {
  const database = await createTestDatabase();
  const product = spawn(process.execPath, ['src/app/main.ts', ...flags], {
    env: { ...process.env, ...environment, DATABASE_URL: database?.url ?? '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  process.once('SIGTERM', () => product.kill('SIGTERM'));
  /** Its exit code, available once its database is dropped. */
  const ended = new Promise<number>((resolve) => {
    product.once('exit', async (code) => {
      await database?.drop();
      resolve(code ?? 0);
    });
  });
  return { process: product, ended };
}

// Replaces `main.ts` in runs on PostgreSQL: starts the demo's command with its own database.
if (process.argv[1] === import.meta.filename) {
  const product = await startProduct(process.argv.slice(2));
  product.process.stdout.pipe(process.stdout);
  process.exit(await product.ended);
}
