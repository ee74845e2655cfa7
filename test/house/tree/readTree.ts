import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type House, type Layers, openHouse, type SourceFile, type Words } from './house.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const folders = ['src', 'stand-ins', 'bench', 'e2e', 'test', 'scripts', 'docs', 'public', 'deploy'];
const kinds = /\.(ts|tsx|mjs|js|css|wat|md|json|png|ya?ml|service)$|^LICENSE$|^\.env\.example$/;

/** The project as it is in this checkout. */
export function readTree(): House {
  const json = (file: string) => JSON.parse(readFileSync(path.join(root, file), 'utf8'));
  const loose = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = [...loose.map((entry) => entry.name), ...folders.flatMap(filesBelow)];
  return openHouse({
    files: paths.filter((file) => kinds.test(file)).map(read),
    layers: json('layers.json') as Layers,
    words: json('docs/words.json') as Words,
    aliases: json('package.json').imports,
  });
}

const filesBelow = (folder: string): string[] =>
  readdirSync(path.join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'));

const read = (file: string): SourceFile => ({
  path: file,
  text: file.endsWith('.png') ? '' : readFileSync(path.join(root, file), 'utf8'),
});
