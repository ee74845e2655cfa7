import { existsSync } from 'node:fs';
import path from 'node:path';
import { offerSetup } from '#accounts/setup.ts';
import { checkModels } from '#ai/check.ts';
import type { App } from '#kit/feature.ts';
import { greetingOf, verifySmtp } from '#mail/transport/smtp.ts';
import {
  databaseFolder,
  FolderInUse,
  freeBytes,
  holderOf,
  inMegabytes,
  leastFreeBytes,
  lockDataFolder,
} from '#platform/db/dataFolder.ts';
import { inspectServer, type ServerReport } from '#platform/db/inspect.ts';
import { openDatabase } from '#platform/db/open.ts';
import { explainStartError } from '#platform/db/serverErrors.ts';
import { openBoss } from '#platform/queue/pgBoss.ts';
import { type Config, ConfigError, examplesLeft } from '#platform/runtime/config.ts';
import { type Log, openLog } from '#platform/runtime/log.ts';
import { isOtherSecret, otherSecret, secretOf } from '#platform/secret.ts';
import { offeredSources, sourceLabels } from '#shared/papers/sources.ts';
import { type SourceTrouble, troubledSources } from '#sources/registry.ts';
import { judgeSkew } from './clock.ts';
import { features } from './features.ts';
import { allQueues } from './queues.ts';
import { readConfig } from './settings.ts';

type State = 'ok' | 'warning' | 'wrong' | 'on' | 'off';
type Line = [state: State, subject: string, sentence: string];

/** The oldest PostgreSQL that is tested. */
const oldestMajor = 15;

/**
 * `npm start -- --check`: looks at everything that a start needs, prints a line for each, and changes nothing.
 * @param environment the settings; those of the process by default
 * @returns the exit code: 1 when something would be refused or cannot work, 0 otherwise
 */
export async function checkInstallation(
  print: (line: string) => void,
  hostNow: () => Date,
  environment?: Record<string, string | undefined>,
): Promise<0 | 1> {
  const states = new Set<State>();
  const say = ([state, subject, sentence]: Line) => {
    states.add(state);
    print(`${state.padEnd(8)} ${subject.padEnd(9)} ${sentence}`);
  };
  const config = settings(say, environment);
  if (config) {
    const looks = [
      config.databaseUrl ? server(config, config.databaseUrl, hostNow) : folder(config),
      disk(config),
      mail(config),
      sources(config),
      models(config),
    ];
    for (const look of looks) for (const line of await look) say(line);
  }
  const isWrong = states.has('wrong');
  print(isWrong ? 'Something is wrong: see above.' : 'Nothing would be refused.');
  return isWrong ? 1 : 0;
}

function settings(say: (line: Line) => void, environment?: Record<string, string | undefined>) {
  try {
    const config = readConfig(environment);
    const left = examplesLeft(config);
    if (left.length) say(['warning', 'settings', `Still examples: ${left.join(', ')}.`]);
    else
      say(['ok', 'settings', `${config.production ? 'Production' : 'Development'}, at ${config.baseUrl}.`]);
    for (const line of abilities(config)) say(line);
    return config;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    for (const line of error.lines) say(['wrong', 'settings', line]);
    return null;
  }
}

/** What the settings turn on and off, with the variable that decides. */
function abilities(config: Config): Line[] {
  const { edition, signup, mail, chat, embeddings, openAlex } = config;
  const line = (isOn: boolean, sentence: string): Line => [isOn ? 'on' : 'off', 'settings', sentence];
  const limit = edition.topicsPerReader ? `${edition.topicsPerReader} topics a reader` : 'no limit of topics';
  const from = signup.mode === 'domain' ? ` at ${signup.domains.join(', ')}` : '';
  return [
    line(
      edition.billing,
      edition.billing ? 'Plans (BILLING).' : `Plans (BILLING): every feature for everybody, ${limit}.`,
    ),
    line(signup.mode !== 'closed', `Sign-up (SIGNUP): ${signup.mode}${from}.`),
    line(config.passwordRule === 'kinds', 'Four kinds of characters in a new password (PASSWORD_RULE).'),
    line(!mail.isOff, 'Mail (SMTP_URL).'),
    line(mail.dkim !== null, 'Signing of mails here (DKIM_DOMAIN).'),
    line(chat !== null, 'Summaries and phrases by a model (AI_BASE_URL).'),
    line(embeddings !== null, 'Vectors by a model (EMBEDDINGS_BASE_URL).'),
    line(openAlex.apiKey !== null, 'Citations from OpenAlex (OPENALEX_API_KEY).'),
    line(config.metricsToken !== null, 'Figures for a monitor elsewhere (METRICS_TOKEN).'),
    line(config.trustedProxies.length > 0, 'A proxy in front (TRUSTED_PROXIES).'),
    line(config.analytics !== null, 'Analytics, after consent (ANALYTICS_SCRIPT_URL).'),
    ...features
      .flatMap(({ abilities }) => abilities?.(config) ?? [])
      .map(({ isOn, what }) => line(isOn, what)),
  ];
}

