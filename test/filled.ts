import { setTimeout as delay } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { readConfig } from '#app/settings.ts';
import { startLitwatch } from '#app/start.ts';
import { harvests, userPreferences } from '#platform/db/schema.ts';
import { usualSources } from '#shared/papers/sources.ts';
import type { SourcesOptions } from '#stand-ins/sources/server.ts';
import { addTopic } from '#topics/edit.ts';
import { addUser } from './rows.ts';
import { surroundings } from './surroundings.ts';

type Config = ReturnType<typeof readConfig>;

/**
 * The whole product with stand-in sources, whose library is filled, and with one reader who may follow any number of topics.
 * @param configure changes what the environment does not say
 */
export async function startFilled(
  environment: Record<string, string>,
  { configure = () => undefined, ...options }: SourcesOptions & { configure?: (config: Config) => void } = {},
) {
  const around = await surroundings(options);
  const config = readConfig({ LOG_LEVEL: 'silent', ...around.environment, ...environment });
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
      return around.smtp.waitFor(({ text }) => text.includes(topic), 60);
    },
    async stop() {
      await stop();
      await around.close();
    },
  };
}
