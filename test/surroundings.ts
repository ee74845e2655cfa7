import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
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
