// After `vite build`: renders the landing and legal pages into documents of their own, and the app's shell, with
// its header, from index.html to app.html. Lists for each page the files that it loads beside the shell's, so that the server
// can name them in the document: else a browser hears of them when the shell's script runs. Run with `node --import tsx`.
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

const manifest = JSON.parse(readFileSync(path.join(web, '.vite', 'manifest.json'), 'utf8'));
const routes = readFileSync(
  path.join(import.meta.dirname, '..', 'src', 'app', 'pages', 'routes.tsx'),
  'utf8',
);
const ofShell = filesOf('index.html');
const preloads = [...routes.matchAll(/\[\s*'([^']+)',\s*page\(\(\) => import\('#web\/([^']+)'/g)].map(
  ([, address, file]) => [address, [...filesOf(`src/web/${file}`).difference(ofShell)]],
);
writeFileSync(path.join(web, '.vite', 'preloads.json'), JSON.stringify(Object.fromEntries(preloads)));

/** The files of scripts that an entry loads. */
function filesOf(key, seen = new Set()) {
  const { file, imports = [] } = manifest[key];
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const next of imports) filesOf(next, seen);
  return seen;
}

/** Loads styles first, because the first paint waits for them but not for scripts. */
function stylesFirst(html) {
  const styles = html.match(/ *<link rel="stylesheet"[^>]*>\n/)[0];
  return html.replace(styles, '').replace(/ *<script type="module"/, (script) => styles + script);
}
