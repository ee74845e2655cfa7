import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.join(import.meta.dirname, '..', '..');
const text = readFileSync(path.join(root, 'docs', 'security.md'), 'utf8');
const sectionOf = (heading: string) => text.split(`\n## ${heading}`)[1]!.split('\n## ')[0]!;
const section = sectionOf('OWASP ASVS 5.0');
const attacks = sectionOf('Attacks, and the tests that try them');

/** The last requirement of levels 1 and 2 in each section of ASVS 5.0.0; those of level 3 between them are left out. */
const lastOf: Record<string, number> = {
  ...{ '1.1': 2, '1.2': 9, '1.3': 11, '1.4': 3, '1.5': 2, '2.1': 3, '2.2': 3, '2.3': 4, '2.4': 1 },
  ...{ '3.2': 2, '3.3': 4, '3.4': 6, '3.5': 5, '3.7': 2, '4.1': 3, '4.2': 1, '4.3': 2, '4.4': 4 },
  ...{ '5.1': 1, '5.2': 3, '5.3': 2, '5.4': 3, '6.1': 3, '6.2': 12, '6.3': 4, '6.4': 4, '6.5': 5 },
  ...{ '6.6': 3, '6.8': 4, '7.1': 3, '7.2': 4, '7.3': 2, '7.4': 5, '7.5': 2, '7.6': 2, '8.1': 2 },
  ...{ '8.2': 3, '8.3': 1, '8.4': 1, '9.1': 3, '9.2': 4, '10.1': 2, '10.2': 2, '10.3': 4, '10.4': 11 },
  ...{ '10.5': 5, '10.6': 2, '10.7': 3, '11.1': 2, '11.2': 3, '11.3': 3, '11.4': 4, '11.5': 1, '11.6': 1 },
  ...{ '12.1': 3, '12.2': 2, '12.3': 4, '13.1': 1, '13.2': 5, '13.3': 2, '13.4': 5, '14.1': 2, '14.2': 4 },
  ...{ '14.3': 3, '15.1': 3, '15.2': 3, '15.3': 7, '16.1': 1, '16.2': 5, '16.3': 4, '16.4': 3, '16.5': 3 },
  ...{ '17.1': 1, '17.2': 4, '17.3': 2 },
};

const rows = section.split('\n').filter((line) => /^\| \d/.test(line));
const cellsOf = (row: string): string[] =>
  row.split(' | ').map((cell) => cell.replace(/^\||\|$/g, '').trim());

describe('ASVS table of docs/security.md', () => {
  it('has every requirement of levels 1 and 2 once', () => {
    const listed = rows.flatMap((row) => cellsOf(row)[0]!.split(', '));
    const wanted = Object.entries(lastOf).flatMap(([section, last]) =>
      Array.from({ length: last }, (_, at) => `${section}.${at + 1}`),
    );
    expect(wanted).toHaveLength(253);
    expect([...listed].sort()).toEqual([...wanted].sort());
  });

  it('says of every requirement where it is held, and proves it or says why not', () => {
    for (const row of rows) {
      const [, held = '', proof = ''] = cellsOf(row);
      expect(held.length, row).toBeGreaterThan(10);
      const isExcused = /^(Does not apply|Operator)|\(operator\)/.test(held);
      expect(isExcused || proof !== '', row).toBe(true);
    }
  });
});

/** A test as the document names it: its file, relative to `test/features` or the root, and its title or the start of it. */
const proofs = /`([\w./-]+\.(?:test|spec)\.ts) › ([^`]+)`/g;

test('the attack table of docs/security.md names a test for every attack', () => {
  const isTried = (line: string) => line.startsWith('| ') && !/^\| (\*\*|attack)/.test(line);
  const tried = attacks.split('\n').filter(isTried);
  expect(tried.length).toBeGreaterThan(60);
  expect(tried.filter((row) => ![...row.matchAll(proofs)].length)).toEqual([]);
});

test('tests named in docs/security.md exist, each in its file and by its title', () => {
  const named = [...text.matchAll(proofs)];
  expect(named.length).toBeGreaterThan(200);
  const missing = named.filter(([, file, title]) => {
    const place = /^(src|test|e2e|bench|scripts)\//.test(file!) ? file! : `test/features/${file}`;
    const full = path.join(root, place);
    return !existsSync(full) || !readFileSync(full, 'utf8').includes(title!);
  });
  expect(missing.map(([whole]) => whole)).toEqual([]);
});
