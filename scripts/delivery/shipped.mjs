import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.join(import.meta.dirname, '..', '..');
const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));

/**
 * Paths of the lockfile's packages that the server runs or that its pages contain. The pages' packages are devDependencies,
 * because the server does not load them after the build; browsers do.
 * @returns {Set<string>} such as `node_modules/zod`
 */
export function shippedPackages() {
  const shipped = new Set(Object.keys(packages).filter((place) => place && !packages[place].dev));
  const waiting = importsOfPages().flatMap((name) => placeOf('', name) ?? []);
  while (waiting.length) {
    const place = waiting.pop();
    if (!place || shipped.has(place)) continue;
    shipped.add(place);
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = packages[place];
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }))
      if (!peerDependenciesMeta?.[name]?.optional) waiting.push(placeOf(place, name) ?? '');
  }
  return shipped;
}

/** The same packages by name and version: `zod@4.6.7`. */
export const shippedVersions = () =>
  new Set([...shippedPackages()].map((place) => `${nameAt(place)}@${packages[place].version}`));

const nameAt = (place) => place.split('node_modules/').at(-1);

/** Packages that the pages import, including fonts and style sheets. */
function importsOfPages() {
  const files = globSync('src/{web,app/pages,features,kit}/**', { cwd: root })
    .filter((file) => /\.(tsx?|css)$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => readFileSync(path.join(root, file), 'utf8'));
  const found = files.flatMap((text) => [
    ...text.matchAll(/(?:from|import|import\(|url\()\s*['"]([@a-z][^'":]*)['"]/g),
  ]);
  return [...new Set(found.map(([, name]) => name.match(/^(?:@[^/]+\/)?[^/]+/)[0]))];
}

/** The path where Node finds a package required by another one: in its own folder first, at the root last. */
function placeOf(owner, name) {
  const steps = owner ? owner.split('/node_modules/') : [];
  const folders = steps.map((_, at) => `${steps.slice(0, steps.length - at).join('/node_modules/')}/`);
  return [...folders, ''].map((folder) => `${folder}node_modules/${name}`).find((place) => packages[place]);
}
