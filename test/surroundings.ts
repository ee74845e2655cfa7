import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startSmtp } from '#stand-ins/smtp/server.ts';
import { type SourcesOptions, startSources } from '#stand-ins/sources/server.ts';

export type Surroundings = Awaited<ReturnType<typeof surroundings>>;

/** What the product needs around it: sources, a mail server and a folder, and the environment that points at them. */
export async function surroundings(options: SourcesOptions = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), 'litwatch-around-'));
  const [sources, smtp] = await Promise.all([startSources(options), startSmtp()]);
  const environment: Record<string, string> = {
    ...sources.environment,
    ...{ PORT: '0', DATA_DIR: folder, SMTP_URL: smtp.url },
  };
  return {
    ...{ folder, sources, smtp, environment },
    async close() {
      await Promise.all([sources.close(), smtp.close()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
