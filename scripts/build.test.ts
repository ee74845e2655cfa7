import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'litwatch-build-'));
  mkdirSync(path.join(root, 'scripts'));
  cpSync(path.join(import.meta.dirname, 'build.mjs'), path.join(root, 'scripts', 'build.mjs'));
  writeFileSync(path.join(root, 'package.json'), JSON.stringify({ scripts: { build: 'node web.cjs' } }));
  // Like Vite, it fails if another build runs in its folder.
  writeFileSync(
    path.join(root, 'web.cjs'),
    `const { appendFileSync, mkdirSync, rmdirSync } = require('node:fs');
    mkdirSync('building');
    setTimeout(() => { rmdirSync('building'); appendFileSync('built', '.'); }, 300);`,
  );
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

it('several processes that start at once share one build', async () => {
  const build = () => run(process.execPath, [path.join(root, 'scripts', 'build.mjs')]);
  await Promise.all([build(), build(), build()]);
  await build();
  expect(readFileSync(path.join(root, 'built'), 'utf8')).toBe('.');
});
