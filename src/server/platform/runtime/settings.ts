import { readFileSync } from 'node:fs';

/** A setting that cannot be read. The message is one line for the operator. */
class SettingsError extends Error {}

type Settings = Record<string, string | undefined>;

export interface Given {
  settings: Record<string, string>;
  /** A line for each file that cannot be read, and for each setting given twice. */
  wrong: string[];
}

/**
 * The settings of the environment, with every `NAME_FILE` replaced by `NAME` and the content of that file. Empty variables
 * count as not set.
 * @param names of all settings
 */
export function settingsFrom(environment: Settings, names: ReadonlySet<string>): Given {
  const wrong: string[] = [];
  const settings = Object.fromEntries(
    Object.entries(environment).filter((entry): entry is [string, string] => Boolean(entry[1])),
  );
  for (const [variable, file] of Object.entries(settings)) {
    const name = nameBehind(variable, names);
    if (!name) continue;
    delete settings[variable];
    if (settings[name] !== undefined) wrong.push(`${name} and ${variable} are both set; unset one of them.`);
    else
      try {
        settings[name] = contentOf(variable, file).replace(/\r?\n$/, '');
      } catch (error) {
        if (!(error instanceof SettingsError)) throw error;
        wrong.push(error.message);
      }
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

/** The setting for which `NAME_FILE` stands; null for any other variable. */
function nameBehind(variable: string, names: ReadonlySet<string>): string | null {
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
