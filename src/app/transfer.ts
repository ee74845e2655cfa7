import { parseArgs } from 'node:util';
import { ConfigError, readPlace } from '#platform/runtime/config.ts';
import { backUp, restore } from '#platform/transfer/backup.ts';
import { move } from '#platform/transfer/move.ts';

const usage = {
  backup: 'npm run backup -- FILE [--overwrite]',
  restore: 'npm run restore -- FILE [--overwrite]',
  move: 'npm run move -- --to postgres://…',
};

const options = { to: { type: 'string' }, overwrite: { type: 'boolean', default: false } } as const;
const { values, positionals } = parseArgs({ allowPositionals: true, options });
const [command = 'backup', file] = positionals;

try {
  await run();
} catch (error) {
  process.stderr.write(`${error instanceof ConfigError ? error.message : (error as Error).stack}\n`);
  process.exit(1);
}

async function run(): Promise<void> {
  const { databaseUrl, dataDir } = readPlace();
  const print = (line: string) => process.stdout.write(`${line}\n`);
  if (databaseUrl) throw new ConfigError(onServer(databaseUrl));
  if (command === 'move') {
    const given = needed(/^postgres(ql)?:/.test(values.to ?? '') ? values.to : undefined, 'move');
    const to = readPlace({ DATABASE_URL: given }).databaseUrl!;
    return move(dataDir, { to, print });
  }
  const { overwrite } = values;
  if (command === 'restore') return restore(dataDir, { file: needed(file, 'restore'), overwrite, print });
  return backUp(dataDir, { file: needed(file, 'backup'), overwrite, print });
}

/** PostgreSQL's own tools do this for a server. */
function onServer(url: string): string {
  const { host, pathname } = new URL(url);
  return `DATABASE_URL names a server (${host}${pathname}), and npm run ${command} is for the embedded database. Use pg_dump and pg_restore: docs/operating.md has the lines.`;
}

function needed(value: string | undefined, command: keyof typeof usage): string {
  if (!value) throw new ConfigError(`Usage: ${usage[command]}`);
  return value;
}
