import type { Rule } from '../tree/house.ts';

/** Imports are relative inside a room, at most one step up, and use aliases across rooms. */
export const paths: Rule = {
  name: 'imports climb one folder at most',
  find: ({ code }) =>
    code.flatMap((file) =>
      file.imports.flatMap(({ specifier, target, line }) => {
        if (specifier.startsWith('../../')) {
          return [{ path: file.path, line, says: `use an alias instead of ${specifier}` }];
        }
        const leaves =
          specifier.startsWith('.') &&
          target !== undefined &&
          file.path.includes('/') &&
          roomFolder(file.path) !== roomFolder(target);
        return leaves
          ? [{ path: file.path, line, says: `use an alias to import another room: ${specifier}` }]
          : [];
      }),
    ),
};

const roomFolder = (file: string): string => /^(src\/server\/[^/]+|src\/[^/]+|[^/]+\/|)/.exec(file)![0];
