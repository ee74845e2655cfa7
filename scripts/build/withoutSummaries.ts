import type { Plugin } from 'vite';

/**
 * Removes the summaries of calls from the pages' contracts, because only the server's API description shows them. Saves 2 kB
 * (compressed) per page.
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
