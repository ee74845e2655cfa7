// Runs before every command, on whatever Node the machine has, without any package: installs missing or stale packages
// from the lockfile. Returns at once when everything is installed.
import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const options = { cwd: root, stdio: ['ignore', 2, 2] };

if (!installed()) {
  // Not for a symbolic link: npm would empty its target, which others may be using.
  const modules = path.join(root, 'node_modules');
  if (lstatSync(modules, { throwIfNoEntry: false })?.isSymbolicLink()) {
    console.error(
      'node_modules is a link to a folder that lacks packages of package-lock.json. Remove the link first.',
    );
    process.exit(1);
  }
  console.error('Installing packages from package-lock.json …');
  const npm = process.env.npm_execpath;
  const [program, ...first] = npm ? [process.execPath, npm] : ['npm'];
  const done = spawnSync(program, [...first, 'ci', '--no-audit', '--no-fund'], options);
  if (done.status !== 0) {
    console.error('npm ci failed; see above. The first start needs npm and a package registry.');
    process.exit(done.status ?? 1);
  }
}

// The build runs on the installed Node, which may be newer than the one running this.
if (process.argv.includes('--build')) {
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  const node = path.join(root, 'node_modules', 'node', 'bin', name);
  const built = spawnSync(node, [path.join(root, 'scripts', 'build.mjs')], options);
  if (built.status !== 0) process.exit(built.status ?? 1);
}

/** Whether node_modules has every package of the lockfile in its version; optional ones may be missing. */
function installed() {
  const listing = path.join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(listing)) return false;
  const wanted = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')).packages;
  const present = JSON.parse(readFileSync(listing, 'utf8')).packages;
  const complete = Object.entries(wanted).every(
    ([name, { version, optional, devOptional }]) =>
      name === '' || present[name]?.version === version || ((optional || devOptional) && !present[name]),
  );
  return complete && existsSync(path.join(root, 'node_modules', 'node', 'bin'));
}
