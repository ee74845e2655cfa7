import { setTimeout as delay } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { emailDigests } from '#platform/db/schema.ts';
import { until } from './setup/process.ts';
import { countIds, digestIn, hold, onStage, patience, say } from './setup/stage.ts';

/**
 * A mail server's bad day, with two workers: it is down, then mute, then slow to greet, then defers every mail, then breaks
 * connections before its reply. Some readers are refused all day.
 */
export const badMailDay = (adminUrl: string, due: number): Promise<void> =>
  onStage('a bad day of the mail server', adminUrl, async (stage) => {
    const { smtp } = stage;
    const mailed = () => smtp.mails.map(({ messageId }) => digestIn(messageId));
    const phase = (name: string, behavior: Parameters<typeof smtp.misbehave>[0]) => {
      say(`${stage.seconds().toFixed(0).padStart(4)} s: ${name}; ${smtp.distinct} mails`);
      smtp.misbehave(behavior);
    };
    await stage.seed(due);
    phase('the server is down', 'down');
    await Promise.all([stage.start('--worker'), stage.start('--worker')]);
    await delay(15_000);
    phase('says nothing for a minute', { kind: 'slow', ms: 600_000 });
    await delay(60_000);
    phase('slow to greet', { kind: 'slow', ms: 2000 });
    await until(() => smtp.distinct >= due * 0.1, patience);
    phase('asks everybody to come later', 'later');
    await delay(10_000);
    const before = smtp.mails.length;
    phase('breaks off before its answer, ten times', { kind: 'drop-after-data', times: 10 });
    await until(() => smtp.mails.length >= before + 10, patience);
    const doubtful = new Set(mailed().slice(before, before + 10));
    phase('refuses some for good', { kind: 'refuse', to: /reader-\d*7@/ });
    await stage.finished();
    await delay(2000);
    const { ids, twice, doubt } = countIds(mailed(), doubtful);
    const refused = await stage.inDatabase(({ db }) =>
      db.select().from(emailDigests).where(eq(emailDigests.status, 'refused')),
    );
    // A mail accepted without our knowledge may be refused when it is sent again.
    const reached = new Set(mailed());
    const lost = due - ids - refused.filter(({ id }) => !reached.has(id)).length;
    say(`${refused.length} were refused for good`);
    hold('what is not refused is mailed', lost === 0);
    hold('none twice but where the server broke off before its answer', twice === 0);
    const isFinal = refused.every(({ lastError }) => lastError?.startsWith('550'));
    hold('a refusal is final, and taken at its first word', isFinal);
    return { due, ids, lost, twice, doubt };
  });
