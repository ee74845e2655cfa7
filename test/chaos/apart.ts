import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { newReader, Visitor } from '../world.ts';
import { addressOf, until } from './setup/process.ts';
import { countOf } from './setup/seed.ts';
import { countIds, hold, onStage, type Stage } from './setup/stage.ts';

/**
 * Web and worker processes on one PostgreSQL: the worker does what the web process is asked for. Then workers get SIGTERM
 * one after the other, in the middle of a week's digests, and each releases its leases.
 */
export const webAndWorkers = (adminUrl: string, due: number, stops: number): Promise<void> =>
  onStage('SIGTERM', adminUrl, async (stage) => {
    const { smtp } = stage;
    const web = await addressOf(await stage.start('--web'));
    const asking = askForDigest(web, stage);
    await delay(4000);
    hold('what is asked for at a web process waits for a worker', smtp.mails.length === 0);
    const first = await stage.start('--worker');
    await asking;
    const isThere = () => smtp.mails.some(({ headers }) => 'list-unsubscribe' in headers);
    await until(isThere, 60);
    hold('… and is done by it', isThere());

    await first.stop();
    smtp.clear();
    await stage.seed(due);
    let [stopped, left] = [0, 0];
    for (let stop = 1; stop <= stops; stop++) {
      // The next worker has started before this goes on: the previous one may have finished most of the work.
      const worker = await stage.start('--worker');
      await until(() => smtp.distinct >= (due * stop) / (stops + 2), 120);
      if ((await worker.stop()) === 0) stopped++;
      left += await stage.inDatabase(({ db }) => countOf(db, leased));
    }
    await stage.start('--worker');
    await stage.finished(240);
    await delay(1000);
    const messageIds = smtp.mails.map(({ messageId }) => messageId);
    const { mails, ids, twice } = countIds(messageIds, new Set());
    hold('a worker that is asked to stop ends well', stopped === stops);
    hold('… and hands back what it holds', left === 0);
    hold('every digest is mailed, none twice', ids === due && mails === ids);
    return { due, mails, ids, lost: due - ids, twice };
  });

const leased = sql`from (select id from search_terms where status = 'processing'
  union all select id from email_digests where status = 'sending') leased`;

/** Uses the pages' own calls from the sign-up form on. The links arrive by mail, which only a worker sends. */
async function askForDigest(url: string, { smtp }: Stage): Promise<void> {
  const reader = await newReader({ smtp, browser: () => new Visitor(url) }, 'apart@chaos.example');
  const { status } = await reader.post('/api/immediate-search', { searchTerm: 'heart failure' });
  if (status !== 200) throw new Error(`The search was answered with ${status}.`);
}
