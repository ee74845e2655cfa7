import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { lighterLibraries } from './scripts/build/lighterLibraries.ts';
import { withoutSummaries } from './scripts/build/withoutSummaries.ts';

const base =
  /node_modules[\\/](react|react-dom|scheduler|wouter|regexparam|use-sync-external-store|@tanstack|zod)[\\/]|[\\/]lucide-react[\\/]dist[\\/]esm[\\/](?!icons)/;
const server = `http://127.0.0.1:${process.env.PORT ?? 3000}`;

export default defineConfig({
  plugins: [react(), tailwindcss(), lighterLibraries(), withoutSummaries()],
  build: {
    outDir: 'dist/web',
    // Two documents: the app's shell, and the frame of the pages that are rendered at build time.
    rolldownOptions: {
      input: { index: 'index.html', public: 'public.html' },
      // What every page of the app runs on, as one file: it packs better, and stays cached from release to release.
      // Icons are two hundred bytes each: those that three files share are one more, and each page weighs half a kB less.
      output: {
        // Each file names those it needs: without the words a page weighs a kilobyte less. The manifest has them.
        chunkFileNames: 'assets/[hash:7].js',
        codeSplitting: {
          groups: [
            { name: 'base', test: base, priority: 2 },
            { name: 'icons', test: /[\\/]lucide-react[\\/]/, minShareCount: 4, priority: 1 },
          ],
        },
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
