// `npm run audit-dependencies` lists known vulnerabilities in packages of the server and its pages, with the deadline for
// each fix (see SECURITY.md). Exits with 1 if a deadline has passed. The registry does not give a vulnerability's date, so
// `audit-seen.json` beside this file, or the file in the first argument, has the day it was first seen. Add new ones there.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { shippedPackages } from './shipped.mjs';

/** Days from first seeing a vulnerability to its fix. */
const deadlines = { critical: 2, high: 7, moderate: 30, low: 90 };

const file = process.argv[2] ?? path.join(import.meta.dirname, 'audit-seen.json');
const seen = JSON.parse(readFileSync(file, 'utf8'));
const { stdout } = spawnSync('npm', ['audit', '--json'], {
  encoding: 'utf8',
  maxBuffer: 1 << 26,
});
const report = JSON.parse(stdout || '{}');
if (!report.vulnerabilities) {
  console.error(`The registry did not answer: ${report.message ?? stdout.slice(0, 200)}`);
  process.exit(1);
}

const shipped = shippedPackages();
const holes = Object.values(report.vulnerabilities)
  .filter(({ nodes }) => nodes.some((place) => shipped.has(place)))
  .flatMap(({ via }) => via.filter((one) => typeof one === 'object'))
  .map(({ url, severity, name, title }) => ({ id: url.split('/').at(-1), severity, name, title }));
const today = Date.now();
let late = 0;
for (const { id, severity, name, title } of new Map(holes.map((hole) => [hole.id, hole])).values()) {
  const until = seen[id] && Date.parse(seen[id]) + deadlines[severity] * 86_400_000;
  const isLate = !until || until < today;
  late += isLate ? 1 : 0;
  const when = until
    ? `mend it until ${new Date(until).toISOString().slice(0, 10)}`
    : 'add it to audit-seen.json';
  console.log(`${isLate ? 'LATE' : 'open'}  ${severity}  ${name}: ${title} (${id}); ${when}`);
}
console.log(`${holes.length} known holes, ${late} without time left.`);
process.exit(late ? 1 : 0);
