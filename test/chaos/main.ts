// `npm run chaos` checks the promises about harvests and digests while processes are killed and the mail server
// misbehaves. Exits with 1 if a promise is broken. `-- --due 100 --kills 5` makes a short run; `-- cluster` is about a
// cluster of PostgreSQL servers.
import { parseArgs } from 'node:util';
import { webAndWorkers } from './apart.ts';
import { killWithChannels } from './channels/services.ts';
import { killWithZotero, type ZoteroOutcome } from './channels/zotero.ts';
import { onCluster } from './cluster/cluster.ts';
import { onBadDays } from './days.ts';
import { electHarvesters, type HarvestOutcome, killHarvester } from './harvesting.ts';
import { journalKills, killWithJournals } from './journals.ts';
import { badMailDay } from './mailServer.ts';
import { schedulersAtOnce } from './schedulers.ts';
import { type Chaos, killAlone, killWorkers, type Outcome } from './setup/killing.ts';
import { startPostgres } from './setup/postgres.ts';
import { hold, part, printReport, row, say } from './setup/report.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    due: { type: 'string', default: '1000' },
    kills: { type: 'string', default: '20' },
    log: { type: 'string' },
    /** `days`: an operator's bad days; `channels`: webhooks; `kills`: the rest; or words of some parts' titles. */
    only: { type: 'string' },
  },
});
const due = Number(values.due);
const isWanted = (part: 'kills' | 'channels'): boolean => (values.only ?? part) === part;
const [onServer, onEmbedded] = ['three workers on PostgreSQL', 'one process, embedded database'];
const [toServices, toZotero] = ['five services, embedded database', 'Zotero, embedded database'];
const toReaders = 'followed journals, embedded database';
/** Whether a part was requested, by a word of its title or by its kind. */
const isWantedAlone = (kind: 'kills' | 'channels', title: string): boolean =>
  isWanted(kind) || title.toLowerCase().includes(values.only!.toLowerCase());
const chaos: Chaos = { due, kills: Number(values.kills), maxWaitSeconds: 1800, log: values.log ?? null, say };
function judge(name: string, outcome: Outcome): void {
  const { due, kills, mails, messageIds: ids, lost, repeated: twice, repeatedInDoubt: doubt } = outcome;
  const { seconds, out } = outcome;
  row({ part: name, due, kills, mails, ids, lost, twice, doubt, seconds, out });
  hold(`every digest arrives: ${due} ids`, ids === due && lost === 0);
  hold('none goes out twice but what a kill left in doubt, and that under its own id', twice === 0);
  hold('it was killed as often as asked for', kills === chaos.kills);
  hold('no process ends by itself', outcome.ended === 0);
}

function judgeZotero({ due, kills, hit, lost, twice, seconds }: ZoteroOutcome, wanted: number): void {
  row({ part: toZotero, due, kills, lost, twice, seconds });
  holdHits(hit, kills);
  hold('it was killed as often as asked for', kills === wanted);
  hold('every paper of every digest is in its library', lost === 0 && due > 0);
  hold('none is there twice', twice === 0);
}

/** A kill that misses its moment proves nothing about it. */
const holdHits = (hit: number, aimed: number): void =>
  hold(`${hit} of ${aimed} kills came between an answer and our note of it`, aimed > 0 && hit === aimed);

function judgeHarvest(name: string, kills: number, outcome: HarvestOutcome): void {
  const { calls, callsAlone, records, recordsAlone, harvests, seconds } = outcome;
  row({ part: name, kills, seconds });
  say(`${harvests} harvests, ${records} of ${recordsAlone} records, ${calls} calls (${callsAlone} alone)`);
  hold('each source is read once, and whole', harvests === 4 && records === recordsAlone);
  // A restart repeats the current page, and PubMed's search, whose response is not stored.
  hold('a page or two a kill and source are asked for again', calls <= callsAlone + kills * 9);
}

async function planTwice(url: string): Promise<void> {
  const startedAt = performance.now();
  const two = await schedulersAtOnce(url, { due: due * 10, schedulers: 2 });
  row({
    part: 'two schedulers at once',
    due: two.due,
    seconds: (performance.now() - startedAt) / 1000,
  });
  say(`${two.due} due, asked for ${two.asked} times, ${two.jobs} jobs (shares ${two.share.join(', ')})`);
  hold('every due term is asked for once', two.asked === two.due && two.jobs === two.due);
}

