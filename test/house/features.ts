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

/**
 * Each table of a feature is written in its folder alone, and named by SQL there alone, which needs no import; `writers` in
 * layers.json names the rooms that write a table of the core.
 */
export const tables: Rule = {
  name: 'only its owner writes a table',
  find: ({ code, layers: { writers } }) => {
    const files = code.filter(({ path }) => path.startsWith('src/') && !isTest(path));
    const known = files.flatMap(({ path, text }) =>
      [...text.matchAll(/export const (\w+) = pgTable\(\s*'(\w+)'/g)].map(([, name, table]) => {
        const owner = featureOf(path);
        return { path, name: name!, table: table!, owner, writers: owner ? [] : writers[table!] };
      }),
    );
    return known.flatMap(({ path, name, table, owner, writers }) => {
      if (!writers) return [{ path, says: `layers.json does not say who writes ${table}` }];
      const written = new RegExp(`\\.(?:insert|update|delete)\\(\\s*${name}\\s*\\)`);
      const verbs = owner ? 'from|join|into|update' : 'insert into|update|delete from';
      const inSql = new RegExp(`sql\`[^\`]*\\b(?:${verbs}) (?:${table}\\b|\\$\\{${name}\\})`);
      return files
        .filter(({ path, room }) => (owner ? featureOf(path) !== owner : !writers.includes(room)))
        .filter(
          ({ text, imports }) =>
            inSql.test(text) || (imports.some(({ target }) => target === path) && written.test(text)),
        )
        .map((file) => ({ path: file.path, says: `${table} belongs to ${owner ?? writers.join(', ')}` }));
    });
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
