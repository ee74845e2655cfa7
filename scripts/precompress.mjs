// After `vite build`: compresses each hashed file once, as much as possible. The server sends these files and compresses no
// file itself.
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const assets = path.join(import.meta.dirname, '..', 'dist', 'web', 'assets');

for (const file of globSync('*.{js,css,svg}', { cwd: assets })) {
  const whole = readFileSync(path.join(assets, file));
  writeFileSync(path.join(assets, `${file}.br`), brotliCompressSync(whole));
  writeFileSync(path.join(assets, `${file}.gz`), gzipSync(whole, { level: 9 }));
}
