import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';

/**
 * Removes unused code from the pages' libraries. Zod: methods of schemas that no file calls, which would include every format
 * and kind of schema (4 kB compressed), JSON Schema, which only the server uses (5 kB), support for recursive values (1 kB),
 * parsers compiled at run time (1 kB), and English messages (1 kB). TanStack Query: infinite queries (1 kB).
 */
export const lighterLibraries = (): Plugin[] => [
  withoutUnusedMethods(),
  withoutJsonSchema(),
  withoutCycles(),
  withoutEval(),
  replaced(),
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
        // Each method is in the object passed last to `$constructor`, indented by four spaces, up to its closing brace.
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

/** Parsers that zod compiles at run time. The content security policy forbids that, so pages never use them. */
function withoutEval(): Plugin {
  return {
    name: 'zod-without-eval',
    apply: 'build',
    transform: {
      filter: { id: /zod\/v4\/classic\/schemas\.js$/ },
      handler: (code) => code.replace('core.$ZodObjectJIT.init(', 'core.$ZodObject.init('),
    },
  };
}

/** Library modules that the pages hardly use, with their replacements. */
const replacements: [module: RegExp, code: string][] = [
  // Every form field has our own messages. This one covers errors that no form can cause.
  [/zod\/v4\/locales\/en\.js$/, `export default () => ({ localeError: () => 'Please check this value.' });`],
  // Our calls page their lists themselves.
  [
    /query-core\/build\/modern\/infiniteQueryBehavior\.js$/,
    'const none = () => undefined; export { none as hasNextPage, none as hasPreviousPage, none as infiniteQueryBehavior };',
  ],
  // For versions of React before 18.
  [/use-sync-external-store\/shim\/index\.js$/, `export { useSyncExternalStore } from 'react';`],
];

function replaced(): Plugin {
  return {
    name: 'libraries-replaced',
    apply: 'build',
    enforce: 'pre',
    load: (id) => replacements.find(([module]) => module.test(id.replaceAll('\\', '/')))?.[1] ?? null,
  };
}