async function server(config: Config, url: string, hostNow: () => Date): Promise<Line[]> {
  const found = await inspectServer(url, hostNow).catch((error: Error) => error);
  if (found instanceof Error) return [['wrong', 'database', found.message]];
  const { version, major, latencyMs, freeConnections, skewMs } = found;
  const needed = config.databaseConnections;
  const clock = judgeSkew(skewMs);
  const [isOld, isSlow] = [major < oldestMajor, latencyMs > 20];
  const lines: [State, string][] = [
    [isOld ? 'wrong' : 'ok', `PostgreSQL ${version}${isOld ? `; ${oldestMajor} or newer is needed` : ''}.`],
  ];
  const trip = `A round trip takes ${latencyMs.toFixed(1)} ms${isSlow ? ': pages will be slow' : ''}.`;
  const way = config.isPooled
    ? 'By a pooler in transaction mode (DATABASE_POOLER): jobs start within two seconds instead of at once.'
    : 'Directly, or by a pooler in session mode (DATABASE_POOLER).';
  const free = `${freeConnections} connections are free; this process may take ${needed} (DATABASE_CONNECTIONS).`;
  lines.push([isSlow ? 'warning' : 'ok', trip], ...replication(found), ['ok', way]);
  lines.push([freeConnections < needed ? 'warning' : 'ok', free]);
  return [
    ...lines.map(([state, sentence]): Line => [state, 'database', sentence]),
    ...(await rehearsal(config)),
    [clock.isRight ? 'ok' : 'wrong', 'clock', clock.sentence],
  ];
}

/** What a start would do to the tables: it does that and takes it back. Then whether the secret is that of the database. */
async function rehearsal(config: Config): Promise<Line[]> {
  const place = { url: config.databaseUrl, folder: databaseFolder(config.dataDir) };
  try {
    const database = await openDatabase({ ...place, connections: 1, migrates: false });
    try {
      const isCurrent = (await database.schemaState()) === 'current';
      const queue = { queues: allQueues, databaseUrl: place.url, worker: false, log: openLog('silent') };
      await database.rehearse(async (tables) => (await openBoss({ pglite: null, tables }, queue)).stop());
      const will = isCurrent
        ? 'finds its tables as they should be'
        : 'makes its tables or brings them up to date';
      const tried: Line = ['ok', 'database', `A start ${will}: tried, and taken back.`];
      if (!isCurrent) return [tried];
      // A start would make a missing one.
      const isThere = config.sessionSecret || existsSync(path.join(config.dataDir, 'secret'));
      return (await isOtherSecret({ db: database.db, secret: isThere ? secretOf(config) : '' }))
        ? [tried, ['wrong', 'secret', otherSecret(config)]]
        : [tried, ['ok', 'secret', 'No other than that of the database.']];
    } finally {
      await database.close();
    }
  } catch (thrown) {
    const error = explainStartError(thrown, place);
    if (error instanceof FolderInUse || !(error instanceof ConfigError)) throw error;
    return [['wrong', 'database', error.message]];
  }
}

/** Which server is primary, and what follows it. */
function replication({ address, standbys, isReadOnly }: ServerReport): [State, string][] {
  if (isReadOnly) return [];
  const primary = `${address ?? 'This server'} is primary`;
  if (!standbys.length) return [['ok', `${primary}, without a standby.`]];
  const hidden = `${primary}; what its standbys do is hidden from this user: grant pg_monitor to it.`;
  if (standbys.some(({ isSynchronous }) => isSynchronous === null)) return [['warning', hidden]];
  const words = standbys.map(
    ({ name, isSynchronous, behind }) =>
      `${name} (${isSynchronous ? 'synchronous, ' : ''}${Math.round((behind ?? 0) / 1024)} kB behind)`,
  );
  const isSafe = standbys.some(({ isSynchronous }) => isSynchronous);
  const without = isSafe ? '' : ' None is synchronous: a failover may lose what was written last.';
  return [[isSafe ? 'ok' : 'warning', `${primary}; standbys: ${words.join(', ')}.${without}`]];
}

