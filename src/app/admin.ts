import path from 'node:path';
import { makeAdministrator, resetLinkOf } from '#accounts/setup.ts';
import { openDatabase } from '#platform/db/open.ts';
import { ConfigError } from '#platform/runtime/config.ts';
import { AppError } from '#shared/contract/errors.ts';
import { email } from '#shared/values/fields.ts';
import { readConfig } from './settings.ts';

const usage = `Usage:
  npm run admin -- create EMAIL   make this account an administrator's; creates it if there is none
  npm run admin -- reset EMAIL    print a link by which its owner chooses a new password
On the embedded database, stop the server first, or use its setup page.`;

type OperatorApp = Parameters<typeof resetLinkOf>[0];

const print = (line: string) => process.stdout.write(`${line}\n`);
const printLink = (link: string) => print(`Choose a password within a day: ${link}`);

const commands = {
  async create(app: OperatorApp, address: string) {
    const link = await makeAdministrator(app, address);
    print(`${address} is an administrator.`);
    if (link) printLink(link);
  },
  async reset(app: OperatorApp, address: string) {
    printLink(await resetLinkOf(app, address));
  },
};

const isCommand = (given: string | undefined): given is keyof typeof commands =>
  given !== undefined && Object.hasOwn(commands, given);

/** `npm run admin -- create EMAIL`: what an operator does on the server itself, without signing in. */
try {
  const [command, given] = process.argv.slice(2);
  const address = email.safeParse(given);
  if (!address.success || !isCommand(command)) throw new ConfigError(usage);
  const config = readConfig();
  const folder = path.join(config.dataDir, 'database');
  const database = await openDatabase({ url: config.databaseUrl, folder });
  try {
    await commands[command]({ db: database.db, now: () => new Date(), config }, address.data);
  } finally {
    await database.close();
  }
} catch (error) {
  const isExpected = error instanceof ConfigError || error instanceof AppError;
  process.stderr.write(`${isExpected ? error.message : (error as Error).stack}\n`);
  process.exitCode = 1;
}
