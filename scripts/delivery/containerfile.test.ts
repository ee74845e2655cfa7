import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import packageJson from '#package.json' with { type: 'json' };
import { readTree } from '#test/house/tree.ts';

const root = path.join(import.meta.dirname, '../..');
const instructions = readFileSync(path.join(root, 'Containerfile'), 'utf8')
  .split('\n')
  .filter((line) => !line.startsWith('#'))
  .join('\n');

describe('Containerfile', () => {
  it('names no architecture, so that it builds on every one', () =>
    expect(instructions).not.toMatch(/amd64|arm64|aarch64|x86.64|\bx64\b|--platform/i));

  it('uses base images that exist for amd64 and arm64', () => {
    const bases = [...instructions.matchAll(/^FROM (\S+)/gm)].map(([, base]) => base);
    expect(bases).toEqual([
      'docker.io/library/node:24-bookworm-slim',
      'docker.io/library/debian:bookworm-slim',
    ]);
  });

  it('labels the image with the version of the package', () =>
    expect(instructions).toContain(`ARG VERSION=${packageJson.version}\n`));

  it('copies only existing files', () => {
    const copied = [...instructions.matchAll(/^COPY (?!--from)(?:--\S+ )*(.+) \S+$/gm)]
      .concat([...instructions.matchAll(/^COPY --from=build (.+) \S+$/gm)])
      .flatMap(([, names]) => names!.split(' '));
    // Output of the build, and Node.
    const made = ['/usr/local/bin/node', '/app/node_modules', '/app/sbom.cdx.json', '/app/dist'];
    const missing = copied
      .filter((name) => !made.includes(name))
      .filter((name) => !existsSync(path.join(root, name.replace(/^\/app\//, ''))));
    expect(missing).toEqual([]);
  });

  it('holds every file and package that the server loads', () => {
    const copied = [...instructions.matchAll(/^COPY --from=build \/app\/(.+) \S+$/gm)].flatMap(([, names]) =>
      names!.split(' ').map((name) => name.replace('/app/', '')),
    );
    const removed = [...instructions.matchAll(/rm -rf? (src[^&\n]*)/g)].flatMap(([, names]) =>
      names!.trim().split(' '),
    );
    const code = new Map(readTree().code.map((file) => [file.path, file]));
    const [files, packages] = [new Set(['src/app/main.ts']), new Set<string>()];
    for (const file of files)
      for (const { target, library, isType } of code.get(file)?.imports ?? []) {
        // The demo alone loads stand-ins, and an image has none.
        if (isType || target?.startsWith('stand-ins/')) continue;
        if (target) files.add(target);
        if (library && !library.startsWith('node:')) packages.add(library);
      }
    expect(files.size).toBeGreaterThan(300);
    const isIn = (file: string) => (folder: string) =>
      path.matchesGlob(file, `${folder}/**`) || file === folder;
    expect([...files].filter((file) => !copied.some(isIn(file)) || removed.some(isIn(file)))).toEqual([]);
    expect([...packages].filter((name) => !(name in packageJson.dependencies))).toEqual([]);
  }, 60_000);
});
