import { isTest, lineAt, type Rule } from '../tree/house.ts';
import { type Node, walk } from '../tree/parse.ts';

const most = 4;
const functions = new Set([
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
  'TSDeclareFunction',
]);

/** More than four positional parameters become a named object. Columns of a test's table may be more. */
export const parameters: Rule = {
  name: 'functions take four positional parameters at most',
  find: ({ code }) =>
    code.flatMap((file) => {
      const found: { path: string; line: number; says: string }[] = [];
      walk(file.program, (node, around) => {
        const isTableTest = isTest(file.path) && around.at(-1)?.type === 'CallExpression';
        const count = functions.has(node.type) && !isTableTest ? positional(node) : 0;
        if (count > most) {
          found.push({
            path: file.path,
            line: lineAt(file, node.start),
            says: `${count} positional parameters; at most ${most}`,
          });
        }
      });
      return found;
    }),
};

const positional = (node: Node): number =>
  (node.params as Node[]).filter((param) => !(param.type === 'Identifier' && param.name === 'this')).length;
