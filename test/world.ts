import { readConfig } from '#app/settings.ts';
import { startLitwatch } from '#app/start.ts';
import type { Config } from '#platform/runtime/config.ts';
import type { SearchTerm } from '#shared/topics/searchTerm.ts';
import { type SourcesStandIn, sampleLibrary } from '#stand-ins/sources/server.ts';
import { createMigratedDatabase, databaseImage } from './freshDatabase.ts';
import { surroundings } from './surroundings.ts';
import { password, signupForm, Visitor } from './visitor.ts';

export { opened } from './opened.ts';
export { password, Visitor };

export type World = Awaited<ReturnType<typeof startWorld>>;

export interface WorldOptions {
  /** Corpus files that the stand-in sources serve; the bundled sample library by default. */
  corpus?: string[];
  environment?: Record<string, string>;
  configure?: (config: Config) => void | Promise<void>;
  /** Runs before the product starts, so before its first harvest. */
  before?: (sources: SourcesStandIn) => void;
  /** Keep the embedded database in a folder, as an operator does; in memory otherwise. */
  inFolder?: boolean;
  /** The clock of the product, its database and the stand-in sources; the real one by default. */
  now?: () => Date;
  /** What the database's clock shows, where it differs from `now`. */
  databaseTime?: () => Promise<Date>;
}

/**
 * Starts the whole product on a free port with an empty database, stand-in sources and a mail server that keeps every mail
 * (`smtp.mails`). The database is embedded, or a new one on the server of DATABASE_URL. `close` stops everything.
 */
export async function startWorld({
  corpus = sampleLibrary,
  environment = {},
  configure,
  before,
  inFolder = false,
  now = () => new Date(),
  databaseTime = async () => now(),
}: WorldOptions = {}) {
  const around = await surroundings({ corpus, now });
  before?.(around.sources);
  const server = await createMigratedDatabase();
  const config = readConfig({
    NODE_ENV: 'test',
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent',
    ...(server ? { DATABASE_URL: server.url } : {}),
    ...(process.env.POOLER ? { DATABASE_POOLER: 'transaction' } : {}),
    ...around.environment,
    ...environment,
  });
  await configure?.(config);
  const image = server || inFolder ? {} : { image: await databaseImage() };
  const litwatch = await startLitwatch(config, { web: true, worker: true }, { now, databaseTime, ...image });

  return {
    ...around,
    ...litwatch,
    url: litwatch.url!,
    config,
    browser: () => new Visitor(litwatch.url!),
    async close() {
      await litwatch.stop();
      await Promise.all([around.close(), server?.drop()]);
    },
  };
}

export type Reader = Visitor & { id: string; email: string };

/** Signs up, verifies by the mailed link and signs in; returns the signed-in visitor with the account's id. */
export async function newReader(
  world: Pick<World, 'browser' | 'smtp'>,
  email: string,
  pendingSearch?: string,
): Promise<Reader> {
  const visitor = world.browser();
  await visitor.post('/api/signup', signupForm(email, pendingSearch ? { pendingSearch } : {}));
  const mail = await world.smtp.waitFor(
    (mail) => mail.to.includes(email) && /verify-email\?token=/.test(mail.text),
  );
  const token = /verify-email\?token=([\w.~-]+)/.exec(mail.text)![1]!;
  // In another browser, which the link does not sign in.
  await world.browser().get(`/api/verify-email?token=${token}`);
  const { body } = await visitor.post('/api/auth/login', { email, password });
  return Object.assign(visitor, { id: body.user.id as string, email });
}

/** Waits until the search of a reader's topic has ended; returns the topic. */
export const searchEnded = (reader: Visitor & { id: string }): Promise<SearchTerm> =>
  eventually(async () => {
    const { body } = await reader.get(`/api/users/${reader.id}/search-terms`);
    return (body as SearchTerm[]).find(({ status }) => status === 'completed' || status === 'failed');
  }, 'the search to end');

/** Polls `look` until it returns a truthy value; throws after `seconds`. `what` completes "waited for …". */
export async function eventually<T>(
  look: () => Promise<T | undefined | null | false>,
  what: string,
  seconds = 50,
): Promise<T> {
  const end = Date.now() + seconds * 1000;
  for (;;) {
    const seen = await look();
    if (seen) return seen;
    if (Date.now() > end) throw new Error(`Waited ${seconds} s for ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
