import { parseArgs } from 'node:util';

/** The options of a bench that take a value, by name, and what else its command names: `relevance DIR --json FILE`. */
export function optionsIn<Name extends string>(args: string[], ...names: Name[]) {
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]));
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  return { ...(values as Partial<Record<Name, string>>), named: positionals };
}
