// Measures the script of every built page, and fails when one exceeds its limit. Counts what a page loads before any
// interaction: its entry, the page's own file and everything they import; as gzip, which every client accepts, with
// brotli for comparison.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const limits = { public: 60_000, app: 130_000 };
const web = path.join(import.meta.dirname, '..', 'dist', 'web');
const manifest = JSON.parse(readFileSync(path.join(web, '.vite', 'manifest.json'), 'utf8'));

const pages = Object.keys(manifest).filter((key) => /^src\/web\/pages\/.*Page\.tsx$/.test(key));
/** The list of rare pages, which loads before one of them. */
const rare = 'src/web/app/rarePages.ts';
const known = new Map();
const isRare = (page) => manifest[rare].dynamicImports.includes(page);
const rows = [
  { page: '/, /terms, /privacy', limit: limits.public, ...weigh(['public.html']) },
  ...pages
    .map((page) => ({
      page: path.basename(page, '.tsx'),
      limit: limits.app,
      ...weigh(['index.html', page, ...(isRare(page) ? [rare] : [])]),
    }))
    .sort((a, b) => b.gzip - a.gzip),
];

for (const { page, gzip, brotli, limit } of rows)
  console.log(
    `${page.padEnd(28)} ${kB(gzip)} kB gzip ${kB(brotli)} kB brotli, limit ${kB(limit)}${gzip > limit ? '  TOO HEAVY' : ''}`,
  );
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
  const sizes = [...files].filter((file) => file.endsWith('.js')).map(sizeOf);
  const total = (kind) => sizes.reduce((sum, size) => sum + size[kind], 0);
  return { gzip: total('gzip'), brotli: total('brotli') };
}

/** Compressed bytes of a script; most pages share theirs. */
function sizeOf(file) {
  if (!known.has(file)) {
    const script = readFileSync(path.join(web, file));
    const gzip = gzipSync(script, { level: 9 }).length;
    known.set(file, { gzip, brotli: brotliCompressSync(script).length });
  }
  return known.get(file);
}

function kB(bytes) {
  return (bytes / 1000).toFixed(1).padStart(6);
}
