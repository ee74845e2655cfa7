import { type Code, type House, type Import, isTest, type Offense, type Rule } from '../tree/house.ts';

/** Checks who may import whom, including types. A room missing from the table is an offense too. */
export const layers: Rule = {
  name: 'rooms import only the rooms that layers.json names',
  find: (house) =>
    house.code.filter((file) => isOurs(file) && !isTest(file.path)).flatMap((file) => ofFile(file, house)),
};

const isOurs = (file: Code): boolean => file.path.startsWith('src/');

function ofFile(file: Code, { layers }: House): Offense[] {
  if (!layers.rooms[file.room]) {
    return [{ path: file.path, says: `the room “${file.room}” is not in layers.json` }];
  }
  return file.imports.flatMap((item) => {
    const says = item.target
      ? insideOffense(file, item, layers.rooms)
      : libraryOffense(file, item, layers.libraries);
    return says ? [{ path: file.path, line: item.line, says: `${says} (${item.specifier})` }] : [];
  });
}

function insideOffense(file: Code, { target }: Import, rooms: Record<string, string[]>): string | undefined {
  if (!target!.includes('/')) return undefined;
  const room = target!.startsWith('src/')
    ? target!.replace(/^src\/(server\/)?/, '').split('/')[0]!
    : target!.split('/')[0]!;
  if (
    /(^|\/)(\w*[rR]outes|jobs)\.tsx?$/.test(target!) &&
    target!.startsWith('src/server/') &&
    file.room !== 'app'
  ) {
    return 'only app binds routes and jobs';
  }
  if (room === 'stand-ins') {
    return file.path === 'src/server/app/main.ts' ? undefined : 'only app/main.ts starts stand-ins';
  }
  if (room === file.room || room === 'shared') return undefined;
  return rooms[file.room]!.includes(room) ? undefined : `${file.room} may not import ${room}`;
}

function libraryOffense(
  file: Code,
  { library }: Import,
  libraries: Record<string, string[]>,
): string | undefined {
  const rooms = library === undefined ? undefined : libraries[library];
  return rooms && !rooms.includes(file.room) ? `${library} belongs to ${rooms.join(', ')}` : undefined;
}
