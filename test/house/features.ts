import { type Code, type House, isTest, type Offense, type Rule } from './tree.ts';

/**
 * A feature is a folder that can be deleted: the two lists name it, and features that need it. Its browser half and its
 * contract import nothing of a server.
 */
export const features: Rule = {
  name: 'a feature is named only by the lists and by the features that need it',
  find: (house) =>
    house.code
      .filter(({ path }) => path.startsWith('src/') && !isTest(path))
      .flatMap((file) =>
        file.imports.flatMap(({ target, line, specifier }) => {
          const says = target && offense(file, target, house);
          return says ? [{ path: file.path, line, says: `${says} (${specifier})` } satisfies Offense] : [];
        }),
      ),
};

/** SQL names a table without an import, so the rule above does not see it. */
export const featureTables: Rule = {
  name: 'SQL names a feature’s tables only in its folder',
  find: ({ code }) => {
    const owners = code.flatMap(({ path, text }) =>
      /^src\/features\/\w+\/tables\.ts$/.test(path)
        ? [...text.matchAll(/pgTable\(\s*'(\w+)'/g)].map(([, table]) => ({ table, owner: featureOf(path) }))
        : [],
    );
    return code
      .filter(({ path }) => path.startsWith('src/') && !isTest(path))
      .flatMap(({ path, text }) =>
        owners
          .filter(({ table, owner }) => {
            if (featureOf(path) === owner) return false;
            return new RegExp(`sql\`[^\`]*\\b(?:from|join|into|update) ${table}\\b`).test(text);
          })
          .map(({ table, owner }) => ({ path, says: `${table} belongs to ${owner}` })),
      );
  },
};

function offense(file: Code, target: string, house: House): string | undefined {
  const [own, other] = [featureOf(file.path), featureOf(target)];
  if (isOfBrowser.test(file.path) && isOfServer.test(target)) return 'a browser cannot load this';
  if (!other || own === other) return undefined;
  const list = { 'src/features/index.ts': 'feature.ts', 'src/features/web.ts': 'web.ts' }[file.path];
  if (list) return target.endsWith(`/${list}`) ? undefined : `this list names each ${list}`;
  if (!own) return 'only the two lists import a feature';
  return needsOf(own, house).includes(other) ? undefined : `${own} does not say that it needs ${other}`;
}

const isOfBrowser = /^src\/features\/\w+\/(web[/.]|contract[/.])/;
const isOfServer = /^src\/(server|kit\/feature|features\/\w+\/(server\/|tables|settings|feature))/;

const featureOf = (path: string): string | undefined => /^src\/features\/(\w+)\//.exec(path)?.[1];

/** What a feature says that it needs, directly. */
export function needsOf(name: string, { code }: Pick<House, 'code'>): string[] {
  const text = code.find(({ path }) => path === `src/features/${name}/feature.ts`)?.text ?? '';
  return (/\bneeds: \[([^\]]*)\]/.exec(text)?.[1] ?? '').split(',').map((one) => one.trim());
}
