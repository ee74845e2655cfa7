import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

interface Lockfile {
  packages: Record<string, { optionalDependencies?: Record<string, string> }>;
}

// npm leaves packages for other platforms out of the lockfile when their release is incomplete, or when it adds to a
// node_modules that lacks them; `npm ci` then fails on a fresh clone: https://github.com/npm/cli/issues/4828
it('names the packages of every platform in the lockfile', () => {
  const file = path.join(import.meta.dirname, '..', 'package-lock.json');
  const { packages } = JSON.parse(readFileSync(file, 'utf8')) as Lockfile;
  const missing = Object.entries(packages).flatMap(([owner, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !places(owner).some((place) => `${place}node_modules/${name}` in packages))
      .map((name) => `${name}, needed by ${owner}`),
  );
  expect(missing).toEqual([]);
});

/** Where Node looks for the packages that a package needs: in its own folder first, at the root last. */
function places(owner: string): string[] {
  const steps = owner.split('/node_modules/');
  return owner
    ? [...steps.map((_, at) => `${steps.slice(0, steps.length - at).join('/node_modules/')}/`), '']
    : [''];
}
