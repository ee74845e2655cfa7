import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

/** A setting that cannot be read. The message is one line for the operator. */
export class SettingsError extends Error {}

type Settings = Record<string, string | undefined>;

export interface Given {
  settings: Record<string, string>;
  /** A line for each file that cannot be read, and for each setting given twice. */
  wrong: string[];
}

/**
 * The settings of the environment, completed by the file that `LITWATCH_CONFIG` names, with every `NAME_FILE` replaced by
 * `NAME` and the content of that file. Empty variables count as not set.
 * @param names of all settings
 */
export function settingsFrom(environment: Settings, names: ReadonlySet<string>): Given {
  const wrong: string[] = [];
  const orSay = <Read>(read: () => Read): Read | null => {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof SettingsError)) throw error;
      wrong.push(error.message);
      return null;
    }
  };
  const settings = { ...orSay(() => settingsInFile(environment)), ...withoutEmpty(environment) };
  for (const [variable, file] of Object.entries(settings)) {
    const name = nameBehind(variable, names);
    if (!name) continue;
    delete settings[variable];
    const content = orSay(() => {
      if (settings[name] !== undefined)
        throw new SettingsError(`${name} and ${variable} are both set; unset one of them.`);
      return contentOf(variable, file).replace(/\r?\n$/, '');
    });
    if (content !== null) settings[name] = content;
  }
  for (const [name, value] of Object.entries(settings)) {
    // `docker run --env-file` and others pass quotes on, and a program cannot know whose they are.
    const bare = /^(["'])([^"']*)\1$/.exec(value)?.[2];
    if (bare === undefined || !names.has(name)) continue;
    settings[name] = bare;
    wrong.push(`${name} is in quotes, which would be a part of it: write it without them.`);
  }
  return { settings, wrong };
}

/**
 * The settings in the file of `LITWATCH_CONFIG`, written like `.env`: one `NAME=value` per line; `#` begins a comment.
 * @throws SettingsError if it cannot be read
 */
export function settingsInFile({ LITWATCH_CONFIG: file }: Settings): Record<string, string> {
  return file ? withoutEmpty(parseEnv(contentOf('LITWATCH_CONFIG', file))) : {};
}

/** The setting for which `NAME_FILE` stands; null for any other variable. */
export function nameBehind(variable: string, names: ReadonlySet<string>): string | null {
  const name = variable.replace(/_FILE$/, '');
  return name !== variable && names.has(name) ? name : null;
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
