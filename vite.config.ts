import { readFileSync } from 'node:fs';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const base = /node_modules[\\/](react|react-dom|scheduler|react-router|@tanstack|zod)[\\/]/;
const server = `http://127.0.0.1:${process.env.PORT ?? 3000}`;

export default defineConfig({
  plugins: [react(), tailwindcss(), withoutJsonSchema(), withoutCycles()],
  build: {
    outDir: 'dist/web',
    // Two documents: the app's shell, and the frame of the pages that are rendered at build time.
    rolldownOptions: {
      input: { index: 'index.html', public: 'public.html' },
      // What every page of the app runs on, as one file: it packs better, and stays cached from release to release.
      output: { codeSplitting: { groups: [{ name: 'base', test: base }] } },
    },
    manifest: true,
    // The content security policy allows no inlined fonts, images or scripts.
    assetsInlineLimit: 0,
  },
  server: {
    proxy: {
      '/api': server,
      '/references': server,
      '/feeds': server,
      '/mailbox': server,
      '/healthz': server,
      '/readyz': server,
    },
  },
});

/**
 * Every zod schema can turn itself into a JSON Schema, which keeps 5 kB (compressed) of code on every page that
 * no page calls. The server uses it for its API description; the browser does without.
 */
function withoutJsonSchema(): Plugin {
  return {
    name: 'without-json-schema',
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

/** Nor does a page parse anything that holds itself: the memory by which zod would follow it is left out, 1 kB. */
function withoutCycles(): Plugin {
  return {
    name: 'without-cycles',
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
