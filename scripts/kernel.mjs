// `npm run kernel`, after a change of kernel.wat: assembles the search engine's WebAssembly from its text.
import { readFileSync, writeFileSync } from 'node:fs';
import wabt from 'wabt';

const fileOf = (name) => new URL(`../src/server/search/kernel/${name}`, import.meta.url);

const { parseWat } = await wabt();
const kernel = parseWat('kernel.wat', readFileSync(fileOf('kernel.wat'), 'utf8'), { relaxed_simd: true });
kernel.validate();

const { buffer } = kernel.toBinary({});
writeFileSync(fileOf('kernel.wasm'), buffer);
