import {
  type DamagedTable,
  damagedTable,
  fewConnections,
  queueStopped,
  statementTimeout,
} from './badDatabase.ts';
import { clockJump, diskFull, mailsInHand, muteDns, muteMailServer, startOnFullDisk } from './badMachine.ts';
import { type Delivered, failOver, restartServer, throughPooler, twoOnOneFolder } from './operating.ts';
import { rollingRestart } from './rolling.ts';
import { findPgBouncers } from './setup/pgbouncer.ts';
import { hold, part, row, say } from './setup/report.ts';

/** A bad day for an operator: its title, and the disturbance. */
type Day = [title: string, happens: () => Promise<void>];

const daysOfTheEmbeddedDatabase = (count: number): Day[] => [
  [
    'Two processes on one data folder',
    async () => {
      const folder = await twoOnOneFolder(Math.min(count, 60));
      judgeDelivered('two processes on one folder', folder);
      hold('the second is refused in one line', /DATA_DIR: .* is in use by process \d+/.test(folder.refusal));
    },
  ],
  [
    'The disk below the embedded database is full for twenty seconds',
    async () => {
      const full = await diskFull(Math.min(count, 60));
      judgeDelivered('a full disk', full);
      if (!full) return;
      hold('no more than those in hand are handed over without a record', full.again <= mailsInHand);
      hold('/readyz says so', full.status === 503);
      say(`sign-ups meanwhile: ${[...new Set(full.signUps)].join(' · ')}; afterwards ${full.afterwards}`);
      const refused = full.signUps.filter((one) => !one.startsWith('200'));
      hold('who signs up meanwhile is told to come back', refused.length > 0);
      hold(
        'and nothing else',
        refused.every((one) => /^503 We are back in a moment/.test(one)),
      );
      hold('and signs up once there is room', full.afterwards.startsWith('200'));
    },
  ],
  [
    'A start while the disk is full',
    async () => {
      const start = await startOnFullDisk();
      if (!start) return say('left out: nothing can be mounted here');
      say(start.refusal.trim());
      hold(
        'it is refused in one line, which calls nothing damaged',
        /DATA_DIR: (?:only 0 MB are free|.* cannot be locked \(database or disk is full\))/.test(
          start.refusal,
        ),
      );
      hold('the next one is ready once there is room', start.isBack);
    },
  ],
];

const daysOfAServer = (url: string, count: number): Day[] => [
  [
    'The database server restarts five times under two workers',
    async () => judgeDelivered('five restarts of the server', await restartServer(count * 3, 5)),
  ],
  [
    'The primary dies under two workers, and a standby takes over',
    async () => judgeDelivered('failover to a standby', await failOver(count * 3)),
  ],
  [
    'The primary dies, and the standby has received nothing for 2.5 seconds',
    async () => judgeDelivered('failover to a standby behind', await failOver(count * 2, 2500)),
  ],
  [
    'The server cancels statements, and its digests are locked again and again',
    async () => judgeDelivered('statement_timeout and locks', await statementTimeout(url, count)),
  ],
  [
    'The server has fewer connections than two workers may take',
    async () => judgeDelivered('too few connections', await fewConnections(url, count)),
  ],
  [
    'The clock of a host jumps ten days ahead and back',
    async () => judgeDelivered('a clock that jumps', await clockJump(url, Math.min(count, 20))),
  ],
  [
    'A mail server that says nothing for a minute',
    async () => judgeDelivered('a mute mail server', await muteMailServer(url, count)),
  ],
  ['PgBouncer in transaction mode', () => throughPoolers(url, count)],
  ['Web processes replaced one by one at a hundred calls a second', () => replaceOneByOne(url)],
  ['DNS answers nothing while sources are read, and the worker is asked to stop', () => stopWithoutDns(url)],
];

async function throughPoolers(url: string, count: number): Promise<void> {
  const bouncers = findPgBouncers();
  hold('there are the PgBouncer of this distribution and the newest', bouncers.length === 2);
  for (const { program, version } of bouncers) {
    say(`PgBouncer ${version}`);
    const environment = { DATABASE_POOLER: 'transaction' };
    judgeDelivered(
      `through PgBouncer ${version}`,
      await throughPooler(url, count * 2, { program, environment }),
    );
    judgeDelivered(
      `through PgBouncer ${version}, unannounced`,
      await throughPooler(url, count, { program, environment: {} }),
    );
  }
}

async function replaceOneByOne(url: string): Promise<void> {
  const { calls, failed: lost, slowestStop, seconds, out } = await rollingRestart(url, 4);
  row({ part: 'rolling restart (calls lost)', lost, seconds, out });
  say(`${calls} calls, ${lost} failed, slowest stop ${slowestStop.toFixed(1)} s`);
  hold('no call fails', lost === 0);
  hold('each stops within ten seconds', slowestStop < 10);
}

async function stopWithoutDns(url: string): Promise<void> {
  const { seconds, code } = await muteDns(url);
  row({ part: 'DNS that hangs (until the stop)', seconds });
  say(`stopped after ${seconds.toFixed(1)} s with ${code}`);
  hold('it stops within ten seconds', seconds < 10);
}

const brokenPage = 'A page of a table breaks under a worker';

/**
 * Runs the bad days one after another.
 * @param url a PostgreSQL server; without one only the days of the embedded database run
 * @param due digests due in the whole run; a day has about a tenth of them
 * @param only `days` for all of them, or words of a title
 */
export async function onBadDays(
  url: string | null,
  { due, only }: { due: number; only: string },
): Promise<void> {
  const count = Math.ceil(due / 10);
  const isWanted = (title: string) => only === 'days' || title.toLowerCase().includes(only.toLowerCase());
  // Runs alongside the others, because it mostly waits until ticks have failed for three minutes.
  const damage =
    url && isWanted(brokenPage) ? part(brokenPage, async () => judgeDamage(await damagedTable())) : null;
  const days = [...daysOfTheEmbeddedDatabase(count), ...(url ? daysOfAServer(url, count) : [])];
  for (const [title, happens] of days) if (isWanted(title)) await part(title, happens);
  await damage;
}

function judgeDelivered(name: string, outcome: Delivered | null): void {
  if (!outcome) {
    say('left out: what it needs is not installed here');
    return;
  }
  const { due, mails, messageIds: ids, lost, twice, again: doubt, seconds, out, ended } = outcome;
  row({ part: name, due, mails, ids, lost, twice, doubt, seconds, out });
  hold('every digest is mailed', lost === 0);
  hold('none goes out twice but under its own Message-ID', twice === 0);
  hold('no process ends by itself', ended === 0);
}

function judgeDamage(outcome: DamagedTable | null): void {
  if (!outcome) return;
  const { isNotReady, details, refusal, ended, seconds } = outcome;
  row({ part: 'a damaged table', seconds });
  const saysWhy = isNotReady && queueStopped.test(details);
  hold('the worker says that it is not ready', saysWhy);
  if (!saysWhy) say(`${isNotReady ? 'not ready' : 'ready'}, and says: ${details}`);
  hold('no process ends by itself', ended === 0);
  say(refusal.join(' / '));
  hold('a start is refused in one line', refusal.length === 1 && /a table is damaged/.test(refusal[0]!));
}
