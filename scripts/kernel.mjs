import { readFileSync, writeFileSync } from 'node:fs';
import wabt from 'wabt';

/** Turns the text of the ranking's machine code into its bytes: `npm run kernel`, after a change of kernel.wat. */
const file = (name) => new URL(`../src/server/search/kernel/${name}`, import.meta.url);
const module = (await wabt()).parseWat('kernel.wat', readFileSync(file('kernel.wat'), 'utf8'));
module.validate();
writeFileSync(file('kernel.wasm'), module.toBinary({}).buffer);
