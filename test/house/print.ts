// `npm run house` prints every offense by room, `npm run house -- digests web` those of two rooms, `-- --count` the totals.
import { parseArgs } from 'node:util';
import { rules } from './rules.ts';
import { type Offense, readTree, roomOf } from './tree.ts';

const { values, positionals } = parseArgs({
  options: { count: { type: 'boolean' } },
  allowPositionals: true,
});
const house = readTree();
const offenses = rules.flatMap((rule) =>
  rule.find(house).map((offense) => ({ rule: rule.name, ...offense })),
);
const rooms = Map.groupBy(offenses, ({ path }) => roomOf(path) || 'root');

for (const [room, found] of [...rooms].sort(([a], [b]) => a.localeCompare(b))) {
  if (positionals.length > 0 && !positionals.includes(room)) continue;
  console.log(`\n${room}: ${found.length}`);
  for (const [rule, ofRule] of Map.groupBy(found, (offense) => offense.rule)) {
    console.log(`  ${rule}: ${ofRule.length}`);
    if (!values.count)
      for (const offense of ofRule) console.log(`    ${placeOfOffense(offense)} ${offense.says}`);
  }
}
console.log(`\n${offenses.length} in all`);
process.exitCode = offenses.length > 0 ? 1 : 0;

function placeOfOffense({ path, line }: Offense): string {
  return line === undefined ? path : `${path}:${line}`;
}
