import { type Code, isTest, lineAt, type Offense, type Rule } from '../tree/house.ts';
import { type Node, walk } from '../tree/parse.ts';

/** The only file that reads `process.env`; everything else receives the configuration. */
const mayReadEnvironment = ['src/server/platform/runtime/config.ts'];
/** Entry points that compare this host's clock with the database's, which a test's clock must not replace. */
const mayReadClock = [
  'src/server/app/main.ts',
  'src/server/app/start.ts',
  'src/server/app/commands/transfer.ts',
];

export const clock: Rule = {
  name: 'the environment and the clock are read in one place each',
  find: ({ code }) =>
    code
      .filter(
        (file) =>
          /^src\/(server|shared)\//.test(file.path) && !isTest(file.path) && !/\.client\.js$/.test(file.path),
      )
      .flatMap(ofFile),
};

function ofFile(file: Code): Offense[] {
  const found: Offense[] = [];
  walk(file.program, (node, around) => {
    const says = reads(node, around, file.path);
    if (says) found.push({ path: file.path, line: lineAt(file, node.start), says });
  });
  return found;
}

function reads(node: Node, around: Node[], path: string): string | undefined {
  if (isMember(node, 'process', 'env') && !mayReadEnvironment.includes(path)) {
    return 'process.env: read the value in config.ts, which checks and documents it';
  }
  const isNow =
    isMember(node, 'Date', 'now') ||
    (node.type === 'NewExpression' &&
      isNamed(node.callee, 'Date') &&
      (node.arguments as Node[]).length === 0);
  return isNow && !makesNow(around) && !mayReadClock.includes(path)
    ? 'the clock: take `now` from the app or as an argument'
    : undefined;
}

/** `now = () => new Date()`: code that creates `now` may read the clock. */
function makesNow(around: Node[]): boolean {
  const [made, reader] = [around.at(-2), around.at(-1)];
  if (reader?.type !== 'ArrowFunctionExpression') return false;
  return [made?.left, made?.id, made?.key].some((name) => name && isNamed(name, 'now'));
}

const isMember = (node: Node, object: string, property: string): boolean =>
  node.type === 'MemberExpression' && isNamed(node.object, object) && isNamed(node.property, property);

const isNamed = (node: unknown, name: string): boolean =>
  (node as Node).type === 'Identifier' && (node as Node).name === name;
