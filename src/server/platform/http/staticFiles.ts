import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import type { PageAt } from '#shared/site/pages.ts';
import { fillDocument, type Installation, rendered, withoutPlans } from '#shared/site/rendered.ts';

/** The folder of the web app built by `npm run build`. */
export const builtWebApp = fileURLToPath(new URL('../../../../dist/web', import.meta.url));

/**
 * Serves the built web app: documents rendered at build time with this installation's texts filled in, files unchanged
 * (hashed ones cached forever), and for every other path the app's shell (`app.html`, else `index.html`). Its status is 404 if
 * the path is not a page, and the router in the browser then shows the 404 page. The shell names the page's own scripts, so that
 * they load beside its own. With `signsUp`, which is an open sign-up by a password of four kinds of characters, its page is
 * sent as it was drawn.
 * Without `billing` it serves the documents that name no plan, and the pages about plans do not exist.
 */
export function webApp(
  folder: string,
  installation: Installation,
  { billing, signsUp, pageAt }: { billing: boolean; signsUp: boolean; pageAt: PageAt },
): Hono {
  const app = new Hono();
  if (!existsSync(folder)) {
    app.get('*', (http) => http.text('The web app has not been built yet: run `npm run build`.', 503));
    return app;
  }
  const built = (...names: string[]) => names.map((name) => path.join(folder, name)).find(existsSync);
  for (const [address, file] of Object.entries(rendered)) {
    const other = withoutPlans(file);
    const document = built(...(billing ? [file] : [other, file]));
    if (!document) continue;
    // Also under the files' names, which would otherwise be served with placeholders.
    app.on('GET', [address, `${address.replace(/\/$/, '')}/`, `/${file}`, `/${other}`], async (http) =>
      http.body(fillDocument(await readFile(document, 'utf8'), installation), 200, {
        'Content-Type': contentTypes[path.extname(file)]!,
        'Cache-Control': 'no-cache',
      }),
    );
  }
  const preloads: Record<string, string[]> = existsSync(path.join(folder, preloadList))
    ? JSON.parse(readFileSync(path.join(folder, preloadList), 'utf8'))
    : {};
  app.use('/assets/*', async (http, next) => {
    await next();
    if (http.res.ok) http.header('Cache-Control', 'public, max-age=31536000, immutable');
  });
  app.use(async (http, next) => {
    await next();
    if (!http.res.headers.has('Cache-Control')) http.header('Cache-Control', 'no-cache');
  });
  app.use(serveStatic({ root: folder, precompressed: true }));
  app.get('*', async (http) => {
    const at = pageAt(http.req.path);
    const page = at?.billing && !billing ? undefined : at;
    http.header('Cache-Control', page?.token ? 'no-store' : 'no-cache');
    const wantsFile = path.extname(http.req.path) !== '';
    // What its query or the installation changes is not in the drawing.
    const drawn = (signsUp && !http.req.url.includes('?') && page?.drawn) || 'app.html';
    const shell = built(billing ? drawn : withoutPlans(drawn), drawn, 'app.html', 'index.html');
    if (!shell || wantsFile) return http.text('404 Page Not Found', 404);
    const links = (preloads[page?.path ?? ''] ?? []).map(
      (file) => `<link rel="modulepreload" href="/${file}">`,
    );
    const document = fillDocument(await readFile(shell, 'utf8'), installation);
    return http.html(document.replace('<script type="module"', `${links.join('')}$&`), page ? 200 : 404);
  });
  return app;
}

/** Written by `scripts/prerender.mjs`: by a page's path, the files of its scripts. */
const preloadList = '.vite/preloads.json';

const contentTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
};
