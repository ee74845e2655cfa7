// `npm run sbom` lists packages of the server and its pages as CycloneDX. npm's own `--omit dev` would leave out packages
// that a development dependency needs too, such as react and zod.
import { spawnSync } from 'node:child_process';
import { shippedVersions } from './shipped.mjs';

const { status, stdout, stderr } = spawnSync(
  'npm',
  ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx'],
  { encoding: 'utf8', maxBuffer: 1 << 27 },
);
if (status) {
  process.stderr.write(stderr);
  process.exit(1);
}
const list = JSON.parse(stdout);
const shipped = shippedVersions();
const components = list.components.filter((one) => shipped.has(one['bom-ref']));
const kept = new Set([list.metadata.component['bom-ref'], ...components.map((one) => one['bom-ref'])]);
const dependencies = list.dependencies
  .filter(({ ref }) => kept.has(ref))
  .map((one) => ({ ...one, dependsOn: one.dependsOn?.filter((ref) => kept.has(ref)) }));
process.stdout.write(`${JSON.stringify({ ...list, components, dependencies }, null, 2)}\n`);
