// Builds the web app if its sources have changed since the last build.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const stamp = path.join(root, 'dist', 'web.stamp');

const now = fingerprint();
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== now) {
  console.error('Building the web app …');
  const done = spawnSync('npm', ['run', '--silent', 'build'], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production' },
  });
  // Its two hundred lines matter only when it fails: an operator who starts the server, or checks it, wants to read what follows.
  if (done.status !== 0) {
    process.stderr.write(`${done.stdout}${done.stderr}`);
    process.exit(done.status ?? 1);
  }
  mkdirSync(path.dirname(stamp), { recursive: true });
  writeFileSync(stamp, now);
}

/** A hash of every file that the build reads. */
function fingerprint() {
  const hash = createHash('sha256');
  const files = globSync(
    [
      'src/web/**',
      'src/shared/**',
      'public/**',
      'index.html',
      'vite.config.ts',
      'package-lock.json',
      'scripts/*.mjs',
      'scripts/build/**',
    ],
    { cwd: root },
  )
    .filter((file) => statSync(path.join(root, file)).isFile())
    .sort();
  for (const file of files) hash.update(file).update(readFileSync(path.join(root, file)));
  return hash.digest('hex');
}
