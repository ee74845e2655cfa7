import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { readConfig } from '#app/settings.ts';
import { startLitwatch } from '#app/start.ts';
import { harvests, userPreferences } from '#platform/db/schema.ts';
import { usualSources } from '#shared/papers/sources.ts';
import { startSmtp } from '#stand-ins/smtp/server.ts';
import { type SourcesOptions, startSources } from '#stand-ins/sources/server.ts';
import { addUser } from '#test/rows.ts';
import { addTopic } from '#topics/edit.ts';

type Config = ReturnType<typeof readConfig>;

/**
 * The whole product with stand-in sources, whose library is filled, and with one reader who may follow any number of topics.
 * @param configure changes what the environment does not say
 */
export async function startFilled(
  environment: Record<string, string>,
  { configure = () => undefined, ...options }: SourcesOptions & { configure?: (config: Config) => void } = {},
) {
  const folder = mkdtempSync(path.join(tmpdir(), 'litwatch-filled-'));
  const sources = await startSources(options);
  const smtp = await startSmtp();
  const stand = { PORT: '0', LOG_LEVEL: 'silent', DATA_DIR: folder, SMTP_URL: smtp.url };
  const config = readConfig({ ...stand, ...sources.environment, ...environment });
  configure(config);
  const { now } = options;
  // A process whose clock differs from the database's plans nothing.
  const clocks = now && { now, databaseTime: async () => now() };
  const { app, stop } = await startLitwatch(config, { web: true, worker: true }, clocks);
  const whole = eq(harvests.status, 'complete');
  while (
    (await app.db.selectDistinct({ source: harvests.source }).from(harvests).where(whole)).length <
    usualSources.length
  )
    await delay(200);
  const reader = await addUser(app, 'reader@example.org', { isUnlimited: true });
  await app.db.insert(userPreferences).values({ userId: reader.id });
  return {
    app,
    /** The first mail about a topic, from when it is added. A subject may state a finding and shorten the topic. */
    async firstDigest(topic: string) {
      await addTopic(app, reader.id, topic);
      return smtp.waitFor(({ text }) => text.includes(topic), 60);
    },
    async stop() {
      await stop();
      await Promise.all([sources.close(), smtp.close(), rm(folder, { recursive: true, force: true })]);
    },
  };
}
