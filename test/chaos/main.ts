// `npm run chaos` checks the promises about harvests and digests while processes are killed and the mail server
// misbehaves. Exits with 1 if a promise is broken. `-- --due 100 --kills 5` makes a short run; `-- cluster` is about a
// cluster of PostgreSQL servers.
import { webAndWorkers } from './apart.ts';
import { killWithChannels, killWithZotero } from './channels/services.ts';
import { onCluster } from './cluster/cluster.ts';
import { diskFull } from './fullDisk.ts';
import { killWithJournals } from './journals.ts';
import { electHarvesters, killHarvester } from './kills/harvesting.ts';
import { killAlone, killWorkers } from './kills/killing.ts';
import { badMailDay } from './mailServer.ts';
import { failOver, fewConnections, restartServer, statementTimeout } from './operating.ts';
import { muteDns, rollingRestart } from './rolling.ts';
import { schedulersAtOnce } from './schedulers.ts';
import { asked } from './setup/asked.ts';
import { startPostgres } from './setup/postgres.ts';
import { part, printReport } from './setup/stage.ts';

type Kind = 'kills' | 'channels' | 'days';
type Parts = [kind: Kind, title: string, happens: () => Promise<void>][];

const { due, only } = asked;
const [tenth, fifth] = [Math.ceil(due / 10), Math.ceil(due / 5)];

/** Parts on a PostgreSQL server. The mail server's day mostly waits for retries, so that the other parts run beside it. */
const mailDayOn = (url: string): Parts => [
  [
    'kills',
    'A mail server that is down, slow, asks to come later, breaks off and refuses; two workers',
    () => badMailDay(url, fifth),
  ],
];

const killsOn = (url: string): Parts => [
  ['kills', 'Two schedulers at once', () => schedulersAtOnce(url, due * 10)],
  ['kills', 'Three workers begin on an empty library', () => electHarvesters(url, 3)],
  ['kills', 'Web and worker apart; workers asked to stop in the middle', () => webAndWorkers(url, tenth, 3)],
  ['kills', 'Three workers, killed at random', () => killWorkers(url)],
];

const embeddedKills: Parts = [
  ['kills', 'A process on the embedded database killed while it reads the sources', () => killHarvester(3)],
  ['kills', 'One process on the embedded database, killed and started again', killAlone],
  [
    'kills',
    'Journals that are followed, the process killed while it reads and mails',
    () => killWithJournals(30),
  ],
  [
    'channels',
    'Topics that go to five services, the process killed between an answer and our note of it',
    killWithChannels,
  ],
  [
    'channels',
    'Topics that go to Zotero, the process killed between an answer and our note of it',
    () => killWithZotero({ due: 60, kills: 6 }),
  ],
];

const full = () => diskFull(Math.min(tenth, 60));
const embeddedDays: Parts = [
  ['days', 'The disk below the embedded database is full for twenty seconds', full],
];

const daysOn = (url: string): Parts => [
  ['days', 'The database server restarts five times under two workers', () => restartServer(tenth * 3, 5)],
  [
    'days',
    'The primary dies, and the standby has received nothing for 2.5 seconds',
    () => failOver(tenth * 2, 2500),
  ],
  [
    'days',
    'The server cancels statements, and its digests are locked again and again',
    () => statementTimeout(url, tenth),
  ],
  ['days', 'The server has fewer connections than two workers may take', () => fewConnections(url, tenth)],
  ['days', 'DNS answers nothing while sources are read, and the worker is asked to stop', () => muteDns(url)],
  ['days', 'Web processes replaced one by one at a hundred calls a second', () => rollingRestart(url, 4)],
];

async function inTurn(parts: Parts): Promise<void> {
  for (const [kind, title, happens] of parts)
    if (!only || only === kind || title.toLowerCase().includes(only.toLowerCase()))
      await part(title, happens);
}

if (asked.isCluster) {
  await onCluster({ due: Math.min(due, 100), only });
  process.exit(printReport());
}
const postgres = process.env.DATABASE_URL
  ? { url: process.env.DATABASE_URL, stop: async () => undefined }
  : await startPostgres();
if (!postgres) console.log('PostgreSQL is not installed here: its parts are left out.');
const on = (parts: (url: string) => Parts) => (postgres ? parts(postgres.url) : []);
try {
  // All of them mostly wait, and share no process or database.
  await Promise.all(
    [on(mailDayOn), [...on(killsOn), ...embeddedKills], [...embeddedDays, ...on(daysOn)]].map(inTurn),
  );
} finally {
  await postgres?.stop();
}
process.exit(printReport());
