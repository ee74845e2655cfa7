// After `vite build`: renders the landing and legal pages into documents of their own, and the app's shell, with
// its header, from index.html to app.html. Lists for each page the files that it loads beside the shell's, so that the server
// can name them in the document: else a browser hears of them when the shell's script runs.
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createServer } from 'vite';

const root = path.join(import.meta.dirname, '..');
// Node strips types, but does not read JSX.
const vite = await createServer({
  root,
  appType: 'custom',
  logLevel: 'error',
  server: { middlewareMode: true, hmr: false, watch: null },
});
const { drawnFirst, prerender, withHeader } = await vite.ssrLoadModule('/src/app/pages/prerender.tsx');

const web = path.join(root, 'dist', 'web');
const frame = path.join(web, 'public.html');

const shell = withHeader(stylesFirst(readFileSync(path.join(web, 'index.html'), 'utf8')));
for (const [file, html] of [
  ['app.html', shell],
  ...drawnFirst(shell),
  ...(await prerender(stylesFirst(readFileSync(frame, 'utf8')))),
]) {
  mkdirSync(path.dirname(path.join(web, file)), { recursive: true });
  writeFileSync(path.join(web, file), html);
}
rmSync(frame);
await vite.close();

const manifest = JSON.parse(readFileSync(path.join(web, '.vite', 'manifest.json'), 'utf8'));
const src = path.join(root, 'src');
const ofShell = filesOf('index.html');
const screens = [
  ...screensIn('app/pages/routes.tsx', /\[\s*'([^']+)',\s*page\(\(\) => import\('#([^']+)'/g, ''),
  ...globSync('features/*/web.ts', { cwd: src }).flatMap((file) =>
    screensIn(
      file,
      /'(\/[^']*)': lazy\(async \(\) => \(\{ default: \(await import\('\.\/([^']+)'/g,
      path.dirname(file),
    ),
  ),
];
const preloads = screens.map(([address, file]) => [address, [...filesOf(`src/${file}`).difference(ofShell)]]);
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

/** The screens that a list of pages names: address and file. */
function screensIn(list, pattern, folder) {
  const text = readFileSync(path.join(src, list), 'utf8');
  return [...text.matchAll(pattern)].map(([, address, file]) => [address, path.posix.join(folder, file)]);
}
