import { parseArgs } from 'node:util';
import { enlistAccounts } from '#accounts/admission/addresses.ts';
import { openDatabase } from '#platform/db/open.ts';
import { publishCorpus } from '#platform/replication/publish.ts';
import { forget, subscribe, unsubscribe } from '#platform/replication/subscribe.ts';
import { ConfigError, readConfig, readPlace } from '#platform/runtime/config.ts';
import { openLog } from '#platform/runtime/log.ts';
import { openDirectory } from '#platform/shards/directory.ts';
import { AppError } from '#shared/contract/errors.ts';

const usage = `Usage, each with DATABASE_URL of the server that it is about:
  npm run shards -- publish                             offer the corpus of this server, which harvests, to shards
  npm run shards -- subscribe postgres://… --name NAME  get the corpus from that server; --replace after a restore
  npm run shards -- unsubscribe                         keep the corpus that is here and let this server harvest
  npm run shards -- forget NAME                         keep nothing more for a shard that does not come back
  npm run shards -- enlist                              write the addresses of this shard's accounts into the directory`;

/** `npm run shards`: spreads readers over several servers that share one corpus. */
try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { name: { type: 'string' }, replace: { type: 'boolean', default: false } },
  });
  await run(positionals, values);
} catch (error) {
  process.stderr.write(
    `${error instanceof ConfigError || error instanceof AppError ? error.message : (error as Error).stack}\n`,
  );
  process.exit(1);
}

async function run(
  [command, given]: string[],
  { name, replace }: { name?: string | undefined; replace: boolean },
): Promise<void> {
  const { databaseUrl } = readPlace();
  if (!databaseUrl)
    throw new ConfigError(
      'DATABASE_URL must be set: the embedded database cannot be replicated. npm run move brings it to a server.',
    );
  const print = (line: string) => process.stdout.write(`${line}\n`);
  if (command === 'publish') return publishCorpus(databaseUrl, print);
  if (command === 'unsubscribe') return unsubscribe(databaseUrl, print);
  if (command === 'enlist') return enlist(print);
  if (command === 'forget' && given) return forget(databaseUrl, named(given), print);
  if (command !== 'subscribe' || !given || !name) throw new ConfigError(usage);
  const corpusUrl = readPlace({ DATABASE_URL: given }).databaseUrl!;
  return subscribe(databaseUrl, { corpusUrl, name: named(name), replace, print });
}

/** Ends with 1 when another shard answers for the address of an account here: its reader cannot sign in to this one. */
async function enlist(print: (line: string) => void): Promise<void> {
  const config = readConfig();
  const { shards, databaseUrl } = config;
  if (!shards)
    throw new ConfigError('SHARD, SHARDS, SHARD_SECRET and DIRECTORY_URL must be set, as for the server.');
  const database = await openDatabase({ url: databaseUrl, folder: null });
  const directory = openDirectory(shards.directoryUrl, openLog('silent'));
  try {
    const app = { config, db: database.db, now: () => new Date(), directory };
    const { count, elsewhere } = await enlistAccounts(app);
    print(`${count} addresses of ${shards.own} were looked at.`);
    for (const address of elsewhere) print(`Another shard answers for ${address}.`);
    if (elsewhere.length) process.exitCode = 1;
  } finally {
    await directory.close();
    await database.close();
  }
}

function named(name: string): string {
  if (!/^[a-z\d_]{1,40}$/.test(name))
    throw new ConfigError('The name of a shard has small letters, digits and _, at most 40.');
  return name;
}
