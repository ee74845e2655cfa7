// `npm run chaos`: what is promised of digests, kept while processes are killed and the mail server misbehaves.
// Ends with 1 when a promise is broken. `-- --due 100 --kills 5` for a short one.
import { parseArgs } from 'node:util';
import { type Chaos, killAlone, killWorkers, type Outcome } from './killing.ts';
import { badMailDay } from './mailServer.ts';
import { startPostgres } from './postgres.ts';
import { schedulersAtOnce } from './schedulers.ts';

const { values } = parseArgs({
  options: {
    due: { type: 'string', default: '1000' },
    kills: { type: 'string', default: '20' },
    log: { type: 'string' },
  },
});
const due = Number(values.due);
const chaos: Chaos = { due, kills: Number(values.kills), patience: 1800, log: values.log ?? null, say };
const broken: string[] = [];

function say(line: string): void {
  console.log(`    ${line}`);
}

function hold(promise: string, isKept: boolean): void {
  console.log(`  ${isKept ? 'kept  ' : 'BROKEN'}  ${promise}`);
  if (!isKept) broken.push(promise);
}

function judge({ kills, mails, messageIds, lost, repeatedInDoubt, repeated, seconds, ...of }: Outcome): void {
  console.log(
    `  ${of.due} digests due, ${kills} × kill -9: ${mails} mails, ${messageIds} Message-IDs, ${lost} lost, ${repeated} twice; ${repeatedInDoubt} handed over again under the same Message-ID after a kill between the server’s yes and our note of it (${seconds.toFixed(0)} s)`,
  );
  hold(`every digest is mailed: ${of.due} Message-IDs`, messageIds === of.due && lost === 0);
  hold(
    'none goes out twice but what a kill left in doubt, and that under its own Message-ID',
    repeated === 0,
  );
  hold('it was killed as often as asked for', kills === chaos.kills);
}

const postgres = process.env.DATABASE_URL
  ? { url: process.env.DATABASE_URL, stop: async () => undefined }
  : await startPostgres();
try {
  if (postgres) {
    console.log('\nTwo schedulers at once on PostgreSQL');
    const two = await schedulersAtOnce(postgres.url, { due: due * 10, schedulers: 2 });
    console.log(
      `  ${two.due} due, asked for ${two.asked} times, ${two.jobs} jobs (shares ${two.share.join(', ')})`,
    );
    hold('every due term is asked for once', two.asked === two.due && two.jobs === two.due);

    console.log('\nThree workers on PostgreSQL, killed at random');
    judge(await killWorkers(postgres.url, 3, chaos));

    console.log(
      '\nA mail server that is down, slow, asks to come later, breaks off and refuses; two workers',
    );
    const bad = await badMailDay(postgres.url, { due: Math.ceil(due / 5), patience: 1800, say });
    console.log(
      `  ${bad.due} digests: ${bad.messageIds} mails, ${bad.refused} refused, ${bad.lost} lost, ${bad.repeated} twice; ${bad.repeatedInDoubt} again after the server broke off (${bad.seconds.toFixed(0)} s)`,
    );
    hold('what is not refused is mailed', bad.lost === 0);
    hold('none twice but where the server broke off before its answer', bad.repeated === 0);
    hold('a refusal is final, and taken at its first word', bad.refusedOtherwise === 0);
  } else console.log('PostgreSQL is not installed here: its part is left out.');

  console.log('\nOne process on the embedded database, killed and started again');
  judge(await killAlone(chaos));
} finally {
  await postgres?.stop();
}
console.log(broken.length ? `\n${broken.length} promises were broken.` : '\nEvery promise was kept.');
process.exit(broken.length ? 1 : 0);
