// Writes a compressed empty embedded database, because creating one takes a gigabyte of memory and three quarters of a first
// start's time. Part of the build.
import { writeFileSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';

const file = 'dist/database.tar.gz';
const pglite = await PGlite.create({ dataDir: 'memory://' });
const image = await pglite.dumpDataDir('gzip');
writeFileSync(file, Buffer.from(await image.arrayBuffer()));
await pglite.close();
const megabytes = image.size / 1_000_000;
console.log(`${file}: ${megabytes.toFixed(1)} MB`);
