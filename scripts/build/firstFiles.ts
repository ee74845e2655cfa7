import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin, Rolldown } from 'vite';

/**
 * Lists the files that each page loads before it is drawn, in addition to those of every page. The server names them in the
 * document. Otherwise the browser would only request them when a script does.
 */
export const firstFiles = (): Plugin => ({
  name: 'first-files',
  apply: 'build',
  generateBundle(_, bundle) {
    const chunks = Object.values(bundle).filter((one) => one.type === 'chunk');
    refuseCircles(bundle, chunks);
    const chunkOf = (module: string) => {
      const found = chunks.find(({ facadeModuleId }) => facadeModuleId === module);
      if (!found) throw new Error(`There is no file of ${module}, so no document can name what it loads.`);
      return found.fileName;
    };
    const always = reached(bundle, [chunkOf(path.join(root, 'index.html'))]);
    const files = Object.fromEntries(
      pages().map(([address, modules]) => {
        const needed = reached(bundle, modules.map(chunkOf));
        return [address, [...needed].filter((file) => !always.has(file)).map((file) => `/${file}`)];
      }),
    );
    this.emitFile({ type: 'asset', fileName: '.vite/first-files.json', source: JSON.stringify(files) });
  },
});

const root = path.join(import.meta.dirname, '..', '..');
const app = path.join(root, 'src', 'web', 'app');

/** Each address of the list of screens with the modules it loads; `*` means every other address. */
function pages(): [address: string, modules: string[]][] {
  const read = (file: string) => readFileSync(path.join(app, file), 'utf8');
  const rare = new Map(
    [...read('rarePages.ts').matchAll(/(\w+): \(\) => import\('([^']+)'\)/g)].map(([, name, file]) => [
      name,
      [path.join(app, 'rarePages.ts'), path.join(app, file!)],
    ]),
  );
  const lines = [...read('routes.tsx').matchAll(/\['([^']+)', \w+\((?:\(\) => import\()?'([^']+)'/g)];
  return lines.map(([, address, asked]) => [address!, rare.get(asked) ?? [path.join(app, asked!)]]);
}

/** These files and all that they import. */
function reached(bundle: Rolldown.OutputBundle, from: string[]): Set<string> {
  const all = new Set<string>();
  const add = (file: string) => {
    const chunk = bundle[file];
    if (all.has(file) || chunk?.type !== 'chunk') return;
    all.add(file);
    for (const next of chunk.imports) add(next);
  };
  for (const file of from) add(file);
  return all;
}

/** Fails if files import each other, because their order is then undefined and they may use uninitialized values. */
function refuseCircles(bundle: Rolldown.OutputBundle, chunks: Rolldown.OutputChunk[]): void {
  for (const { fileName, imports } of chunks)
    if (reached(bundle, imports).has(fileName))
      throw new Error(`${fileName} imports a file that imports it: see files.ts.`);
}
