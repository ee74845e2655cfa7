import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { files } from './scripts/build/files.ts';
import { firstFiles } from './scripts/build/firstFiles.ts';
import { lighterLibraries } from './scripts/build/lighterLibraries.ts';
import { withoutSummaries } from './scripts/build/withoutSummaries.ts';

const server = `http://127.0.0.1:${process.env.PORT ?? 3000}`;

export default defineConfig({
  plugins: [react(), tailwindcss(), lighterLibraries(), withoutSummaries(), firstFiles()],
  build: {
    outDir: 'dist/web',
    // Two documents: the app's shell, and the frame of the pages that are rendered at build time.
    rolldownOptions: {
      input: { index: 'index.html', public: 'public.html' },
      output: {
        // Each file names those it needs: without the words a page weighs a kilobyte less. The manifest has them.
        chunkFileNames: 'assets/[hash:7].js',
        codeSplitting: files,
      },
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
