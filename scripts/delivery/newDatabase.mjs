// Writes an empty embedded database, compressed. An image starts from it, because making one takes a gigabyte of memory
// and much of the time of a first start. `node scripts/delivery/newDatabase.mjs dist/database.tar.gz`
import { writeFileSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';

const [file = 'dist/database.tar.gz'] = process.argv.slice(2);
const pglite = await PGlite.create({ dataDir: 'memory://' });
const image = await pglite.dumpDataDir('gzip');
writeFileSync(file, Buffer.from(await image.arrayBuffer()));
await pglite.close();
const megabytes = image.size / 1_000_000;
console.log(`${file}: ${megabytes.toFixed(1)} MB`);
