import { mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from '#test/opened.ts';
import { makeFolder } from './makeFolder.ts';

const parent = temporaryFolder();

describe('makeFolder', () => {
  it('creates the folders above it, and accepts an existing one', () => {
    const folder = path.join(parent, 'made', 'b', 'c');
    makeFolder(folder);
    makeFolder(folder);
    expect(statSync(folder).isDirectory()).toBe(true);
  });

  it('follows a link to a folder', () => {
    mkdirSync(path.join(parent, 'there'));
    symlinkSync(path.join(parent, 'there'), path.join(parent, 'link'));
    makeFolder(path.join(parent, 'link', 'below'));
    expect(statSync(path.join(parent, 'there', 'below')).isDirectory()).toBe(true);
  });

  it('refuses a place without write access, a file, a dangling link, and a path that is too long', () => {
    writeFileSync(path.join(parent, 'file'), 'x');
    symlinkSync(path.join(parent, 'nothing'), path.join(parent, 'dangling'));
    symlinkSync('circle', path.join(parent, 'circle'));
    const refusals = [
      ['/proc/litwatch', 'ENOENT'],
      ['/proc/litwatch/below/it', 'ENOENT'],
      ['/dev/full', 'EEXIST'],
      ['/dev/full/below', 'ENOTDIR'],
      [path.join(parent, 'file'), 'EEXIST'],
      [path.join(parent, 'file', 'below'), 'ENOTDIR'],
      [path.join(parent, 'dangling'), 'EEXIST'],
      [path.join(parent, 'dangling', 'below'), 'EEXIST'],
      [path.join(parent, 'circle', 'below'), 'ELOOP'],
      [path.join(parent, 'a/'.repeat(2500)), 'ENAMETOOLONG'],
      [path.join(parent, 'a'.repeat(300)), 'ENAMETOOLONG'],
    ] as const;
    for (const [folder, code] of refusals)
      expect(() => makeFolder(folder), folder.slice(0, 60)).toThrow(expect.objectContaining({ code }));
    expect(statSync(path.join(parent, 'a'), { throwIfNoEntry: false })).toBeUndefined();
  });
});
