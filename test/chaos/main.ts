// `npm run chaos`: what is promised of harvests and digests, kept while processes are killed and the mail server
// misbehaves. Ends with 1 when a promise is broken. `-- --due 100 --kills 5` for a short one.
import { parseArgs } from 'node:util';
import { webAndWorkers } from './apart.ts';
import { fewConnections, statementTimeout } from './badDatabase.ts';
import { clockJump, diskFull, mailsInHand, muteMailServer } from './badMachine.ts';
import { killWithChannels } from './channels.ts';
import { electHarvesters, type HarvestOutcome, killHarvester } from './harvesting.ts';
import { type Chaos, killAlone, killWorkers, type Outcome } from './killing.ts';
import { badMailDay } from './mailServer.ts';
import { type Delivered, failOver, restartServer, throughPooler, twoOnOneFolder } from './operating.ts';
import { rollingRestart } from './rolling.ts';
import { schedulersAtOnce } from './schedulers.ts';
import { startPostgres } from './setup/postgres.ts';

const { values } = parseArgs({
  options: {
    due: { type: 'string', default: '1000' },
    kills: { type: 'string', default: '20' },
    log: { type: 'string' },
    /** `days`: only the bad days of an operator; `channels`: only webhooks; `kills`: only the rest. */
    only: { type: 'string' },
  },
});
const due = Number(values.due);
const isWanted = (part: 'days' | 'kills' | 'channels'): boolean => (values.only ?? part) === part;
const chaos: Chaos = { due, kills: Number(values.kills), maxWaitSeconds: 1800, log: values.log ?? null, say };
const broken: string[] = [];
const table: Row[] = [];

interface Row {
  part: string;
  due?: number;
  kills?: number;
  mails?: number;
  ids?: number;
  lost?: number;
  twice?: number;
  /** Sent again under the same Message-ID because nobody could know whether it had been taken. */
  again?: number;
  seconds: number;
}

function say(line: string): void {
  console.log(`    ${line}`);
}

function hold(promise: string, isKept: boolean): void {
  console.log(`  ${isKept ? 'kept  ' : 'BROKEN'}  ${promise}`);
  if (!isKept) broken.push(promise);
}

function judge(part: string, outcome: Outcome): void {
  const { kills, mails, messageIds, lost, repeatedInDoubt, repeated, seconds } = outcome;
  const row = { part, due: outcome.due, kills, mails, ids: messageIds, lost, twice: repeated, seconds };
  table.push({ ...row, again: repeatedInDoubt });
  hold(`every digest arrives: ${outcome.due} ids`, messageIds === outcome.due && lost === 0);
  hold('none goes out twice but what a kill left in doubt, and that under its own id', repeated === 0);
  hold('it was killed as often as asked for', kills === chaos.kills);
}

function judgeHarvest(part: string, kills: number, outcome: HarvestOutcome): void {
  const { calls, callsAlone, records, recordsAlone, harvests, seconds } = outcome;
  table.push({ part, kills, seconds });
  console.log(
    `  ${harvests} harvests, ${records} of ${recordsAlone} records, ${calls} calls (${callsAlone} alone)`,
  );
  hold('each source is read once, and whole', harvests === 4 && records === recordsAlone);
  // The page in hand is asked for again, and PubMed's search, whose answer is not kept.
  hold('a page or two a kill and source are asked for again', calls <= callsAlone + kills * 9);
}

function judgeDelivered(part: string, outcome: Delivered | null): void {
  if (!outcome) {
    say('left out: what it needs is not installed here');
    return;
  }
  const { due, mails, messageIds, lost, twice, again, seconds, ended } = outcome;
  table.push({ part, due, mails, ids: messageIds, lost, twice, again, seconds });
  hold('every digest is mailed', lost === 0);
  hold('none goes out twice but under its own Message-ID', twice === 0);
  hold('no process ends by itself', ended === 0);
}

/** Bad days of an operator: what happens around the processes. */
async function onBadDays(url: string | null): Promise<void> {
  const count = Math.ceil(due / 10);
  console.log('\nTwo processes on one data folder');
  const folder = await twoOnOneFolder(Math.min(count, 60));
  judgeDelivered('two processes on one folder', folder);
  hold('the second is refused in one line', /DATA_DIR: .* is in use by process \d+/.test(folder.refusal));

  console.log('\nThe disk below the embedded database is full for twenty seconds');
  const full = await diskFull(Math.min(count, 60));
  judgeDelivered('a full disk', full);
  if (full) {
    hold('no more than those in hand are handed over without a record', full.again <= mailsInHand);
    hold('/readyz says so', full.status === 503);
  }
  if (!url) return;

  console.log('\nThe database server restarts five times under two workers');
  judgeDelivered('five restarts of the server', await restartServer(count * 3, 5));

  console.log('\nThe primary dies under two workers, and a standby takes over');
  judgeDelivered('failover to a standby', await failOver(count * 3));

  console.log('\nThe primary dies, and the standby has received nothing for 2.5 seconds');
  judgeDelivered('failover to a standby behind', await failOver(count * 2, 2500));

  console.log('\nThe server cancels statements, and its digests are locked again and again');
  judgeDelivered('statement_timeout and locks', await statementTimeout(url, count));

  console.log('\nThe server has fewer connections than two workers may take');
  judgeDelivered('too few connections', await fewConnections(url, count));

  console.log('\nThe clock of a host jumps ten days ahead and back');
  judgeDelivered('a clock that jumps', await clockJump(url, Math.min(count, 20)));

  console.log('\nA mail server that says nothing for a minute');
  judgeDelivered('a mute mail server', await muteMailServer(url, count));

  console.log('\nPgBouncer in transaction mode');
  judgeDelivered('through PgBouncer', await throughPooler(url, count * 2));

  console.log('\nWeb processes replaced one by one at a hundred calls a second');
  const rolling = await rollingRestart(url, 4);
  say(`${rolling.calls} calls, ${rolling.failed} failed, slowest stop ${rolling.slowestStop.toFixed(1)} s`);
  hold('no call fails', rolling.failed === 0);
  hold('each stops within ten seconds', rolling.slowestStop < 10);
}

