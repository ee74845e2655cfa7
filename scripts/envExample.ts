// `npm run env-example`, after a change of the settings: writes .env.example from the checks of the settings (names and
// defaults) and the table in docs/operating.md (meanings).
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { z } from 'zod';
import { variables } from '#app/settings.ts';

const root = path.join(import.meta.dirname, '..');
export const envExampleFile = path.join(root, '.env.example');

/** Defaults that depend on the machine. */
const computed = new Set(['RANKING_THREADS']);

if (process.argv[1] === import.meta.filename) writeFileSync(envExampleFile, envExample());

/**
 * The text of .env.example: every variable with its default, commented out, under its meaning.
 * @throws Error naming the variables that docs/operating.md leaves out, or has although there are none.
 */
export function envExample(): string {
  const rows = settingsTable(readFileSync(path.join(root, 'docs', 'operating.md'), 'utf8'));
  const documented = rows.flatMap(({ names }) => names);
  const known = Object.keys(variables.shape);
  const differs = (name: string) => documented.includes(name) !== known.includes(name);
  const wrong = [...documented, ...known].filter(differs);
  if (wrong.length) throw new Error(`docs/operating.md and the settings differ in ${wrong.join(', ')}.`);
  const head =
    '# Every setting of Litwatch; docs/operating.md says more. Copy to .env, and uncomment what you set.';
  const sections = rows.map(({ names, meaning }) => [...wrap(meaning), ...names.map(lineOf)].join('\n'));
  return `${[head, ...sections].join('\n\n')}\n`;
}

interface Row {
  names: string[];
  meaning: string;
}

/** The rows of the table under "Settings": names in the first column, what they mean in the last. */
function settingsTable(document: string): Row[] {
  const [, settings = ''] = document.split('\n## Settings\n');
  const [table = ''] = settings.split('\n## ');
  return table.split('\n').flatMap((line) => {
    const cells = line.split('|').map((cell) => cell.trim());
    const names = [...(cells[1] ?? '').matchAll(/`([A-Z][A-Z\d_]*)(?:=\w+)?`/g)].map(([, name]) => name!);
    return names.length ? [{ names, meaning: cells.at(-2)!.replaceAll('`', '') }] : [];
  });
}

function lineOf(name: string): string {
  const schema = (variables.shape as Record<string, z.ZodType>)[name]!;
  const { success, data } = schema.safeParse(undefined);
  const value = success && data !== undefined && !computed.has(name) ? String(data) : '';
  return `#${name}=${/[\s<>]/.test(value) ? `"${value}"` : value}`;
}

/** A comment of at most 100 columns. */
function wrap(text: string): string[] {
  const lines = [''];
  for (const word of text.split(' '))
    if (`${lines.at(-1)} ${word}`.length > 98) lines.push(` ${word}`);
    else lines[lines.length - 1] += ` ${word}`;
  return lines.map((line) => `#${line}`);
}
