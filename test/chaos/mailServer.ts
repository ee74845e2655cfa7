import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { createDatabase } from '../createDatabase.ts';
import { surroundings } from './setup/killing.ts';
import { type LitwatchProcess, spawnLitwatch, until, watchService } from './setup/process.ts';
import { openServer, seedDue, standing } from './setup/seed.ts';

export interface MailServerOutcome {
  due: number;
  /** Mails that reached a reader, by distinct Message-ID. */
  messageIds: number;
  /** Of these, accepted twice because the server broke the connection before its reply. */
  repeatedInDoubt: number;
  /** Accepted twice for any other reason. */
  repeated: number;
  /** Readers whom the server refuses for good. Their digests end as refused after one attempt. */
  refused: number;
  /** Refused for a reason other than the server's reply. */
  refusedOtherwise: number;
  lost: number;
  seconds: number;
  /** Seconds in which no worker was ready. */
  out: number;
}

/**
 * A mail server's bad day, with two workers: it is down, then mute, then slow to greet, then defers every mail, then breaks
 * connections before its reply. Some readers are refused all day.
 */
export async function badMailDay(
  adminUrl: string,
  {
    due,
    maxWaitSeconds,
    say = () => undefined,
  }: { due: number; maxWaitSeconds: number; say?: (line: string) => void },
): Promise<MailServerOutcome> {
  const server = await createDatabase(adminUrl);
  const database = await openServer(server.url);
  const { smtp, environment, close } = await surroundings();
  const startedAt = performance.now();
  const seconds = () => (performance.now() - startedAt) / 1000;
  const workers: LitwatchProcess[] = [];
  const service = watchService(() => workers);
  try {
    await seedDue(database, { environment, count: due });
    const all = { ...environment, DATABASE_URL: server.url };
    const phase = (name: string) =>
      say(`${seconds().toFixed(0).padStart(4)} s: ${name}; ${smtp.distinct} mails`);
    phase('the server is down');
    smtp.misbehave('down');
    for (let at = 0; at < 2; at++) workers.push(spawnLitwatch(['--worker'], all));
    await Promise.all(workers.map((one) => one.ready));
    await delay(15_000);
    phase('says nothing for a minute');
    smtp.misbehave({ kind: 'slow', ms: 600_000 });
    await delay(60_000);
    phase('slow to greet');
    smtp.misbehave({ kind: 'slow', ms: 2000 });
    await until(() => smtp.distinct >= due * 0.1, maxWaitSeconds);
    phase('asks everybody to come later');
    smtp.misbehave('later');
    await delay(10_000);
    const before = smtp.mails.length;
    phase('breaks off before its answer, ten times');
    smtp.misbehave({ kind: 'drop-after-data', times: 10 });
    await until(() => smtp.mails.length >= before + 10, maxWaitSeconds);
    const doubtful = new Set(smtp.mails.slice(before, before + 10).map(({ messageId }) => messageId));
    phase('refuses some for good');
    smtp.misbehave({ kind: 'refuse', to: /reader-\d*7@/ });
    await until(async () => isSettled(await standing(database.db), due), maxWaitSeconds);
    phase('is well');
    await delay(2000);
    const times = Map.groupBy(smtp.mails, ({ messageId }) => messageId);
    const again = [...times].filter(([, mails]) => mails.length > 1);
    const { rows } = await database.db.execute<{ id: string; error: string }>(
      sql`select id, last_error as error from email_digests where status = 'refused'`,
    );
    // A mail accepted without our knowledge may be refused when it is sent again.
    const reached = new Set([...times.keys()].map((id) => id.replace(/^<|@.*$/g, '')));
    const unreached = rows.filter(({ id }) => !reached.has(id));
    return {
      due,
      messageIds: times.size,
      repeatedInDoubt: again.filter(([id]) => doubtful.has(id)).length,
      repeated: again.filter(([id]) => !doubtful.has(id)).length,
      refused: rows.length,
      refusedOtherwise: rows.filter(({ error }) => !error.startsWith('550')).length,
      lost: due - times.size - unreached.length,
      ...{ seconds: seconds(), out: service.stop() },
    };
  } finally {
    await Promise.all(workers.map((one) => one.kill()));
    await close();
    await database.close();
    await server.drop();
  }
}

const isSettled = ({ digests, due }: Awaited<ReturnType<typeof standing>>, all: number): boolean =>
  due === 0 && (digests.sent ?? 0) + (digests.refused ?? 0) === all;
