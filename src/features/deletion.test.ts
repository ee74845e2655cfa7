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

const known = (name: string) => needsOf(name, house).filter((needed) => names.includes(needed));
const withNeeds = (name: string): string[] => [name, ...known(name).flatMap(withNeeds)];

const sets = separating();
const copy = scratchCopy();
afterAll(() => rmSync(copy, { recursive: true }));
const [checked, core] = ['types.tsbuildinfo', 'core.tsbuildinfo'].map((name) => path.join(copy, name));
// The types of the core and its tests, once: the features of a set are then checked on top of them.
let alone: string;
beforeAll(async () => {
  alone = await typesWith([], { files: ['test/image.ts', ...testsOfCore()] });
  copyFileSync(checked!, core!);
}, 120_000);
beforeEach(() => copyFileSync(core!, checked!));

test.each(sets.map((kept) => [kept.join(', ')]))(
  'the product compiles with no other features than %s',
  async (kept) => expect(await typesWith(kept.split(', '))).toBe(''),
  120_000,
);

test('each feature is compiled without each that it does not need', () => {
  for (const one of names)
    for (const other of names.filter((name) => !withNeeds(one).includes(name)))
      expect(
        sets.some((set) => set.includes(one) && !set.includes(other)),
        `${one} without ${other}`,
      ).toBe(true);
});

test('the product and the tests of the core compile without any feature', () => expect(alone).toBe(''));

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

/**
 * Few sets of features with what they need, which tell any two apart: whatever a feature uses of another that it does not need
 * is missing in one of them. One compilation a feature says the same in thrice the time.
 */
function separating(): string[][] {
  const sets: string[][] = [];
  const apart = new Set<string>();
  for (;;) {
    let kept: string[] = [];
    // By each pair for the first time told apart by a set.
    const newPairs = (set: string[]) =>
      set.flatMap((one) =>
        names.flatMap((other) =>
          set.includes(other) || apart.has(`${one} ${other}`) ? [] : `${one} ${other}`,
        ),
      );
    for (;;) {
      const wider = names.map((name) => [...new Set([...kept, ...withNeeds(name)])]);
      const best = wider.reduce((one, two) => (newPairs(two).length > newPairs(one).length ? two : one));
      if (newPairs(best).length <= newPairs(kept).length) break;
      kept = best;
    }
    if (!kept.length) return sets;
    for (const pair of newPairs(kept)) apart.add(pair);
    sets.push(kept);
  }
}

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
