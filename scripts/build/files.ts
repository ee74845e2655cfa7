import path from 'node:path';
import type { Rolldown } from 'vite';

/**
 * Which modules stand together in a file. Left alone, the bundler makes a file of every set of modules that the same pages
 * need: forty for the desk, most of them smaller than what asking for them costs on a slow line. So modules stand in
 * layers, a file each. A layer holds all that its modules import, or a layer before it does: no two files wait for each
 * other.
 */
export const files: Rolldown.OutputOptions['codeSplitting'] = {
  // A layer holds what its modules import by itself; of libraries, only those of `base` go with them.
  includeDependenciesRecursively: false,
  groups: [
    // What every page of the app runs on: it stays cached from release to release.
    {
      name: 'base',
      test: /node_modules[\\/](react|react-dom|scheduler|wouter|regexparam|use-sync-external-store|@tanstack|zod)[\\/]|[\\/]lucide-react[\\/]dist[\\/]esm[\\/](?!icons)/,
      priority: 3,
    },
    { name: layerOf, priority: 2 },
    // Icons are two hundred bytes each: those that three files share are one more, and each page weighs half a kB less.
    { name: 'icons', test: /[\\/]lucide-react[\\/]/, minShareCount: 4, priority: 1 },
  ],
};

const web = path.join(import.meta.dirname, '..', '..', 'src', 'web');
const inApp = (file: string): string => path.join(web, 'app', file);
const pageOf = (name: string): string => path.join(web, 'pages', `${name}Page.tsx`);
const desk = pageOf('dashboard/Dashboard');
/** What a signed-in reader opens every day. */
const everyDay = [
  desk,
  ...['digest/Digests', 'digest/Digest', 'topic/Topic', 'screening/Screening', 'shelf/Shelf'].map(pageOf),
];

type Graph = Rolldown.ChunkingContext;
type Layer = 'public' | 'app' | 'reader' | 'topics' | 'papers' | 'desk';

let known: { graph: Graph; layers: Map<string, Layer> } | undefined;

/** Asked for each module of one build. */
function layerOf(id: string, graph: Graph): string | null {
  if (known?.graph !== graph) known = { graph, layers: layersIn(graph) };
  return known.layers.get(id) ?? null;
}

function layersIn(graph: Graph): Map<string, Layer> {
  const asked = (file: string) => graph.getModuleInfo(inApp(file))?.dynamicallyImportedIds ?? [];
  const pages = [...asked('routes.tsx'), ...asked('rarePages.ts')];
  const entries = [inApp('public.ts'), inApp('main.tsx'), ...pages];
  const atOnce = new Set(entries.flatMap((entry) => [...reachedFrom(entry, graph, nothing)]));
  for (const entry of entries) atOnce.delete(entry);
  const needs = new Map(entries.map((entry) => [entry, reachedFrom(entry, graph, atOnce)]));
  const layer = (id: string): Layer | null => {
    const users = entries.filter((entry) => needs.get(entry)!.has(id));
    const uses = (page: string) => users.includes(page);
    if (uses(inApp('public.ts'))) return 'public';
    if (uses(inApp('main.tsx'))) return 'app';
    const everyDays = users.filter((page) => everyDay.includes(page)).length;
    // With fewer that share a module, some of these pages would load too much that they never run.
    if (uses(desk) && users.length >= 10) return 'app';
    if (everyDays >= 4) return 'reader';
    if (!uses(desk)) return null;
    // An icon imports nothing, so it may stand anywhere before.
    if (users.length > 1 && id.includes('lucide-react')) return 'reader';
    if (uses(pageOf('topic/Topic'))) return 'topics';
    if (users.length === 1) return 'desk';
    return users.length === everyDays && !uses(pageOf('screening/Screening')) ? 'papers' : null;
  };
  return new Map(
    [...new Set([...needs.values()].flatMap((ids) => [...ids]))]
      // A page stays a file of its own, by which it is asked for.
      .filter((id) => !needs.has(id))
      .flatMap((id) => {
        const name = layer(id);
        return name ? [[id, name] as const] : [];
      }),
  );
}

const nothing: ReadonlySet<string> = new Set();

/**
 * Our modules and the icons that a module imports, those that they import, and so on; of those that it loads later, the
 * ones that other pages load at once.
 */
function reachedFrom(entry: string, graph: Graph, atOnce: ReadonlySet<string>): Set<string> {
  const all = new Set<string>();
  const add = (id: string) => {
    if (all.has(id)) return;
    all.add(id);
    const { importedIds = [], dynamicallyImportedIds = [], code } = graph.getModuleInfo(id) ?? {};
    for (const later of dynamicallyImportedIds) if (atOnce.has(later)) add(later);
    for (const next of importedIds) {
      if (isOurs(next)) add(next);
      if (next.includes('lucide-react')) for (const icon of iconsOf(code ?? '', next, graph)) all.add(icon);
    }
  };
  add(entry);
  return all;
}

const isOurs = (id: string): boolean => id.startsWith(path.dirname(web)) || id.startsWith('\0');

/** Icons are imported by name from a list of all of them. */
function iconsOf(code: string, list: string, graph: Graph): string[] {
  const names = [...code.matchAll(/import \{([^}]*)\} from ['"]lucide-react['"]/g)].flatMap(([, inside]) =>
    inside!.split(',').map((one) => one.trim().split(' as ')[0]!),
  );
  const files = names.map((name) => `${name.replace(/([a-z])([A-Z0-9])/g, '$1-$2').toLowerCase()}.`);
  return (graph.getModuleInfo(list)?.importedIds ?? []).filter((id) =>
    files.some((file) => path.basename(id).startsWith(file)),
  );
}
