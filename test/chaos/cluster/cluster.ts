import { hold, part, say } from '../setup/report.ts';
import {
  type Disturbance,
  type Disturbed,
  disturbances,
  type Running,
  startRunning,
} from './disturbances.ts';
import { whyNoCluster } from './machines.ts';

/**
 * `npm run chaos -- cluster`: Litwatch on three PostgreSQL servers under Patroni, as `deploy/cluster` sets them up, while
 * parts of it are killed and moved. `--only switchover` makes a run of a minute.
 */
export async function onCluster({ due, only }: { due: number; only: string | undefined }): Promise<void> {
  const reason = whyNoCluster();
  if (reason) return console.log(`The cluster is skipped: ${reason}.`);
  const wanted = disturbances.filter(({ name }) => !only || name.includes(only));
  const running = await startRunning();
  const rows: [string, Disturbed][] = [];
  try {
    console.log(`The cluster was up after ${running.startSeconds.toFixed(0)} s.`);
    await part('npm start -- --check through PgBouncer', async () => {
      const { lines, code } = await running.check();
      for (const line of lines) if (/primary|pooler/.test(line)) say(line);
      hold(
        'it names primary, standbys, which of them is synchronous, and the pooler',
        code === 0 &&
          lines.some((line) =>
            /5432 is primary; standbys: node.*\(synchronous, \d+ kB behind\)/.test(line),
          ) &&
          lines.some((line) => line.includes('DATABASE_POOLER')),
      );
    });
    if (!only) await part('A standby promoted while a harvest writes', () => harvest(running));
    else await running.harvested();
    for (const disturbance of wanted)
      await part(`${disturbance.name}, ${due} digests due`, async () => {
        const outcome = await running.run(disturbance, due);
        rows.push([disturbance.name, outcome]);
        judge(disturbance, outcome);
      });
  } finally {
    await running.stop();
  }
  printTable(rows);
}

async function harvest(running: Running): Promise<void> {
  const { records, alone, back } = await running.harvestThroughFailover();
  say(`${records} of ${alone} records; the database was back after ${back.toFixed(1)} s`);
  hold('every record is stored, and none twice', records === alone);
}

/** A reader's first digest takes about six seconds where all is well, and more on a busy machine. */
const usualSeconds = 30;

function judge({ killsSender }: Disturbance, outcome: Disturbed): void {
  const { due, mails, ids, lost, twice, firstDigest, answers, ended } = outcome;
  hold(`every digest arrives: ${due}`, lost === 0 && ids === due);
  hold('no reader gets one under two ids', twice === 0);
  if (!killsSender) hold('none goes out twice', mails === ids);
  hold('no call is answered with a 500', !answers[500]);
  hold('no process ends by itself', ended === 0);
  hold(`the next first digest comes in ${usualSeconds} s`, firstDigest < usualSeconds);
}

function printTable(rows: readonly [string, Disturbed][]): void {
  const columns = ['back s', 'first mail s', 'first digest s', 'mails', 'ids', 'lost', 'answers'];
  console.log(`\n${''.padEnd(34)}${columns.map((name) => name.padStart(15)).join('')}`);
  for (const [name, outcome] of rows) {
    const { back, firstMail, firstDigest, mails, ids, lost, answers } = outcome;
    const cells = [...[back, firstMail, firstDigest].map((s) => s.toFixed(1)), mails, ids, lost];
    const answered = Object.entries(answers).map(([status, count]) => `${count} × ${status}`);
    console.log(
      `${name.padEnd(34) + cells.map((cell) => String(cell).padStart(15)).join('')}   ${answered.join(', ')}`,
    );
  }
}
