import type { Plugin } from 'vite';

/**
 * Builds the contracts of calls for the pages without their summaries, which only the server's description of the API
 * shows: 2 kB compressed of every page.
 */
export const withoutSummaries = (): Plugin => ({
  name: 'contracts-without-summaries',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/src\/shared\/.*\.ts$/ },
    handler: (code) => code.replace(summary, ''),
  },
});

/** A text, on the line of its name or the next. */
const summary = /^ +summary:\s+(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`[^`]*`),\n/gm;
