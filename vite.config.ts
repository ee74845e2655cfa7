import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const server = `http://127.0.0.1:${process.env.PORT ?? 3000}`;

export default defineConfig({
  plugins: [react(), tailwindcss()],
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
