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
const [checked, core] = ['types.tsbuildinfo', 'core.tsbuildinfo'].map((name) => path.join(copy, name));
// The types of the core, once: each feature is then checked on top of it.
beforeAll(async () => {
  expect(await typesWith([])).toBe('');
  copyFileSync(checked!, core!);
}, 120_000);
beforeEach(() => copyFileSync(core!, checked!));

// What compiles beside the core alone compiles beside any others, so every feature can be deleted whatever else is.
test.each(names)(
  'the product compiles with %s and what it needs as its only features',
  async (name) => expect(await typesWith(withNeeds(name))).toBe(''),
  120_000,
);

test(
  'the product and the tests of the core compile without any feature',
  async () => expect(await typesWith([], { files: ['test/image.ts', ...testsOfCore()] })).toBe(''),
  120_000,
);

test('a feature that is still named is found', async () =>
  expect(await typesWith([], { lists: ['zotero'] })).toMatch(/features\/index\.ts.*zotero\/feature/));

/** The project with its own folder of features, which is empty: links to everything else. */
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
  link('src/features', []);
  return copy;
}

/** What the compiler says of the project with the folders of these features alone, and with these names in the lists. */
async function typesWith(
  kept: string[],
  { lists = kept, files = [] }: { lists?: string[]; files?: string[] } = {},
): Promise<string> {
  const folder = (name: string) => path.join(copy, 'src/features', name);
  for (const list of ['index.ts', 'web.ts']) writeFileSync(folder(list), listOf(list, lists));
  for (const name of kept) symlinkSync(path.join(root, 'src/features', name), folder(name));
  const config = {
    extends: path.join(root, 'tsconfig.json'),
    compilerOptions: { tsBuildInfoFile: './types.tsbuildinfo', preserveSymlinks: true },
    include: ['src'],
    exclude: ['**/*.test.ts', '**/*.test.tsx'],
    files,
  };
  writeFileSync(path.join(copy, 'tsconfig.json'), JSON.stringify(config));
  const tsc = path.join(root, 'node_modules/.bin/tsc');
  // Each checker looks at shared types again: one takes two thirds of the processor time of four.
  const { stdout } = await promisify(execFile)(tsc, ['--checkers', '1'], { cwd: copy }).catch(
    (error: { stdout: string }) => error,
  );
  for (const name of kept) rmSync(folder(name));
  return stdout;
}

const known = (name: string) => needsOf(name, house).filter((needed) => names.includes(needed));
const withNeeds = (name: string): string[] => [name, ...known(name).flatMap(withNeeds)];

/** A list with the imports and the names of these features alone. */
const listOf = (list: string, kept: string[]): string => {
  const left = names.filter((name) => !kept.includes(name));
  const lines = readFileSync(path.join(import.meta.dirname, list), 'utf8').split('\n');
  const deleted = new RegExp(`\\b(?:${left.join('|')})\\b,? ?`, 'g');
  return lines
    .filter((line) => !left.some((name) => line.includes(`from './${name}/`)))
    .map((line) => (line.startsWith('import') ? line : line.replace(deleted, '')))
    .join('\n');
};

/** The feature tests that reach no feature. Those that do are theirs, and go with them. */
function testsOfCore(): string[] {
  const imports = new Map(
    house.code.map(({ path, imports }) => [path, imports.flatMap(({ target }) => target ?? [])]),
  );
  const reaches = new Map<string, boolean>();
  const isOfFeature = (file: string): boolean => {
    const known = reaches.get(file);
    if (known !== undefined) return known;
    reaches.set(file, false);
    const found =
      names.some((name) => file.startsWith(`src/features/${name}/`)) ||
      (!/^src\/(features\/(index|web)\.ts|app\/)/.test(file) && (imports.get(file) ?? []).some(isOfFeature));
    reaches.set(file, found);
    return found;
  };
  return house.code
    .map(({ path }) => path)
    .filter((file) => file.startsWith('test/features/') && isTest(file) && !isOfFeature(file));
}
