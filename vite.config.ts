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

export default defineConfig({
  plugins: [withoutSummaries, react(), tailwindcss()],
  build: {
    outDir: 'dist/web',
    // Two documents: the app's shell, and the frame of the pages that are rendered at build time.
    rolldownOptions: {
      input: { index: 'index.html', public: 'public.html' },
      // One file with zod, so that zod is told what it may not do before it reads the first contract.
      output: { codeSplitting: { groups: [{ name: 'zod', test: /node_modules.zod|withoutEval/ }] } },
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
