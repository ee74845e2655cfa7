import { execFile } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { needsOf } from '#test/house/features.ts';
import { isTest, readTree } from '#test/house/tree.ts';

const root = path.resolve(import.meta.dirname, '../..');
const names = readdirSync(import.meta.dirname, { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? [entry.name] : [],
);

const house = readTree();

const copy = scratchCopy();
afterAll(() => rmSync(copy, { recursive: true }));
const [checked, all] = ['types.tsbuildinfo', 'all.tsbuildinfo'].map((name) => path.join(copy, name));
// The types of everything, once: each deletion then checks only what it touches.
beforeAll(async () => {
  expect(await typesWithout([])).toBe('');
  copyFileSync(checked!, all!);
}, 120_000);
beforeEach(() => copyFileSync(all!, checked!));

test.each([
  ...names.map((name) => ({ what: name, without: [name] })),
  { what: 'any feature', without: names },
])(
  'the product compiles without $what',
  async ({ without }) => expect(await typesWithout(withThoseThatNeed(without))).toBe(''),
  120_000,
);

test('a feature that is still named is found', async () =>
  expect(await typesWithout(['zotero'], { lists: [] })).toMatch(/features\/index\.ts.*zotero\/feature/));

/** The project with its own folder of features: links to everything else. */
function scratchCopy(): string {
  const copy = mkdtempSync(path.join(tmpdir(), 'litwatch-without-'));
  const link = (folder: string, names: string[]) => {
    mkdirSync(path.join(copy, folder), { recursive: true });
    for (const name of names) symlinkSync(path.join(root, folder, name), path.join(copy, folder, name));
  };
  link('', ['stand-ins', 'test', 'bench', 'scripts', 'node_modules', 'package.json']);
  link(
    'src',
    readdirSync(path.join(root, 'src')).filter((name) => name !== 'features'),
  );
  link('src/features', names);
  return copy;
}

/** What the compiler says of the project without the folders of these features, and without their names in the lists. */
async function typesWithout(left: string[], { lists = left } = {}): Promise<string> {
  const folder = (name: string) => path.join(copy, 'src/features', name);
  for (const list of ['index.ts', 'web.ts']) writeFileSync(folder(list), listWithout(list, lists));
  for (const name of left) rmSync(folder(name));
  const config = {
    extends: path.join(root, 'tsconfig.json'),
    compilerOptions: { tsBuildInfoFile: './types.tsbuildinfo', preserveSymlinks: true },
    include: ['src'],
    exclude: ['**/*.test.ts', '**/*.test.tsx'],
    // The tests of the core take twice as long as the product, so they are tried once, without any feature.
    files: left.length === names.length ? ['test/image.ts', ...testsWithout(left)] : [],
  };
  writeFileSync(path.join(copy, 'tsconfig.json'), JSON.stringify(config));
  const tsc = path.join(root, 'node_modules/.bin/tsc');
  const { stdout } = await promisify(execFile)(tsc, { cwd: copy }).catch(
    (error: { stdout: string }) => error,
  );
  for (const name of left) symlinkSync(path.join(root, 'src/features', name), folder(name));
  return stdout;
}

const withThoseThatNeed = (without: string[]): string[] => {
  const more = names.filter(
    (name) => !without.includes(name) && needsOf(name, house).some((one) => without.includes(one)),
  );
  return more.length ? withThoseThatNeed([...without, ...more]) : without;
};

/** A list as somebody would leave it: without the imports and the names of these features. */
const listWithout = (list: string, left: string[]): string => {
  const lines = readFileSync(path.join(import.meta.dirname, list), 'utf8').split('\n');
  const kept = lines.filter((line) => !left.some((name) => line.includes(`from './${name}/`)));
  const deleted = new RegExp(`\\b(?:${left.join('|') || '(?!)'})\\b,? ?`, 'g');
  return kept.map((line) => (line.startsWith('import') ? line : line.replace(deleted, ''))).join('\n');
};

/** The feature tests that reach none of these features. Those that do are theirs, and go with them. */
function testsWithout(left: string[]): string[] {
  const imports = new Map(
    house.code.map(({ path, imports }) => [path, imports.flatMap(({ target }) => target ?? [])]),
  );
  const reaches = new Map<string, boolean>();
  const isOf = (file: string): boolean => {
    const known = reaches.get(file);
    if (known !== undefined) return known;
    reaches.set(file, false);
    const found =
      left.some((name) => file.startsWith(`src/features/${name}/`)) ||
      (!/^src\/(features\/(index|web)\.ts|app\/)/.test(file) && (imports.get(file) ?? []).some(isOf));
    reaches.set(file, found);
    return found;
  };
  return house.code
    .map(({ path }) => path)
    .filter((file) => file.startsWith('test/features/') && isTest(file) && !isOf(file));
}
