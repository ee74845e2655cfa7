import { setTimeout as delay } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import type { Db } from '#platform/db/open.ts';
import { emailDigests } from '#platform/db/schema.ts';
import { asked } from '../setup/asked.ts';
import { countIds, digestIn, hold, onStage, type Stage, say } from '../setup/stage.ts';

/** Three workers on one PostgreSQL; one of them is killed at a random moment and started again, over and over. */
export const killWorkers = (adminUrl: string): Promise<void> =>
  onStage('three workers on PostgreSQL', adminUrl, async (stage) => {
    await stage.seed(asked.due);
    await Promise.all([1, 2, 3].map(() => stage.start('--worker')));
    return wreak(stage, {
      ids: () => mailedIn(stage),
      async killOne() {
        const alive = stage.processes.filter((one) => one.isReady());
        const victim = alive[Math.floor(Math.random() * alive.length)];
        if (!victim) return null;
        await victim.kill();
        stage.spawn('--worker');
        // Mails in transit at that moment reach the server within this time.
        await delay(100);
        return stage.inDatabase(({ db }) => inHand(db));
      },
      finished: () => stage.finished(),
    });
  });

/** One process on the embedded database in a folder, killed and started again. */
export const killAlone = (): Promise<void> =>
  onStage('one process, embedded database', null, async (stage) => {
    await stage.seed(asked.due);
    await stage.start();
    const ids = () => mailedIn(stage);
    return wreak(stage, { ids, killOne: () => killAndRead(stage, inHand) });
  });

/** Kills the process on the embedded database, reads what it left, and starts the next. */
export async function killAndRead<T>(stage: Stage, read: (db: Db) => Promise<T>): Promise<T> {
  await stage.processes.at(-1)!.kill();
  const left = await stage.inDatabase(({ db }) => read(db));
  await stage.start();
  return left;
}

const mailedIn = ({ smtp }: Stage): string[] => smtp.mails.map(({ messageId }) => digestIn(messageId));

/** Digests that a process is handing over to the mail server right now. */
async function inHand(db: Db): Promise<string[]> {
  const sending = eq(emailDigests.status, 'sending');
  return (await db.select({ id: emailDigests.id }).from(emailDigests).where(sending)).map(({ id }) => id);
}

interface Havoc {
  /** The digest of everything that arrived, repeated for each copy. */
  ids(): string[];
  /** Kills a process, and returns the digests that were in its hands; null if there was none to kill. */
  killOne(): Promise<string[] | null>;
  /** Waits for the moment of a kill; a random moment by default. */
  moment?(): Promise<unknown>;
  /** Waits for the end; by default until every digest has arrived. */
  finished?(): Promise<void>;
}

/** Kills one process repeatedly while digests arrive, then counts them. */
export async function wreak(
  stage: Stage,
  { ids, killOne, moment = () => delay(Math.random() * 100), finished }: Havoc,
) {
  const { due } = asked;
  const arrived = () => new Set(ids()).size;
  const reach = async (count: number, ms: number) => {
    while (arrived() < count && !stage.isLate()) await delay(ms);
  };
  const doubtful = new Set<string>();
  let kills = 0;
  // Spread the kills over all mails, so that they hit planning, composing and delivering alike.
  while (kills < asked.kills && !stage.isLate()) {
    await reach(Math.floor((due * (kills + Math.random())) / (asked.kills + 1)), 5);
    await moment();
    const inDoubt = await killOne();
    if (!inDoubt) continue;
    kills++;
    for (const id of inDoubt) doubtful.add(id);
    say(`kill ${kills} at ${stage.seconds().toFixed(1)} s: ${arrived()} arrived, ${inDoubt.length} in hand`);
  }
  await (finished ? finished() : reach(due, 200));
  // Wait for any second copy.
  await delay(1000);
  const counts = countIds(ids(), doubtful);
  const lost = due - counts.ids;
  hold(`every digest arrives: ${due} ids`, lost === 0);
  hold('none goes out twice but what a kill left in doubt, and that under its own id', counts.twice === 0);
  hold('it was killed as often as asked for', kills === asked.kills);
  return { due, kills, lost, ...counts };
}

/** A kill that misses its moment proves nothing about it. */
export const holdHits = (hit: number, aimed: number): void =>
  hold(`${hit} of ${aimed} kills came between an answer and our note of it`, aimed > 0 && hit === aimed);
