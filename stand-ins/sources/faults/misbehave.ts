import { setTimeout as delay } from 'node:timers/promises';
import type { MiddlewareHandler } from 'hono';
import { openTroubles } from '#stand-ins/loopback/serve.ts';
import { type SourceName, sourceNames } from '../records/corpus.ts';
import type { Kind, SourcesEnv } from './env.ts';

export interface Behavior {
  kind: Kind;
  /** Only requests whose query contains this, such as a word of one topic, because other tests search at the same time. */
  query?: string;
  /** Delay for `slow`, in milliseconds. */
  ms?: number;
}

/** The current fault of each source. */
export function openMisbehavior() {
  const current = new Map(sourceNames.map((name) => [name, openTroubles<Behavior>()]));
  return {
    set(source: SourceName, wanted: Kind | Behavior | null): void {
      current.get(source)!.set(typeof wanted === 'string' ? { kind: wanted } : wanted);
    },
    /** The fault for this request, if any. */
    take: (source: SourceName, { search }: URL) =>
      current.get(source)!.take(({ query = '' }) => search.includes(query)),
  };
}

/** Applies the current fault of the path's source to its replies. */
export const misbehave =
  (misbehavior: ReturnType<typeof openMisbehavior>): MiddlewareHandler<SourcesEnv> =>
  async (c, next) => {
    const source = sourceOf(c.req.path);
    const found = source && misbehavior.take(source, new URL(c.req.url));
    c.set('spoil', found?.kind ?? null);
    if (!source || !found) return next();
    switch (found.kind) {
      case '429':
      case '429-retry-after':
        return tooMany(source, found.kind === '429' ? {} : { 'retry-after': '1' });
      case '503':
        return new Response(unavailable, { status: 503, headers: html });
      case 'empty-200':
        return new Response('', { headers: html });
      case 'html-200':
        return new Response(maintained, { headers: html });
      case 'slow':
        await delay(found.ms);
        return next();
    }
    await next();
    if (found.kind === 'truncated') {
      const text = await c.res.text();
      c.res = new Response(text.slice(0, Math.floor(text.length * 0.6)), { headers: headersOf(c.res) });
    }
    if (found.kind === 'wrong-content-type') c.res.headers.set('content-type', html['content-type']);
  };

/** The source of each path. */
const paths: Record<SourceName, RegExp> = {
  pubmed: /\.fcgi$/,
  arxiv: /^\/arxiv\//,
  // The address without a server belongs to the API that bioRxiv and medRxiv share.
  biorxiv: /^\/$|^\/(?:details|pubs)\/biorxiv(?:\/|$)/,
  medrxiv: /^\/(?:details|pubs)\/medrxiv(?:\/|$)/,
  europepmc: /^\/europepmc\//,
};

export const sourceOf = (path: string): SourceName | null =>
  sourceNames.find((name) => paths[name].test(path)) ?? null;

/** The real services' bodies. Neither service sends Retry-After by itself. */
function tooMany(source: SourceName, headers: Record<string, string>): Response {
  if (source === 'pubmed')
    return Response.json(
      { error: 'API rate limit exceeded', 'api-key': '203.0.113.7', count: '4', limit: '3' },
      { status: 429, headers },
    );
  const body = source === 'arxiv' ? 'Rate exceeded.' : 'Too Many Requests';
  return new Response(body, { status: 429, headers: { 'content-type': 'text/html', ...headers } });
}

const page = (title: string, sentence: string): string =>
  `<!DOCTYPE html>\n<html><head><title>${title}</title></head><body><h1>${title}</h1><p>${sentence}</p></body></html>\n`;
const unavailable = page('Service Unavailable', 'The server is temporarily unable to service your request.');
const maintained = page('Maintenance', 'This service is being maintained and will be back soon.');
const html = { 'content-type': 'text/html; charset=utf-8' };

function headersOf(response: Response): Headers {
  const headers = new Headers(response.headers);
  headers.delete('content-length');
  return headers;
}
