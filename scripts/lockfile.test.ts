import { readFileSync } from 'node:fs';
import path from 'node:path';

interface Package {
  optionalDependencies?: Record<string, string>;
  os?: string[];
  cpu?: string[];
  libc?: string[];
}

const { packages } = JSON.parse(
  readFileSync(path.join(import.meta.dirname, '..', 'package-lock.json'), 'utf8'),
) as { packages: Record<string, Package> };

// npm leaves packages for other platforms out of the lockfile when their release is incomplete, or when it adds to a
// node_modules that lacks them; `npm ci` then fails on a fresh clone: https://github.com/npm/cli/issues/4828
it('names the packages of every platform in the lockfile', () => {
  const missing = Object.entries(packages).flatMap(([owner, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !places(owner).some((place) => `${place}node_modules/${name}` in packages))
      .map((name) => `${name}, needed by ${owner}`),
  );
  expect(missing).toEqual([]);
});

// The image is built on Debian (glibc) for both architectures and with `--ignore-scripts`, so nothing is compiled.
it('has an arm64 build of every package with an amd64 build', () => {
  const builds = Object.entries(packages).flatMap(([owner, { optionalDependencies = {} }]) => {
    const parts = Object.keys(optionalDependencies).flatMap((name) =>
      places(owner).flatMap((place) => packages[`${place}node_modules/${name}`] ?? []),
    );
    return parts.some((part) => runsOn(part, 'x64'))
      ? [{ owner, onArm: parts.some((part) => runsOn(part, 'arm64')) }]
      : [];
  });
  expect(builds.map(({ owner }) => owner)).toContain('node_modules/@node-rs/argon2');
  expect(builds.filter(({ onArm }) => !onArm)).toEqual([]);
  const tied = Object.values(packages).filter(({ cpu }) => cpu && !cpu.includes('wasm32'));
  expect(tied.filter((one) => !('optional' in one))).toEqual([]);
});

const runsOn = ({ os, cpu, libc }: Package, architecture: string): boolean =>
  Boolean(os?.includes('linux') && cpu?.includes(architecture) && (!libc || libc.includes('glibc')));

/** The folders where Node looks for a package's dependencies: its own first, the root last. */
function places(owner: string): string[] {
  const steps = owner.split('/node_modules/');
  return owner
    ? [...steps.map((_, at) => `${steps.slice(0, steps.length - at).join('/node_modules/')}/`), '']
    : [''];
}
