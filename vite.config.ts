import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const server = `http://127.0.0.1:${process.env.PORT ?? 3000}`;

/** Leaves the sentences of the API's description out of the pages, which never show them. */
const withoutSummaries: Plugin = {
  name: 'without-summaries',
  enforce: 'pre',
  apply: 'build',
  transform: (code, id) =>
    /\/src\/(shared|features)\/.*\.ts$/.test(id) && code.includes('endpoint(')
      ? { code: code.replace(/\bsummary:\s*(['"`])(?:\\.|(?!\1)[^\\])*\1/g, "summary: ''"), map: null }
      : null,
};

/**
 * A page's scripts in about ten files: split by what each page uses, they were forty of about a kilobyte, and a browser asks for
 * six at a time over HTTP/1.1. A module is in the first group that takes it or a module that imports it.
 */
const groups = [
  // With zod, what tells it what it may not do, before it reads the first contract.
  { name: 'zod', test: /node_modules.zod|withoutEval/ },
  // All that the prerendered pages run.
  { name: 'plain', test: /pages.(?:landing|styles)\.|web.consent/ },
  { name: 'app', tags: ['$initial' as const], test: /^(?!.*public\.)/ },
  { name: 'forms', test: /web.ui.NewPassword|shared.accounts.account\.ts/ },
  { name: 'auth', test: /web.pages.auth/, minShareCount: 2 },
  {
    name: 'reader',
    test: /web.(?:papers|layout|digests.digestWords|pages.dashboard.(?:desk|papers|topics))/,
    minShareCount: 2,
  },
];

export default defineConfig({
  plugins: [withoutSummaries, react(), tailwindcss()],
  build: {
    outDir: 'dist/web',
    // Two documents: the app's shell, and the frame of the pages that are rendered at build time.
    rolldownOptions: {
      input: { index: 'index.html', public: 'public.html' },
      output: { codeSplitting: { groups } },
    },
    manifest: true,
    // Every browser that runs the pages knows modulepreload.
    modulePreload: { polyfill: false },
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
