// After `vite build`: renders the landing and legal pages into documents of their own, and the app's shell, with
// its header, from index.html to app.html. Run with `node --import tsx`.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { prerender, withHeader } from '#app/pages/prerender.tsx';

const web = path.join(import.meta.dirname, '..', 'dist', 'web');
const frame = path.join(web, 'public.html');

writeFileSync(
  path.join(web, 'app.html'),
  withHeader(stylesFirst(readFileSync(path.join(web, 'index.html'), 'utf8'))),
);
for (const [file, html] of await prerender(stylesFirst(readFileSync(frame, 'utf8')))) {
  mkdirSync(path.dirname(path.join(web, file)), { recursive: true });
  writeFileSync(path.join(web, file), html);
}
rmSync(frame);

/** Loads styles first, because the first paint waits for them but not for scripts. */
function stylesFirst(html) {
  const styles = html.match(/ *<link rel="stylesheet"[^>]*>\n/)[0];
  return html.replace(styles, '').replace(/ *<script type="module"/, (script) => styles + script);
}
