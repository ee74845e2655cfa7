import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readConfig } from '#app/settings.ts';
import { startLitwatch } from '#app/start.ts';
import { startSmtp } from '#stand-ins/smtp/server.ts';
import { type SourcesOptions, startSources } from '#stand-ins/sources/server.ts';

/** Sources, a mail server that keeps every mail, and a folder, with the environment that points at them. */
export async function surroundings(options: SourcesOptions = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), 'litwatch-around-'));
  const sources = await startSources(options);
  const smtp = await startSmtp();
  const own = { PORT: '0', DATA_DIR: folder, SMTP_URL: smtp.url };
  return {
    smtp,
    sources,
    environment: { ...sources.environment, ...own } as Record<string, string>,
    async close() {
      await Promise.all([sources.close(), smtp.close()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Starts the product with these settings on a free port. */
export const startWith = (
  environment: Record<string, string>,
  overrides: Parameters<typeof startLitwatch>[2] = {},
) =>
  startLitwatch(
    readConfig({ PORT: '0', NODE_ENV: 'test', LOG_LEVEL: 'silent', ...environment }),
    { web: true, worker: true },
    overrides,
  );
