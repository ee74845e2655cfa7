import { type Code, isTest, lineAt, linesOf, type Rule } from '../tree/house.ts';
import type { Node } from '../tree/parse.ts';

/** Every exported function of the server has a doc comment that says what it does and guarantees. */
export const documented: Rule = {
  name: 'exported server functions have a doc comment',
  find: ({ code }) =>
    code
      .filter((file) => file.path.startsWith('src/server/') && !isTest(file.path))
      .flatMap((file) =>
        (file.program.body as Node[])
          .filter((statement) => exportsFunction(statement) && !hasDoc(file, statement))
          .map((statement) => ({
            path: file.path,
            line: lineAt(file, statement.start),
            says: `no doc comment: ${file.text.slice(statement.start).split('\n')[0]}`,
          })),
      ),
};

function exportsFunction(statement: Node): boolean {
  if (statement.type !== 'ExportNamedDeclaration' && statement.type !== 'ExportDefaultDeclaration')
    return false;
  const declaration = statement.declaration as Node | null;
  if (declaration?.type === 'FunctionDeclaration') return true;
  if (declaration?.type !== 'VariableDeclaration') return false;
  return (declaration.declarations as { init?: Node }[]).some(
    ({ init }) => init?.type === 'ArrowFunctionExpression' || init?.type === 'FunctionExpression',
  );
}

/** A `/** … *\/` right before the statement; overloads share the first one's. */
function hasDoc(file: Code, statement: Node): boolean {
  return file.comments.some(
    (comment) =>
      comment.type === 'Block' &&
      comment.value.startsWith('*') &&
      comment.end <= statement.start &&
      file.text.slice(comment.end, statement.start).trim() === '',
  );
}

const [fewest, most] = [5, 25];

/** Every room has a README of about ten lines: contents, allowed imports, promise, tables, where to start. */
export const introduced: Rule = {
  name: 'every room has a README of about ten lines',
  find: ({ files, layers }) =>
    Object.keys(layers.rooms).flatMap((room) => {
      const folder = room === 'shared' || room === 'web' ? `src/${room}` : `src/server/${room}`;
      const readme = files.find((file) => file.path === `${folder}/README.md`);
      if (!readme) return [{ path: folder, says: 'no README.md' }];
      const count = linesOf(readme);
      return count < fewest || count > most
        ? [{ path: readme.path, says: `${count} lines; ${fewest} to ${most}` }]
        : [];
    }),
};