async function folder(config: Config): Promise<Line[]> {
  const database = databaseFolder(config.dataDir);
  try {
    lockDataFolder(database).release();
    const free: Line = ['ok', 'database', `Embedded, in ${database}; no other process uses it.`];
    return existsSync(path.join(database, 'PG_VERSION')) ? [free, ...(await rehearsal(config))] : [free];
  } catch (error) {
    const inUse = `Embedded, in use by ${holderOf(database)}; a second start would be refused.`;
    // The runbook begins with this check, while the server may be running.
    if (error instanceof FolderInUse) return [['warning', 'database', inUse]];
    if (!(error instanceof ConfigError)) throw error;
    return [['wrong', 'database', error.message]];
  }
}

async function disk({ dataDir }: Config): Promise<Line[]> {
  try {
    const free = freeBytes(dataDir);
    const state = free < leastFreeBytes ? 'wrong' : free < 32 * leastFreeBytes ? 'warning' : 'ok';
    return [[state, 'disk', `${inMegabytes(free)} MB free in ${dataDir}.`]];
  } catch (error) {
    return [['warning', 'disk', `${dataDir} cannot be looked at: ${(error as Error).message}.`]];
  }
}

async function mail(config: Config): Promise<Line[]> {
  const { smtpUrl, isOff } = config.mail;
  if (isOff)
    return [['warning', 'mail', 'No SMTP_URL: no mail leaves; digests are on the pages and in feeds.']];
  if (!smtpUrl) return [['ok', 'mail', 'No SMTP_URL: mails go into the local mailbox.']];
  try {
    await verifySmtp(smtpUrl, greetingOf(config));
    return [['ok', 'mail', 'The mail server lets us in.']];
  } catch (error) {
    return [['wrong', 'mail', `The mail server does not let us in: ${(error as Error).message}.`]];
  }
}

async function sources({ sources }: Config): Promise<Line[]> {
  const troubles = await troubledSources(sources);
  if (!troubles.length) return [['ok', 'sources', 'All of them answer.']];
  const isEvery = troubles.length === offeredSources(sources.more).length;
  const sentence = `${isEvery ? 'None of them can be read' : 'Not all of them can be read'}: ${troublesInWords(troubles)}.`;
  return [[isEvery ? 'wrong' : 'warning', 'sources', sentence]];
}

const models = async (config: Config): Promise<Line[]> =>
  (await checkModels(config, openLog('silent'))).map(({ isRight, sentence }) => [
    isRight ? 'ok' : 'warning',
    'model',
    sentence,
  ]);

/** The only way in while there is no account: anyone who reads this output may become the first administrator. */
export async function printSetupCode(app: App): Promise<void> {
  const code = await offerSetup(app);
  if (code)
    process.stdout.write(
      `There is no account yet. Make the first one, an administrator's, at ${app.config.baseUrl}/setup with the code ${code}\n`,
    );
}

/**
 * Warns, in a line each, about settings that a start does not refuse: example values, whose mails name nobody real and
 * may be refused; no trusted proxies, since behind an unnamed one every reader counts as one network and shares its
 * limits; no mail server, without which everything else works.
 */
export function warnAboutSettings(config: Config, log: Log): void {
  const warn = (line: string, said: string) => {
    process.stderr.write(`${line}\n`);
    log.warn(said);
  };
  const left = examplesLeft(config);
  if (left.length) {
    const hold = left.length > 1 ? 'hold' : 'holds';
    const line = `${left.join(', ')} still ${hold} the example: mails and legal pages name nobody real until set.`;
    warn(line, `settings hold examples: ${left.join(', ')}`);
  }
  if (config.production && !config.trustedProxies.length)
    warn(
      'TRUSTED_PROXIES is not set: behind a proxy, all readers count as one network and share its limits.',
      'no trusted proxies are set',
    );
  if (config.mail.isOff)
    warn(
      'SMTP_URL is not set: no mail leaves. Digests are on the pages and in feeds; sign-up is by invitation.',
      'no mail server is set',
    );
}

/** Warns in one clear line if papers cannot be fetched from here. The product keeps running and retrying. */
export async function warnAboutSources({ config, log }: App): Promise<void> {
  const troubles = await troubledSources(config.sources);
  if (!troubles.length) return;
  process.stderr.write(
    `Cannot read ${troublesInWords(troubles)} from here: digests will lack them until they answer. To try Litwatch without them: npm run demo\n`,
  );
  log.warn({ troubles }, 'sources cannot be read');
}

/** For example `PubMed (answers 503), arXiv (no answer)`. */
export const troublesInWords = (troubles: readonly SourceTrouble[]): string =>
  troubles
    .map(
      ({ source, status }) =>
        `${sourceLabels[source]} (${status === null ? 'no answer' : `answers ${status}`})`,
    )
    .join(', ');
