import { type Code, type House, type Node, productOf, type Rule, walk, wrongImports } from './tree.ts';

/**
 * A feature is a folder that can be deleted: the two lists name it, and features that need it. Its browser half and its
 * contract import nothing of a server.
 */
export const features: Rule = {
  name: 'a feature is named only by the lists and by the features that need it',
  find: (house) =>
    wrongImports(house, (file, { target }) => (target ? offense(file, target, house) : undefined)),
};

/**
 * Each table of a feature is written in its folder alone, and named by SQL there alone, which needs no import. A table of the
 * core is written by its owner, `writers` in layers.json; another room sets the `columns` there that are its own.
 */
export const tables: Rule = {
  name: 'only its owner writes a table',
  find: ({ code, layers: { writers, columns } }) => {
    const files = productOf(code);
    const known = files.flatMap(({ path, text }) =>
      [...text.matchAll(/export const (\w+) = pgTable\(\s*'(\w+)'/g)].map(([, name, table]) => {
        const feature = featureOf(path);
        return { path, name: name!, table: table!, feature, owner: feature ?? writers[table!] };
      }),
    );
    return known.flatMap(({ path, name, table, feature, owner }) => {
      if (!owner) return [{ path, says: `layers.json does not say who writes ${table}` }];
      const inSql = new RegExp(`sql\`[^\`]*\\b(?:from|join|into|update) (?:${table}\\b|\\$\\{${name}\\})`);
      return files.flatMap((file) => {
        if (feature) {
          const touches = inSql.test(file.text) || file.imports.some(({ target }) => target === path);
          if (featureOf(file.path) === feature || !touches) return [];
          return inSql.test(file.text) || written(file, name, table).length
            ? [{ path: file.path, says: `${table} belongs to ${owner}` }]
            : [];
        }
        if (file.room === owner) return [];
        const own = columns[table]?.[file.room] ?? [];
        const isOther = (column: string) => !own.includes(column);
        return written(file, name, table).some((set) => !set || set.some(isOther))
          ? [{ path: file.path, says: `${table} belongs to ${owner}` }]
          : [];
      });
    });
  },
};

/** What statements of a file write of a table: the columns that each sets, or null for a row that is made or deleted. */
function written({ program, text }: Code, name: string, table: string): (string[] | null)[] {
  const found: (string[] | null)[] = [];
  // Few files do, and a walk takes long.
  if (
    !new RegExp(`\\b(?:insert|update|delete)(?:\\(| into | from | )\\s*(?:${name}|${table}|\\$)`).test(text)
  )
    return found;
  walk(program, (node, around) => {
    const [verb, , of] = callOf(node);
    if (!verb || !/^(?:insert|update|delete)$/.test(verb) || of?.name !== name) return;
    const [set, , row] = callOf(around.at(-2));
    const isSet = verb === 'update' && set === 'set' && row?.type === 'ObjectExpression';
    found.push(isSet ? (row.properties as Node[]).flatMap(columnOf) : null);
  });
  const here = `(?:${table}\\b|\\$\\{${name}\\})`;
  if (new RegExp(`sql\`[^\`]*\\bdelete from ${here}`).test(text)) found.push(null);
  for (const [, list] of text.matchAll(new RegExp(`\\binsert into ${here} \\(([^)]*)`, 'g')))
    found.push(list!.split(',').map(camel));
  for (const [, list] of text.matchAll(new RegExp(`\\bupdate ${here}(?: \\w+)? set ([^\`]*)`, 'g')))
    found.push([...list!.split(/\b(?:from|where) /)[0]!.matchAll(/(\w+) = /g)].map(([, one]) => camel(one!)));
  return found;
}

/** Name of a called method, and its object and first argument. */
function callOf(node: Node | undefined): [string?, Node?, Node?] {
  const callee = node?.type === 'CallExpression' ? (node.callee as Node) : undefined;
  if (callee?.type !== 'MemberExpression') return [];
  return [(callee.property as Node).name as string, callee.object as Node, (node!.arguments as Node[])[0]];
}

/** A lease's columns come by one of three names; any other spread hides what it sets. */
function columnOf({ type, key, argument }: Node): string[] {
  if (type !== 'SpreadElement') return [(key as Node).name as string];
  const { name, callee } = argument as Node;
  const spread = (name ?? (callee as Node | undefined)?.name) as string;
  return /^(?:released|claimed|free)$/.test(spread) ? ['claimedAt', 'claimedBy'] : ['…'];
}

const camel = (column: string): string =>
  column.trim().replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

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
