import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';

/** `layers.json`: the plan of the project. */
export interface Layers {
  /** Room → rooms it may import. `shared` is open to every room but those `alone`. */
  rooms: Record<string, string[]>;
  /** Libraries: rooms that import nothing of the project. `shared` may take types of them, and nothing else. */
  alone: string[];
  /** Folder → its subfolders from the bottom up. Each may import the ones before it. */
  order: Record<string, string[]>;
  /** Table of the core → the room that owns it. */
  writers: Record<string, string>;
  /** Table of the core → another room → the columns that it sets. */
  columns: Record<string, Record<string, string[]>>;
  /** Outside library → rooms of `src` that may import it. */
  libraries: Record<string, string[]>;
}

/** `docs/words.json`: words that came back after they had been replaced. */
export interface Words {
  /** Banned word → what to write instead. A `*` at the end stands for any letters. */
  banned: Record<string, string>;
  /** File → words it may use, because a protocol or an API has them. */
  kept: Record<string, string[]>;
}

/** A file of the tree: its path from the root, with forward slashes, and its text. */
export type SourceFile = { path: string; text: string };

export interface Import {
  specifier: string;
  /** Path of the imported file, if it is in the tree. */
  target: string | undefined;
  /** Name of the imported package, if it is outside the tree. */
  library: string | undefined;
  /** Of types alone, so that nothing is loaded. */
  isType: boolean;
  line: number;
}

export interface Code extends SourceFile, Syntax {
  room: string;
  imports: Import[];
}

export interface House {
  layers: Layers;
  words: Words;
  /** Every file, documents and styles included. */
  files: SourceFile[];
  /** TypeScript and JavaScript, parsed. */
  code: Code[];
}

export type Offense = { path: string; line?: number; says: string };

/** A rule is a pure function of the project. A test shows that each rule finds a planted offense. */
export type Rule = { name: string; find: (house: House) => Offense[] };

/** The input of the rules: the files and three tables. */
export interface Plan {
  files: SourceFile[];
  layers: Layers;
  words: Words;
  /** package.json's `imports`. */
  aliases: Record<string, string>;
}

/** Parses every code file and resolves its imports. */
export function openHouse({ files, layers, words, aliases }: Plan): House {
  const paths = new Set(files.map((file) => file.path));
  const code = files
    .filter((file) => /\.(ts|tsx|mjs|js)$/.test(file.path))
    .map((file) => {
      const syntax = parse(file.path, file.text);
      const imports = importsOf(file, syntax, paths, aliases);
      return { ...file, ...syntax, room: roomOf(file.path), imports };
    });
  return { layers, words, files, code };
}

/** `src/server/digests/run/scope.ts` → `digests`; outside the server the first folder under `src`, or of the root. */
export function roomOf(file: string): string {
  const parts = file.split('/');
  if (parts[0] !== 'src') return parts.length > 1 ? parts[0]! : '';
  return parts[1] === 'server' ? parts[2]! : parts[1]!;
}

export const isTest = (file: string): boolean => /\.(test|spec)\.tsx?$/.test(file);

/** The imports that a rule says something against, in files of `src` that are no tests. */
export const wrongImports = (
  { code }: House,
  against: (file: Code, item: Import) => string | undefined,
): Offense[] =>
  productOf(code).flatMap((file) =>
    file.imports.flatMap((item) => {
      const says = against(file, item);
      return says ? [{ path: file.path, line: item.line, says: `${says} (${item.specifier})` }] : [];
    }),
  );

export const productOf = (code: Code[]): Code[] =>
  code.filter(({ path }) => path.startsWith('src/') && !isTest(path));

export const lineAt = (file: SourceFile, offset: number): number =>
  file.text.slice(0, offset).split('\n').length;

/** Every import: static, type-only, re-exported, `import(…)` as a call and as a type. */
function importsOf(
  file: SourceFile,
  { program }: Syntax,
  paths: Set<string>,
  aliases: Record<string, string>,
): Import[] {
  const found: Import[] = [];
  walk(program, (node) => {
    const specifier = importTypes.has(node.type) ? stringOf(node.source) : undefined;
    if (specifier === undefined) return;
    const target = resolve(file.path, specifier, aliases);
    found.push({
      specifier,
      target: target && [target, `${target}.ts`, `${target}.tsx`].find((candidate) => paths.has(candidate)),
      library: target === undefined ? libraryOf(specifier) : undefined,
      isType: node.type === 'TSImportType' || node.importKind === 'type' || node.exportKind === 'type',
      line: lineAt(file, (node as Node).start),
    });
  });
  return found;
}

const importTypes = new Set(
  'ImportDeclaration ExportNamedDeclaration ExportAllDeclaration ImportExpression TSImportType'.split(' '),
);

function resolve(from: string, specifier: string, aliases: Record<string, string>): string | undefined {
  if (specifier.startsWith('.'))
    return path.posix.join(path.posix.dirname(from), specifier.replace(/\?.*$/, ''));
  for (const [alias, folder] of Object.entries(aliases)) {
    const start = alias.replace('*', '');
    if (specifier.startsWith(start))
      return path.posix.join(folder.replace('*', ''), specifier.slice(start.length));
  }
  return undefined;
}

const libraryOf = (specifier: string): string => /^(?:@[^/]*\/)?[^/]*/.exec(specifier)![0];

const root = path.resolve(import.meta.dirname, '../..');
const folders = ['src', 'stand-ins', 'bench', 'e2e', 'test', 'scripts', 'docs', 'public', 'deploy'];
const kinds = /\.(ts|tsx|mjs|js|css|md|json|png|ya?ml|service)$|^LICENSE$|^\.env\.example$/;

/** The project as it is in this checkout. */
export function readTree(): House {
  const json = (file: string) => JSON.parse(readFileSync(path.join(root, file), 'utf8'));
  const loose = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = [...loose.map((entry) => entry.name), ...folders.flatMap(filesBelow)];
  return openHouse({
    files: paths.filter((file) => kinds.test(file)).map(read),
    layers: json('layers.json') as Layers,
    words: json('docs/words.json') as Words,
    aliases: json('package.json').imports,
  });
}

const filesBelow = (folder: string): string[] =>
  readdirSync(path.join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'));

const read = (file: string): SourceFile => ({
  path: file,
  text: file.endsWith('.png') ? '' : readFileSync(path.join(root, file), 'utf8'),
});

/** A node of the syntax tree (ESTree with TypeScript's nodes) by Vite's parser. */
export type Node = { type: string; start: number; end: number; [field: string]: unknown };

export type Comment = { type: 'Line' | 'Block'; value: string; start: number; end: number };

export type Syntax = { program: Node; comments: Comment[] };

/** @throws if the text is not valid TypeScript or JavaScript, with the path and the parser's message. */
export function parse(path: string, text: string): Syntax {
  const { program, comments, errors } = parseSync(path, text);
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`);
  return { program: program as unknown as Node, comments };
}

/** Calls `visit` for every node from the outside in, with its ancestors, outermost first. */
export function walk(node: Node, visit: (node: Node, around: Node[]) => void, around: Node[] = []): void {
  visit(node, around);
  const inner = [...around, node];
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) walk(child, visit, inner);
  }
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** The text of a string literal or of a template's fixed parts (`…` for each inserted value); else undefined. */
export function stringOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node.type !== 'TemplateLiteral') return undefined;
  return (node.quasis as Node[]).map((part) => (part.value as { cooked: string }).cooked).join('…');
}
