import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { existsSync, linkSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { installation } from './db/schema.ts';
import { keepValue, keptValue } from './installation.ts';
import type { Platform } from './platform.ts';
import { type Config, ConfigError } from './runtime/config.ts';
import { makeFolder } from './runtime/makeFolder.ts';

/**
 * The secret that signs links and seals what waits in tables: SESSION_SECRET, or the one that is kept beside the database,
 * since links in mails must work after a restart.
 * @throws ConfigError if it can be neither read nor made
 */
export function secretOf({ sessionSecret, dataDir }: Pick<Config, 'sessionSecret' | 'dataDir'>): string {
  if (sessionSecret) return sessionSecret;
  try {
    return readOrMake(path.join(dataDir, 'secret'), dataDir);
  } catch (error) {
    throw new ConfigError(
      `DATA_DIR: the secret in ${dataDir} cannot be read or created (${(error as Error).message}). Make the folder writable, or set SESSION_SECRET.`,
    );
  }
}

/** Of several processes that start at once one makes it: a link is there whole or not at all. */
function readOrMake(file: string, dataDir: string): string {
  if (!existsSync(file)) {
    makeFolder(dataDir);
    const draft = `${file}.${randomUUID()}`;
    writeFileSync(draft, randomBytes(32).toString('base64url'), { mode: 0o600 });
    try {
      linkSync(draft, file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      unlinkSync(draft);
    }
  }
  return readFileSync(file, 'utf8');
}

/**
 * Refuses a secret other than that of the first start on this database: one process could not open what another has sealed,
 * and mails would be lost. The database keeps a fingerprint of it, from which nobody can tell the secret.
 * @param rotates make this secret the one of the database instead
 * @throws ConfigError
 */
export async function requireSameSecret(
  app: Pick<Platform, 'db' | 'now' | 'secret' | 'config'>,
  rotates: boolean,
): Promise<void> {
  const value = fingerprint(app.secret);
  if (rotates) await keepValue(app, 'secret', value);
  else
    await app.db
      .insert(installation)
      .values({ name: 'secret', value, updatedAt: app.now() })
      .onConflictDoNothing();
  if (await isOtherSecret(app)) throw new ConfigError(otherSecret(app.config));
}

/** Whether this database has been used with another secret. Changes nothing. */
export async function isOtherSecret({ db, secret }: Pick<Platform, 'db' | 'secret'>): Promise<boolean> {
  const kept = await keptValue({ db }, 'secret');
  return kept !== null && kept !== fingerprint(secret);
}

export const otherSecret = ({ sessionSecret, dataDir }: Config): string =>
  `${sessionSecret ? 'SESSION_SECRET' : `DATA_DIR: the secret in ${dataDir}`} is not the secret that this database has been used with, which sealed what it holds. Set SESSION_SECRET to the former one for all processes, or give that up by one start with --rotate-secret.`;

const fingerprint = (secret: string): string =>
  createHmac('sha256', secret).update('litwatch fingerprint 1').digest('base64url');
