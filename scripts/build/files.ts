import path from 'node:path';
import type { Rolldown } from 'vite';

/**
 * Groups modules into output files. By default the bundler makes one file per set of modules that the same pages need: forty
 * for the desk, most of them smaller than the cost of a request on a slow connection. So we group modules into layers, one
 * file each. A layer contains everything its modules import, unless an earlier layer does, so that no two files wait for
 * each other.
 */
export const files: Rolldown.OutputOptions['codeSplitting'] = {
  // A layer includes the imports of its modules automatically, but libraries only in `base`.
  includeDependenciesRecursively: false,
  groups: [
    // Libraries of every page, which stay cached from release to release.
    {
      name: 'base',
      test: /node_modules[\\/](react|react-dom|scheduler|wouter|regexparam|use-sync-external-store|@tanstack|zod)[\\/]|[\\/]lucide-react[\\/]dist[\\/]esm[\\/](?!icons)/,
      priority: 3,
    },
    { name: layerOf, priority: 2 },
    // Icons are two hundred bytes each. One file for icons that three files share saves half a kB per page.
    { name: 'icons', test: /[\\/]lucide-react[\\/]/, minShareCount: 4, priority: 1 },
  ],
};

const web = path.join(import.meta.dirname, '..', '..', 'src', 'web');
const inApp = (file: string): string => path.join(web, 'app', file);
const pageOf = (name: string): string => path.join(web, 'pages', `${name}Page.tsx`);
const desk = pageOf('dashboard/Dashboard');
/** Pages that a signed-in reader opens every day. */
const everyDay = [desk, ...['digest/Digests', 'digest/Digest', 'topic/Topic', 'shelf/Shelf'].map(pageOf)];

type Graph = Rolldown.ChunkingContext;
type Layer = 'public' | 'app' | 'reader' | 'topics' | 'papers' | 'desk';

let known: { graph: Graph; layers: Map<string, Layer> } | undefined;

/** Called for each module of a build. */
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
    // With a lower limit, some of these pages would load too much code that they never run.
    if (uses(desk) && users.length >= 10) return 'app';
    if (everyDays >= 4) return 'reader';
    if (!uses(desk)) return null;
    // An icon imports nothing, so it may be in any earlier layer.
    if (users.length > 1 && id.includes('lucide-react')) return 'reader';
    if (uses(pageOf('topic/Topic'))) return 'topics';
    if (users.length === 1) return 'desk';
    return users.length === everyDays ? 'papers' : null;
  };
  return new Map(
    [...new Set([...needs.values()].flatMap((ids) => [...ids]))]
      // A page stays in its own file, by which it is requested.
      .filter((id) => !needs.has(id))
      .flatMap((id) => {
        const name = layer(id);
        return name ? [[id, name] as const] : [];
      }),
  );
}

const nothing: ReadonlySet<string> = new Set();

/**
 * Our modules and icons that a module imports, directly or indirectly, and those that it loads later if other pages load
 * them at once.
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
