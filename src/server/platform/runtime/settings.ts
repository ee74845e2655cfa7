import { readFileSync } from 'node:fs';

type Settings = Record<string, string | undefined>;

/**
 * The settings of the environment, with every `NAME_FILE` replaced by `NAME` and the content of that file. Empty variables
 * count as not set.
 * @param names of all settings
 * @returns also a line for each file that cannot be read, and for each setting given twice or in quotes
 */
export function settingsFrom(environment: Settings, names: ReadonlySet<string>) {
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
        settings[name] = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        wrong.push(`${variable}: ${file} cannot be read (${code}).`);
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
