import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

/** A setting that cannot be read; the message is the one line an operator needs. */
export class SettingsError extends Error {}

type Settings = Record<string, string | undefined>;

/**
 * The settings of the environment, with those of the file that `LITWATCH_CONFIG` names behind them, and with every
 * `NAME_FILE` replaced by `NAME` and what that file holds. Variables that are empty count as not set.
 * @param names the settings there are
 * @throws SettingsError for a file that cannot be read, and for a setting given twice
 */
export function settingsFrom(environment: Settings, names: ReadonlySet<string>): Record<string, string> {
  const given = { ...fileOf(environment), ...withoutEmpty(environment) };
  for (const [variable, file] of Object.entries(given)) {
    const name = variable.replace(/_FILE$/, '');
    if (name === variable || !names.has(name)) continue;
    if (given[name] !== undefined)
      throw new SettingsError(`${name} and ${variable} are both set; unset one of them.`);
    given[name] = contentOf(variable, file).replace(/\r?\n$/, '');
    delete given[variable];
  }
  return given;
}

/** The file is written like `.env`: a `NAME=value` a line, `#` begins a comment. */
function fileOf({ LITWATCH_CONFIG: file }: Settings): Record<string, string> {
  return file ? withoutEmpty(parseEnv(contentOf('LITWATCH_CONFIG', file))) : {};
}

function contentOf(variable: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new SettingsError(
      `${variable}: ${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`,
    );
  }
}

const withoutEmpty = (settings: Settings): Record<string, string> =>
  Object.fromEntries(
    Object.entries(settings).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== '',
    ),
  );
