import { type Layers, type Offense, openHouse, type Rule, type Words } from './tree.ts';

const aliases = {
  '#features/*': './src/features/*',
  '#shared/*': './src/shared/*',
  '#engine/*': './src/engine/*',
  '#platform/*': './src/server/platform/*',
  '#mail/*': './src/server/mail/*',
  '#digests/*': './src/server/digests/*',
  '#stand-ins/*': './stand-ins/*',
};

const layers: Layers = {
  rooms: {
    shared: ['engine'],
    engine: [],
    web: [],
    platform: [],
    mail: ['platform'],
    digests: ['mail', 'platform'],
    app: ['digests'],
  },
  alone: ['engine'],
  order: { 'src/server/digests': ['store', 'run'] },
  writers: { users: 'accounts' },
  columns: { users: { mail: ['mailBlocked'] } },
  libraries: { nodemailer: ['mail'] },
};

const words: Words = {
  banned: { gone: 'deleted', 'under way': 'running', 'colour*': 'color' },
  kept: { 'stand-ins/kept.ts': ['gone'] },
};

/** A rule's findings in a small project with these files: `path: message`, or `path:line: …`. */
export function findIn(rule: Rule, files: Record<string, string>): string[] {
  const listed = Object.entries(files).map(([path, text]) => ({ path, text }));
  const house = openHouse({ files: listed, layers, words, aliases });
  return rule.find(house).map(inOneLine);
}

export const inOneLine = ({ path, line, says }: Offense): string =>
  `${path}${line === undefined ? '' : `:${line}`} ${says}`;
