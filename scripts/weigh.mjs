// Measures the script of every built page, and fails when one exceeds its limit. Counts what a page loads before any
// interaction: its entry, the page's own file and everything they import; as gzip, which every client accepts.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

const limits = { public: 60_000, app: 190_000 };
const web = path.join(import.meta.dirname, '..', 'dist', 'web');
const manifest = JSON.parse(readFileSync(path.join(web, '.vite', 'manifest.json'), 'utf8'));

const known = new Map();
const rows = [
  { page: '/, /terms, /privacy', limit: limits.public, gzip: weigh(['public.html']) },
  ...Object.keys(manifest)
    .filter((key) => /^src\/(?:web\/pages|features\/\w+\/web)\/.*Page\.tsx$/.test(key))
    .map((page) => ({
      page: path.basename(page, '.tsx'),
      limit: limits.app,
      gzip: weigh(['index.html', page]),
    }))
    .sort((a, b) => b.gzip - a.gzip),
];

for (const { page, gzip, limit } of rows)
  console.log(`${page.padEnd(28)} ${kB(gzip)} kB, limit ${kB(limit)}${gzip > limit ? '  TOO HEAVY' : ''}`);
if (rows.some(({ gzip, limit }) => gzip > limit)) process.exit(1);

/** Compressed bytes of all scripts that these entries load. */
function weigh(entries) {
  const files = new Set();
  const add = (key) => {
    const { file, imports = [] } = manifest[key];
    if (files.has(file)) return;
    files.add(file);
    for (const next of imports) add(next);
  };
  for (const entry of entries) add(entry);
  return [...files].filter((file) => file.endsWith('.js')).reduce((sum, file) => sum + sizeOf(file), 0);
}

/** Compressed bytes of a script; most pages share theirs. */
function sizeOf(file) {
  if (!known.has(file)) known.set(file, gzipSync(readFileSync(path.join(web, file)), { level: 9 }).length);
  return known.get(file);
}

function kB(bytes) {
  return (bytes / 1000).toFixed(1).padStart(6);
}