async function stopInTheMiddle(url: string): Promise<void> {
  const apart = await webAndWorkers(url, Math.ceil(due / 10), 3);
  const { messageIds: ids, mails, seconds, out } = apart;
  const lost = apart.due - ids;
  row({ part: 'SIGTERM', due: apart.due, mails, ids, lost, twice: mails - ids, seconds, out });
  hold('what is asked for at a web process waits for a worker', apart.mailsWithoutWorker === 0);
  hold('… and is done by it', apart.digestByWorker);
  hold(
    'a worker that is asked to stop ends well',
    apart.stopped.every((code) => code === 0),
  );
  hold('… and hands back what it holds', apart.left === 0);
  hold('every digest is mailed, none twice', lost === 0 && mails === ids);
}

async function throughBadMailDay(url: string): Promise<void> {
  const bad = await badMailDay(url, { due: Math.ceil(due / 5), maxWaitSeconds: 1800, say });
  row({
    ...{ part: 'a bad day of the mail server', due: bad.due, ids: bad.messageIds, lost: bad.lost },
    ...{ twice: bad.repeated, doubt: bad.repeatedInDoubt, seconds: bad.seconds, out: bad.out },
  });
  say(`${bad.refused} were refused for good`);
  hold('what is not refused is mailed', bad.lost === 0);
  hold('none twice but where the server broke off before its answer', bad.repeated === 0);
  hold('a refusal is final, and taken at its first word', bad.refusedOtherwise === 0);
}

async function onPostgres(url: string): Promise<void> {
  // Runs alongside the shorter parts, because it mostly waits for retries of mails.
  const badDay = part(
    'A mail server that is down, slow, asks to come later, breaks off and refuses; two workers',
    () => throughBadMailDay(url),
  );
  await part('Two schedulers at once', () => planTwice(url));
  await part('Three workers begin on an empty library', async () =>
    judgeHarvest('three workers elect harvesters', 0, await electHarvesters(url, 3)),
  );
  await part('A process on the embedded database killed while it reads the sources', async () =>
    judgeHarvest('killed while it reads the sources', 3, await killHarvester(url, 3)),
  );
  await part('Web and worker apart; workers asked to stop in the middle', () => stopInTheMiddle(url));
  await badDay;
}

/** Kills at random moments, and the days of the mail server that belong to them. */
async function onKills(url: string | null): Promise<void> {
  if (url && isWanted('kills')) await onPostgres(url);
  if (url && isWantedAlone('kills', onServer))
    await part('Three workers, killed at random', async () =>
      judge(onServer, await killWorkers(url, 3, chaos)),
    );
  if (isWantedAlone('kills', onEmbedded))
    await part('One process on the embedded database, killed and started again', async () =>
      judge(onEmbedded, await killAlone(chaos)),
    );
  if (isWantedAlone('kills', toReaders))
    await part('Journals that are followed, the process killed while it reads and mails', withJournals);
}

/** A followed journal, through kills while it is read and while its digests leave. */
async function withJournals(): Promise<void> {
  const readers = 30;
  const { due, mails, lost, twice, unequal, ...took } = await killWithJournals(readers, chaos);
  row({ part: toReaders, due, mails, lost, twice, ...took });
  hold('every article of every journal is told, shown or listed', lost === 0 && mails === readers);
  hold('none is told twice', twice === 0);
  hold('every kill came while it read or mailed', took.kills === journalKills);
  hold('every week has registered what came', unequal === 0);
}

/** Kills between the response of a reader's service and our record of it. */
async function onChannels(): Promise<void> {
  if (isWantedAlone('channels', toServices))
    await part(
      'Topics that go to five services, the process killed between an answer and our note of it',
      async () => {
        const channels = await killWithChannels(chaos);
        judge(toServices, channels);
        holdHits(channels.hit, channels.aimed);
      },
    );
  if (isWantedAlone('channels', toZotero))
    await part(
      'Topics that go to Zotero, the process killed between an answer and our note of it',
      async () => {
        const aimed = 6;
        judgeZotero(await killWithZotero({ ...chaos, due: 60, kills: aimed }), aimed);
      },
    );
}

if (positionals[0] === 'cluster') {
  await onCluster({ due: Math.min(due, 100), only: values.only });
  process.exit(printReport() ? 1 : 0);
}
const postgres = process.env.DATABASE_URL
  ? { url: process.env.DATABASE_URL, stop: async () => undefined }
  : await startPostgres();
try {
  const url = postgres?.url ?? null;
  if (!url) console.log('PostgreSQL is not installed here: its part is left out.');
  const kills = async () => {
    await onKills(url);
    await onChannels();
  };
  const days = ['kills', 'channels'].includes(values.only ?? '')
    ? null
    : onBadDays(url, { due, only: values.only ?? 'days' });
  // Both mostly wait, and share no process, database or server.
  await Promise.all([days, kills()]);
} finally {
  await postgres?.stop();
}
process.exit(printReport() ? 1 : 0);
