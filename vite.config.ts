import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { lighterLibraries } from './scripts/build/lighterLibraries.ts';
import { withoutSummaries } from './scripts/build/withoutSummaries.ts';

const base = /node_modules[\\/](react|react-dom|scheduler|react-router|@tanstack|zod)[\\/]/;
/** What the public pages run on, which load nothing else. */
const ofPublicPages =
  /[\\/](web[\\/](consent[\\/]|api[\\/]session|ui[\\/]buttonClass|app[\\/](landing|public))|site[\\/]pages|.*\.css)/;
const isCommon = (id: string) => /[\\/](src|lucide-react)[\\/]/.test(id) && !ofPublicPages.test(id);
const server = `http://127.0.0.1:${process.env.PORT ?? 3000}`;

export default defineConfig({
  plugins: [react(), tailwindcss(), lighterLibraries(), withoutSummaries()],
  build: {
    outDir: 'dist/web',
    // Two documents: the app's shell, and the frame of the pages that are rendered at build time.
    rolldownOptions: {
      input: { index: 'index.html', public: 'public.html' },
      // What every page of the app runs on, as one file: it packs better, and stays cached from release to release.
      // Our own modules that at least twelve of the files would share are another: apart, each packs worse, and the
      // heaviest pages would weigh 2 kB more.
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: 'base', test: base },
            { name: 'common', minShareCount: 12, test: isCommon },
          ],
        },
      },
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
