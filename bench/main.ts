import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** `npm run bench -- NAME [args]` runs `bench/NAME.ts`: a file that exports `run` by default is a bench. */
const [name, ...args] = process.argv.slice(2);
const file = new URL(`./${name}.ts`, import.meta.url);
const bench: unknown =
  name && /^[\w-]+$/.test(name) && existsSync(file) ? (await import(file.href)).default : null;
if (typeof bench === 'function') await bench(args);
else {
  const here = new URL('.', import.meta.url);
  const names = readdirSync(here).filter(
    (one) => one !== 'main.ts' && readFileSync(new URL(one, here), 'utf8').includes('export default'),
  );
  console.error(`Say which: npm run bench -- ${names.map((one) => one.replace('.ts', '')).join(' | ')}`);
  process.exitCode = 1;
}