async function onPostgres(url: string): Promise<void> {
  // Mostly waiting until a mail may be tried again: it goes on beside the shorter parts.
  const said: string[] = [];
  const badDay = badMailDay(url, {
    ...{ due: Math.ceil(due / 5), maxWaitSeconds: 1800 },
    say: (line) => said.push(line),
  });
  console.log('\nTwo schedulers at once');
  const startedAt = performance.now();
  const two = await schedulersAtOnce(url, { due: due * 10, schedulers: 2 });
  table.push({
    part: 'two schedulers at once',
    due: two.due,
    seconds: (performance.now() - startedAt) / 1000,
  });
  say(`${two.due} due, asked for ${two.asked} times, ${two.jobs} jobs (shares ${two.share.join(', ')})`);
  hold('every due term is asked for once', two.asked === two.due && two.jobs === two.due);

  console.log('\nThree workers begin on an empty library');
  judgeHarvest('three workers elect harvesters', 0, await electHarvesters(url, 3));

  console.log('\nA process on the embedded database killed while it reads the sources');
  judgeHarvest('killed while it reads the sources', 3, await killHarvester(url, 3));

  console.log('\nWeb and worker apart; workers asked to stop in the middle');
  const apart = await webAndWorkers(url, Math.ceil(due / 10), 3);
  const { messageIds: ids, mails, seconds } = apart;
  const lost = apart.due - ids;
  table.push({ part: 'SIGTERM', due: apart.due, mails, ids, lost, twice: mails - ids, seconds });
  hold('what is asked for at a web process waits for a worker', apart.mailsWithoutWorker === 0);
  hold('… and is done by it', apart.digestByWorker);
  hold(
    'a worker that is asked to stop ends well',
    apart.stopped.every((code) => code === 0),
  );
  hold('… and hands back what it holds', apart.left === 0);
  hold('every digest is mailed, none twice', lost === 0 && mails === ids);

  console.log('\nA mail server that is down, slow, asks to come later, breaks off and refuses; two workers');
  const bad = await badDay;
  for (const line of said) say(line);
  table.push({
    ...{ part: 'a bad day of the mail server', due: bad.due, ids: bad.messageIds, lost: bad.lost },
    ...{ twice: bad.repeated, again: bad.repeatedInDoubt, seconds: bad.seconds },
  });
  say(`${bad.refused} were refused for good`);
  hold('what is not refused is mailed', bad.lost === 0);
  hold('none twice but where the server broke off before its answer', bad.repeated === 0);
  hold('a refusal is final, and taken at its first word', bad.refusedOtherwise === 0);

  console.log('\nThree workers, killed at random');
  judge('three workers on PostgreSQL', await killWorkers(url, 3, chaos));
}

function printTable(): void {
  const columns = ['due', 'kills', 'mails', 'ids', 'lost', 'twice', 'again', 'seconds'] as const;
  const cell = (value: string | number | undefined) => String(value ?? '').padStart(8);
  console.log(`\n${''.padEnd(36)}${columns.map(cell).join('')}`);
  for (const { seconds, ...row } of table)
    console.log(
      row.part.padEnd(36) +
        columns.map((name) => cell(name === 'seconds' ? seconds.toFixed(0) : row[name])).join(''),
    );
  console.log(
    'ids: distinct Message-IDs; again: under the same Message-ID, where nobody could know whether the',
  );
  console.log(
    'mail had been taken (a kill, or a broken connection, between the server’s yes and our note of it).',
  );
}

const postgres = process.env.DATABASE_URL
  ? { url: process.env.DATABASE_URL, stop: async () => undefined }
  : await startPostgres();
try {
  if (!postgres) console.log('PostgreSQL is not installed here: its part is left out.');
  if (isWanted('days')) await onBadDays(postgres?.url ?? null);
  if (postgres && isWanted('kills')) await onPostgres(postgres.url);

  if (isWanted('kills')) {
    console.log('\nOne process on the embedded database, killed and started again');
    judge('one process, embedded database', await killAlone(chaos));
  }
  if (isWanted('channels')) {
    console.log(
      '\nOne process on the embedded database with a webhook for every topic, killed and started again',
    );
    judge('webhooks, embedded database', await killWithChannels(chaos));
  }
} finally {
  await postgres?.stop();
}
printTable();
console.log(broken.length ? `\n${broken.length} promises were broken.` : '\nEvery promise was kept.');
process.exit(broken.length ? 1 : 0);
