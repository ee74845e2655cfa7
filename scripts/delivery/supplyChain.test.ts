import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from '#test/opened.ts';

// Promises of SECURITY.md: vulnerabilities have a deadline, every package is listed, none is unmaintained.

const root = path.join(import.meta.dirname, '..', '..');
const read = (file: string) => JSON.parse(readFileSync(path.join(root, file), 'utf8'));

interface Package {
  version: string;
  dev?: boolean;
}

const folder = temporaryFolder();
beforeAll(() => {
  // The registry's response as npm prints it: one vulnerability of each severity, and one in a test-only package.
  const holes = { zod: 'critical', react: 'high', 'radix-ui': 'moderate', pino: 'low', vitest: 'critical' };
  const vulnerabilities = Object.fromEntries(
    Object.entries(holes).map(([name, severity]) => {
      const url = `https://github.com/advisories/${name}`;
      return [
        name,
        { nodes: [`node_modules/${name}`], via: [{ url, severity, name, title: 'A hole' }, 'another'] },
      ];
    }),
  );
  writeFileSync(path.join(folder, 'report.json'), JSON.stringify({ vulnerabilities }));
  writeFileSync(path.join(folder, 'npm'), `#!/bin/sh\ncat ${folder}/report.json\n`, { mode: 0o755 });
});

/** Runs the audit with the day each vulnerability was first seen, counted back from now. */
function audit(daysAgo: Record<string, number>) {
  const seen = path.join(folder, 'seen.json');
  const days = Object.entries(daysAgo).map(([id, days]) => [id, new Date(Date.now() - days * 86_400_000)]);
  writeFileSync(seen, JSON.stringify(Object.fromEntries(days)));
  const { status, stdout } = spawnSync(process.execPath, ['scripts/delivery/audit.mjs', seen], {
    cwd: root,
    encoding: 'utf8',
    env: { PATH: `${folder}:${process.env.PATH}` },
  });
  return { status, late: [...stdout.matchAll(/^LATE +(\w+)/gm)].map(([, severity]) => severity) };
}

describe('a known hole in a package', () => {
  it('fails CI once the deadline of its severity has passed, and not before', () => {
    expect(audit({ zod: 1.9, react: 6.9, 'radix-ui': 29.9, pino: 89.9 })).toEqual({ status: 0, late: [] });
    expect(audit({ zod: 2.1, react: 7.1, 'radix-ui': 30.1, pino: 90.1 })).toEqual({
      status: 1,
      late: ['critical', 'high', 'moderate', 'low'],
    });
  });

  it('fails CI until somebody writes down when it was first seen, also in what only the pages hold', () =>
    expect(audit({ zod: 1, react: 1, pino: 1 })).toEqual({ status: 1, late: ['moderate'] }));

  it('is looked for by CI, and its fix is offered by Renovate at any time', () => {
    const ci = readFileSync(path.join(root, '.github/workflows/ci.yml'), 'utf8');
    expect(ci).toMatch(/run: npm run --silent audit-dependencies/);
    expect(read('renovate.json').vulnerabilityAlerts).toMatchObject({ schedule: ['at any time'] });
  });
});

describe('the packages that are shipped', () => {
  it('stand all in the list that npm run sbom writes (CycloneDX), those in the pages included', {
    timeout: 120_000,
  }, () => {
    const { stdout } = spawnSync(process.execPath, ['scripts/delivery/sbom.mjs'], {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 1 << 26,
    });
    const { bomFormat, components } = JSON.parse(stdout);
    expect(bomFormat).toBe('CycloneDX');
    const listed: string[] = components.map((one: Record<string, string>) => one['bom-ref']);
    const { packages } = read('package-lock.json') as { packages: Record<string, Package> };
    const missing = Object.entries(packages)
      .filter(([place, { dev }]) => place && !dev)
      .map(([place, { version }]) => `${place.split('node_modules/').at(-1)}@${version}`)
      .filter((one) => !listed.includes(one));
    expect(missing).toEqual([]);
    const { dependencies, devDependencies } = read('package.json') as Record<string, Record<string, string>>;
    const inPages = ['radix-ui', '@tanstack/react-query', '@fontsource-variable/source-serif-4', 'wouter'];
    for (const name of inPages) expect(listed).toContain(`${name}@${devDependencies![name]}`);
    for (const name of ['vitest', 'fast-check', '@playwright/test'])
      expect(listed).not.toContain(`${name}@${devDependencies![name]}`);
    for (const version of Object.values(dependencies!)) expect(version).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/);
  });

  it('hold none that nobody keeps: signatures of Amazon are checked without sns-validator', () =>
    expect(Object.keys(read('package-lock.json').packages)).not.toContain('node_modules/sns-validator'));

  it('hold no second XML parser: fast-xml-parser reads the stand-ins’ replies in tests alone', () => {
    const { dev } = read('package-lock.json').packages['node_modules/fast-xml-parser'];
    expect(dev).toBe(true);
  });
});
