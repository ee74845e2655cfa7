import { parseArgs } from 'node:util';
import about from '#package.json' with { type: 'json' };
import { ConfigError, readPlace } from '#platform/runtime/config.ts';
import { backUp, move, restore, type Setting } from '#platform/transfer/transfer.ts';

const usage = {
  backup: 'npm run backup -- FILE [--overwrite]',
  restore: 'npm run restore -- FILE [--overwrite]',
  move: 'npm run move -- --to postgres://… | --to FOLDER [--overwrite]',
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { to: { type: 'string' }, overwrite: { type: 'boolean', default: false } },
});
const [command, file] = positionals;

try {
  await run();
} catch (error) {
  process.stderr.write(`${error instanceof ConfigError ? error.message : (error as Error).stack}\n`);
  process.exit(1);
}

async function run(): Promise<void> {
  const { databaseUrl, dataDir } = readPlace();
  const setting: Setting = { place: databaseUrl ? { url: databaseUrl } : { dataDir }, dataDir };
  const options = { overwrite: values.overwrite, print: (line: string) => process.stdout.write(`${line}\n`) };
  if (command === 'move') return move(setting, { to: targetOf(needed(values.to, 'move')), ...options });
  if (command === 'restore') return restore(setting, { file: needed(file, 'restore'), ...options });
  return backUp(setting, {
    ...{ file: needed(file, 'backup'), version: about.version, madeAt: new Date() },
    ...options,
  });
}

function needed(value: string | undefined, command: keyof typeof usage): string {
  if (!value) throw new ConfigError(`Usage: ${usage[command]}`);
  return value;
}

/** A server's address, or a folder as in DATA_DIR. */
function targetOf(to: string): Setting['place'] {
  const { databaseUrl, dataDir } = readPlace(
    /^postgres(ql)?:/.test(to) ? { DATABASE_URL: to } : { DATA_DIR: to },
  );
  return databaseUrl ? { url: databaseUrl } : { dataDir };
}
