// Builds the web app if its sources have changed since the last build. Of several processes that start at once in one
// folder, such as web and worker after an upgrade, one builds and the others wait for it.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const stamp = path.join(root, 'dist', 'web.stamp');

const now = fingerprint();
if (!isBuilt()) {
  mkdirSync(path.dirname(stamp), { recursive: true });
  // A lock of the operating system, through SQLite. It ends with the process, however that ends.
  const lock = new DatabaseSync(path.join(path.dirname(stamp), 'web.lock'), { timeout: 600_000 });
  lock.exec('begin exclusive');
  if (!isBuilt()) build();
}

function isBuilt() {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === now;
}

function build() {
  console.error('Building the web app …');
  const done = spawnSync('npm', ['run', '--silent', 'build'], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production' },
  });
  // Hide the two hundred lines of a successful build, because an operator needs the output that follows.
  if (done.status !== 0) {
    process.stderr.write(`${done.stdout}${done.stderr}`);
    process.exit(done.status ?? 1);
  }
  writeFileSync(stamp, now);
}

/** A hash of every file that the build reads. */
function fingerprint() {
  const hash = createHash('sha256');
  const files = globSync(
    [
      ...['src/app/pages/**', 'src/features/**', 'src/kit/**', 'src/web/**', 'src/shared/**', 'public/**'],
      ...['index.html', 'vite.config.ts', 'package-lock.json', 'scripts/*.mjs', 'scripts/build/**'],
    ],
    { cwd: root },
  )
    .filter((file) => statSync(path.join(root, file)).isFile())
    .sort();
  for (const file of files) hash.update(file).update(readFileSync(path.join(root, file)));
  return hash.digest('hex');
}
