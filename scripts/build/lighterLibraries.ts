import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';

/**
 * Builds libraries for the pages without what no page calls. Zod: the methods of its schemas that no file names, which
 * would bring every format and kind of schema along (4 kB compressed), the JSON Schema that the server makes of the
 * contracts (5 kB), and the memory for values that hold themselves (1 kB). React Router: components that
 * nothing uses, which stay in the build because they are given names for developer tools (4 kB).
 */
export const lighterLibraries = (): Plugin[] => [
  withoutUnusedMethods(),
  withoutJsonSchema(),
  withoutCycles(),
  withoutNames(),
];

const root = path.join(import.meta.dirname, '..', '..');

function withoutUnusedMethods(): Plugin {
  return {
    name: 'zod-without-unused-methods',
    apply: 'build',
    transform: {
      filter: { id: /zod\/v4\/classic\/schemas\.js$/ },
      handler(code) {
        const used = methodsUsed(code);
        // Each method stands in the object that is passed last to `$constructor`, four spaces deep, up to its own brace.
        return code.replace(
          /^ {4}(?:async )?(\w+)(?:: (?:async )?function \w+)?\([^\n]*\) \{\n(?: {8}[^\n]*\n)+ {4}\},\n/gm,
          (method, name) => (used.has(name) ? method : ''),
        );
      },
    },
  };
}

/** Every name that is called as a method in the contracts, the pages, the form library’s resolver, or zod itself. */
function methodsUsed(zod: string): Set<string> {
  const files = ['src/shared', 'src/web'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\./.test(file))
      .map((file) => readFileSync(path.join(root, folder, file), 'utf8')),
  );
  const own = [...zod.matchAll(/\b(?:this|inst|cl)\.(\w+)\(/g)];
  const called = files.flatMap((text) => [...text.matchAll(/\.(\w+)\(/g)]);
  return new Set(['parseAsync', 'safeParseAsync', ...[...own, ...called].map(([, name]) => name!)]);
}

/** Every zod schema can turn itself into a JSON Schema. */
function withoutJsonSchema(): Plugin {
  return {
    name: 'zod-without-json-schema',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      if (!/zod\/v4\/core\/(to-json-schema|json-schema-processors)\.js$/.test(id)) return null;
      const exported = readFileSync(id, 'utf8').matchAll(/export (?:function|const) (\w+)/g);
      const refusal = `() => { throw new Error('The browser build has no JSON Schema.'); }`;
      return [...exported].map(([, name]) => `export const ${name} = ${refusal};`).join('\n');
    },
  };
}

function withoutCycles(): Plugin {
  return {
    name: 'zod-without-cycles',
    apply: 'build',
    enforce: 'pre',
    load: (id) =>
      /zod\/v4\/core\/memoizer\.js$/.test(id)
        ? [
            'export class $ZodCyclicError extends Error {}',
            'export const memoizer = () => undefined;',
            'export const isBackEdge = () => false;',
            'export const isRecursiveSchema = () => false;',
          ].join('\n')
        : null,
  };
}

function withoutNames(): Plugin {
  return {
    name: 'router-without-names',
    apply: 'build',
    transform: {
      filter: { id: /react-router\/dist\/production\/lib\/.*\.js$/ },
      handler: (code) =>
        code
          .replace(/^\w+\.displayName = .*;$/gm, '')
          .replace(/= (React\$1\.(?:forwardRef|memo|createContext)\()/g, '= /*#__PURE__*/ $1'),
    },
  };
}
