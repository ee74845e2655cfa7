import { type Context, Hono } from 'hono';
import { openTroubles, type Place, serveApp } from './loopback/serve.ts';

/** The fields of a work that a test sets; the rest is invented. */
interface Said {
  percentile?: number | null;
  citations?: number;
  /** Mean citedness of its journal; null for a work in a repository. */
  venue?: number | null;
  publicationDate?: string;
  abstract?: string;
  /** Instead of the index of its words. */
  index?: Record<string, number[]>;
  /** A free copy: its page, and the address of the file if known. */
  free?: { page: string; pdf?: string; license?: string };
}

type Trouble = { status: number; headers?: Record<string, string> } | 'not-json' | 'no-page';

/**
 * The parts of OpenAlex's `/works` and `/sources` that the product uses, as strict as the real service: it requires a key,
 * known filters, and at most 100 alternatives. Figures are derived from the DOI, so that they never change.
 */
export async function startOpenAlex(place?: Place) {
  const calls: { path: string; values: string[] }[] = [];
  const said = new Map<string, Said | null>();
  const allowance = { whole: 1, left: 1 };
  const troubles = openTroubles<{ as: Trouble; path: string }>();
  const app = new Hono();

  app.use(async (c, next) => {
    calls.push({ path: c.req.path, values: valuesOf(c) });
    const found = troubles.take(({ path }) => c.req.path.startsWith(path))?.as;
    if (found === 'not-json') return c.text('<html>busy</html>');
    if (found === 'no-page') return c.json({ message: 'maintenance' });
    if (found) return c.json({ error: 'as told' }, found.status as 500, found.headers);
    if (c.req.query('api_key') !== key) return c.json({ error: 'Invalid API key' }, 401);
    if (valuesOf(c).length > 100) return c.json({ error: 'Maximum number of values exceeded' }, 400);
    const spent = allowance.left < price;
    if (!spent) allowance.left -= price;
    c.header('x-ratelimit-limit-usd', String(allowance.whole));
    c.header('x-ratelimit-remaining-usd', allowance.left.toFixed(6));
    c.header('x-ratelimit-cost-usd', String(price));
    if (spent) return c.json({ error: 'Rate limit exceeded' }, 429, { 'retry-after': '30000' });
    return next();
  });
  app.get('/works', (c) => page(c, 'doi', (doi) => workOf(doi, said.get(doi))));
  app.get('/sources', (c) => page(c, 'ids.openalex', sourceOf));

  const { url, close } = await serveApp(app, place);
  return {
    url,
    environment: { OPENALEX_URL: url, OPENALEX_API_KEY: key },
    /** Every request, including refused ones: its path and the values of its filter. */
    calls,
    /** By DOI; `null`: unknown. */
    said,
    /** Remaining budget in dollars. A request costs a hundredth of a cent; without budget it is refused. */
    allowance,
    /** Sets the response to requests of one path, or all, for `times` requests or until reset with null. */
    misbehave: (as: Trouble | null, { times, path = '/' }: { times?: number; path?: string } = {}) =>
      troubles.set(as && { as, path }, times),
    close,
  };
}
export type OpenAlexStandIn = Awaited<ReturnType<typeof startOpenAlex>>;

const key = 'stand-in-key';
const price = 0.0001;

const valuesOf = (c: Context): string[] => (c.req.query('filter') ?? '').replace(/^[\w.]+:/, '').split('|');

function page(c: Context, filter: string, rowOf: (value: string) => object | null): Response {
  if (!c.req.query('filter')?.startsWith(`${filter}:`))
    return c.json({ error: 'Invalid query parameters' }, 400);
  const fields = c.req.query('select')?.split(',');
  const rows = valuesOf(c).flatMap((value) => rowOf(value) ?? []);
  const size = Number(c.req.query('per-page') ?? 25);
  const results = rows
    .slice(0, size)
    .map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => fields?.includes(name) ?? true)));
  const meta = { count: rows.length, page: 1, per_page: size, groups_count: null, cost_usd: price };
  return c.json({ meta, results, group_by: [] });
}

function workOf(doi: string, said: Said | null | undefined): object | null {
  if (said === null) return null;
  const number = sum(doi);
  const { percentile = (number % 100) / 100, citations = number % 7, venue = number % 20, free } = said ?? {};
  const source =
    venue === null
      ? { id: 'https://openalex.org/S1', type: 'repository' }
      : { id: `https://openalex.org/S${1000 + venue}`, type: 'journal' };
  return {
    id: `https://openalex.org/W${number}`,
    doi: `https://doi.org/${doi}`,
    title: 'An invented work',
    publication_date: said?.publicationDate ?? '2026-01-01',
    abstract_inverted_index: said?.index ?? (said?.abstract ? wordsOf(said.abstract) : null),
    cited_by_count: citations,
    fwci: null,
    citation_normalized_percentile: percentile === null ? null : { value: percentile },
    open_access: {
      is_oa: Boolean(free),
      oa_status: free ? 'green' : 'closed',
      oa_url: free?.pdf ?? free?.page ?? null,
      any_repository_has_fulltext: false,
    },
    best_oa_location: free
      ? {
          ...{ is_oa: true, landing_page_url: free.page, pdf_url: free.pdf ?? null, source: null },
          ...{ license: free.license ?? null, version: 'publishedVersion' },
        }
      : null,
    primary_location: { is_oa: false, source },
  };
}

function wordsOf(text: string): Record<string, number[]> {
  const index: Record<string, number[]> = {};
  for (const [at, word] of text.split(' ').entries()) index[word] = [...(index[word] ?? []), at];
  return index;
}

/** A journal's mean citedness, derived from its number. */
const sourceOf = (id: string): object => ({
  id: `https://openalex.org/${id}`,
  display_name: `Journal ${id}`,
  summary_stats: { '2yr_mean_citedness': Number(id.slice(1)) - 1000, h_index: 10, i10_index: 10 },
});

const sum = (text: string): number =>
  [...text].reduce((all, one) => (all * 31 + one.charCodeAt(0)) % 9973, 7);
