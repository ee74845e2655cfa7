import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openDatabase } from '#platform/db/open.ts';
import { type SmtpStandIn, startSmtp } from '#stand-ins/smtp/server.ts';
import { type SourcesOptions, startSources } from '#stand-ins/sources/server.ts';
import { createDatabase } from '#test/createDatabase.ts';
import { type LitwatchProcess, spawnLitwatch, watchService } from './process.ts';
import { inHand, openServer, seedDue, standing } from './seed.ts';

export interface Chaos {
  /** Number of digests due at the start, each for another reader. */
  due: number;
  kills: number;
  /** Seconds after which it counts as lost. */
  maxWaitSeconds: number;
  log?: string | null;
  say?: (line: string) => void;
}

export interface Outcome {
  due: number;
  kills: number;
  mails: number;
  messageIds: number;
  lost: number;
  /** Mails sent again because their sender was killed between the server's reply and its own record of it. */
  repeatedInDoubt: number;
  /** Mails sent again for any other reason, which breaks a promise. */
  repeated: number;
  seconds: number;
  /** Seconds in which no process was ready. */
  out: number;
  /** Processes that ended without being asked to. */
  ended: number;
}

/** Three workers on one PostgreSQL; one of them is killed at a random moment and started again, over and over. */
export async function killWorkers(adminUrl: string, workers: number, chaos: Chaos): Promise<Outcome> {
  const server = await createDatabase(adminUrl);
  const database = await openServer(server.url);
  const around = await surroundings();
  const processes: LitwatchProcess[] = [];
  try {
    await seedDue(database, { environment: around.environment, count: chaos.due });
    const environment = { ...around.environment, DATABASE_URL: server.url };
    const all: LitwatchProcess[] = [];
    const start = () => {
      const started = spawnLitwatch(['--worker'], environment, chaos.log);
      all.push(started);
      return started;
    };
    for (let at = 0; at < workers; at++) processes.push(start());
    await Promise.all(processes.map(({ ready }) => ready));
    return await wreak(chaos, mailsAt(around.smtp), {
      processes: () => all,
      async killOne() {
        const alive = processes.filter((one) => one.isReady());
        const victim = alive[Math.floor(Math.random() * alive.length)];
        if (!victim) return null;
        await victim.kill();
        processes[processes.indexOf(victim)] = start();
        // Mails in transit at that moment reach the server within this time.
        await delay(100);
        return inHand(database.db);
      },
      isDone: async () => isDone(await standing(database.db), chaos.due),
    });
  } finally {
    await Promise.all(processes.map((one) => one.kill()));
    await around.close();
    await database.close();
    await server.drop();
  }
}

/** One process on the embedded database in a folder, killed and started again. */
export async function killAlone(chaos: Chaos): Promise<Outcome> {
  const around = await surroundings();
  const open = () => openDatabase({ url: null, folder: path.join(around.environment.DATA_DIR!, 'database') });
  const processes: LitwatchProcess[] = [];
  const start = async () => {
    processes.push(spawnLitwatch([], around.environment, chaos.log));
    await processes.at(-1)!.ready;
  };
  try {
    const seeding = await open();
    await seedDue(seeding, { environment: around.environment, count: chaos.due });
    await seeding.close();
    await start();
    return await wreak(chaos, mailsAt(around.smtp), {
      processes: () => processes,
      async killOne() {
        await processes.at(-1)!.kill();
        // No process uses the folder now, so we read it as a restart would find it.
        const left = await open();
        const doubtful = await inHand(left.db);
        await left.close();
        await start();
        return doubtful;
      },
      isDone: async () => around.smtp.distinct >= chaos.due,
    });
  } finally {
    await processes.at(-1)?.kill();
    await around.close();
  }
}

const isDone = ({ digests, due }: Awaited<ReturnType<typeof standing>>, all: number): boolean =>
  due === 0 && digests.sent === all && !digests.pending && !digests.sending;

/** Mails that arrived at the mail server. */
export interface Arrivals {
  /** Number of different mails. */
  distinct(): number;
  /** The id of every mail that arrived, repeated for each copy. */
  ids(): string[];
}

const mailsAt = (smtp: SmtpStandIn): Arrivals => ({
  distinct: () => smtp.distinct,
  ids: () => smtp.mails.map(({ messageId }) => messageId.replace(/^<|@.*$/g, '')),
});

/** Kills one process repeatedly while digests arrive, then counts the mails. */
export async function wreak(
  { due, kills, maxWaitSeconds, say = () => undefined }: Chaos,
  arrivals: Arrivals,
  {
    killOne,
    isDone,
    processes,
    moment = () => delay(Math.random() * 100),
  }: {
    killOne: () => Promise<string[] | null>;
    /** Waits for the moment of a kill; a random moment by default. */
    moment?: () => Promise<unknown>;
    isDone: () => Promise<boolean>;
    /** Every process ever started. */
    processes: () => readonly LitwatchProcess[];
  },
): Promise<Outcome> {
  const service = watchService(processes);
  const startedAt = performance.now();
  const seconds = () => (performance.now() - startedAt) / 1000;
  const doubtful = new Set<string>();
  let killed = 0;
  // Spread the kills over all mails, so that they hit planning, composing and delivering alike.
  while (killed < kills) {
    const next = Math.floor((due * (killed + Math.random())) / (kills + 1));
    while (arrivals.distinct() < next && seconds() < maxWaitSeconds) await delay(5);
    await moment();
    const inDoubt = await killOne();
    if (inDoubt) {
      killed++;
      for (const id of inDoubt) doubtful.add(id);
      say(
        `kill ${killed} at ${seconds().toFixed(1)} s: ${arrivals.distinct()} arrived, ${inDoubt.length} in hand`,
      );
    }
    if (seconds() > maxWaitSeconds) break;
  }
  while (!(await isDone()) && seconds() < maxWaitSeconds) await delay(200);
  // Wait for any second copy.
  await delay(1000);
  const times = Map.groupBy(arrivals.ids(), (id) => id);
  const again = [...times].filter(([, copies]) => copies.length > 1);
  return {
    due,
    kills: killed,
    mails: arrivals.ids().length,
    messageIds: times.size,
    lost: due - times.size,
    repeatedInDoubt: again.filter(([id]) => doubtful.has(id)).length,
    repeated: again.filter(([id]) => !doubtful.has(id)).length,
    seconds: seconds(),
    out: service.stop(),
    ended: processes().filter((one) => one.endedAlone()).length,
  };
}

/** Sources, a mail server and a folder, and the environment that points at them. */
export async function surroundings(options: SourcesOptions = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), 'litwatch-chaos-'));
  const sources = await startSources(options);
  const smtp = await startSmtp();
  return {
    smtp,
    sources,
    environment: {
      ...sources.environment,
      PORT: '0',
      DATA_DIR: folder,
      SMTP_URL: smtp.url,
      SESSION_SECRET: 'chaos: at least thirty-two characters',
    } as Record<string, string>,
    async close() {
      await Promise.all([sources.close(), smtp.close()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
