import path from 'node:path';
import {
  type Code,
  type House,
  type Import,
  type Offense,
  productOf,
  type Rule,
  wrongImports,
} from './tree.ts';

/** Checks who may import whom, including types. A room missing from the table is an offense too. */
export const layers: Rule = {
  name: 'rooms import only the rooms that layers.json names',
  find: (house) => [
    ...productOf(house.code)
      .filter(({ room }) => !house.layers.rooms[room])
      .map(({ path, room }) => ({ path, says: `the room “${room}” is not in layers.json` })),
    ...wrongImports(house, (file, item) => {
      if (!house.layers.rooms[file.room]) return undefined;
      return item.target
        ? insideOffense(file, item, house.layers)
        : libraryOffense(file, item, house.layers.libraries);
    }),
  ],
};

function insideOffense(file: Code, { target, isType }: Import, { rooms, alone }: House['layers']) {
  if (!target!.includes('/')) return undefined;
  const [room = ''] = target!.replace(/^src\/(server\/)?/, '').split('/');
  if (
    /(^|\/)(\w*[rR]outes|jobs)\.tsx?$/.test(target!) &&
    target!.startsWith('src/server/') &&
    !/\/noun\.ts$/.test(file.path) &&
    file.room !== 'app'
  ) {
    return 'only a noun.ts binds routes and jobs';
  }
  if (room === 'stand-ins') {
    return file.path === 'src/app/main.ts' ? undefined : 'only app/main.ts starts stand-ins';
  }
  if (room === file.room) return undefined;
  if (alone.includes(file.room)) return `${file.room} is a library, which imports nothing of the project`;
  if (file.room === 'shared' && alone.includes(room) && !isType) return `shared takes only types of ${room}`;
  if (room === 'shared') return undefined;
  return rooms[file.room]!.includes(room) ? undefined : `${file.room} may not import ${room}`;
}

function libraryOffense(file: Code, { library }: Import, libraries: Record<string, string[]>) {
  const rooms = library === undefined ? undefined : libraries[library];
  return rooms && !rooms.includes(file.room) ? `${library} belongs to ${rooms.join(', ')}` : undefined;
}

/** What all of a feature stands on. */
export const isBase = /^src\/features\/\w+\/(contract|tables|settings)\.ts$/;

/** A subfolder imports neither its parent's files (but those of `isBase`) nor a sibling listed after it. */
export const order: Rule = {
  name: 'subfolders import only what lies below them',
  find: (house) => [
    ...unlisted(house),
    ...wrongImports(house, ({ path }, { target }) =>
      target?.includes('/') ? reason(path, target, house.layers.order) : undefined,
    ),
  ],
};

function reason(from: string, target: string, listed: Record<string, string[]>): string | undefined {
  const common = commonFolder(from, target);
  const [own, other] = [from, target].map((file) => file.slice(common.length + 1).split('/'));
  if (own!.length === 1) return undefined;
  if (other!.length === 1) {
    return isBase.test(target) ? undefined : 'a subfolder may not import a file of the folder around it';
  }
  const siblings = listed[common];
  if (!siblings) return undefined;
  return siblings.indexOf(other![0]!) < siblings.indexOf(own![0]!)
    ? undefined
    : `${own![0]} comes before ${other![0]} in layers.json`;
}

function commonFolder(one: string, other: string): string {
  const [parts, others] = [one.split('/').slice(0, -1), other.split('/').slice(0, -1)];
  const differs = parts.findIndex((part, at) => part !== others[at]);
  return (differs < 0 ? parts : parts.slice(0, differs)).join('/');
}

/** Folders with several subfolders that layers.json does not order, and subfolders missing from it. */
function unlisted({ code, layers }: House): Offense[] {
  const inner = new Map<string, Set<string>>();
  for (const file of code)
    for (let at = path.posix.dirname(file.path); isOrdered.test(at); at = path.posix.dirname(at)) {
      const parent = path.posix.dirname(at);
      inner.set(parent, (inner.get(parent) ?? new Set()).add(path.posix.basename(at)));
    }
  return [...inner].flatMap(([parent, names]) => {
    const listed = layers.order[parent] ?? [];
    if (names.size < 2 && listed.length === 0) return [];
    return [...names]
      .filter((name) => !listed.includes(name))
      .map((name) => ({
        path: `${parent}/${name}`,
        says: 'layers.json does not say where this subfolder stands',
      }));
  });
}

const isOrdered = /^src\/(server\/[^/]+|web|shared|engine|reading)\//;
