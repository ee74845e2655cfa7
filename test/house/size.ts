import path from 'node:path';
import { isTest, type Rule } from './tree.ts';

const mostFiles = 25;

/** Limits folders to what fits on a screen. A bound, not an aim. */
export const size: Rule = {
  name: 'folders of 25 files at most',
  find: ({ files }) => {
    const counted = files.filter(({ path }) => /(?<!\.d)\.(ts|tsx|mjs|js|css)$/.test(path) && !isTest(path));
    const folders = Map.groupBy(counted, (file) => path.posix.dirname(file.path));
    return [...folders]
      .filter(([folder, inside]) => folder !== '.' && inside.length > mostFiles)
      .map(([folder, inside]) => ({
        path: folder,
        says: `${inside.length} code files; at most ${mostFiles}`,
      }));
  },
};
