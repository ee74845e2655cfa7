import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { temporaryFolder } from '#test/opened.ts';

const run = promisify(execFile);
const root = temporaryFolder();

it('several processes that start at once share one build', async () => {
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
  const build = () => run(process.execPath, [path.join(root, 'scripts', 'build.mjs')]);
  await Promise.all([build(), build(), build()]);
  await build();
  expect(readFileSync(path.join(root, 'built'), 'utf8')).toBe('.');
});
