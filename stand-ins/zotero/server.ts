import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Context, Hono } from 'hono';
import { openTroubles, type Place, serveApp } from '../loopback/serve.ts';
import { emptyLibrary, type Library, writeItems } from './library.ts';
import { templates } from './templates.ts';

/** Responses chosen by a test. `hang-up` performs the call, then closes the connection without a response. */
export type ZoteroTrouble = { status: number; text?: string; headers?: Record<string, string> } | 'hang-up';

/** A key and its permissions. */
export interface ZoteroKey {
  userID: number;
  username: string;
  access: {
    user?: { library: boolean; files?: boolean; notes?: boolean; write?: boolean };
    groups?: Record<string, { library: boolean; write: boolean }>;
  };
}

/**
 * The part of Zotero's Web API, version 3, that the product uses, as strict as the original: keys with permissions,
 * versions, write tokens remembered for successful writes, objects saved independently, and the texts of its errors.
 */
export async function startZotero(place?: Place) {
  const keys = new Map([['P9NiFoyLeZu2bZNvvuQPDWsd', someKey]]);
  const libraries = new Map<string, Library>([
    ['users/475425', emptyLibrary({ KIMI8BSG: 'LoC', T3DAUPWW: 'Reading list' })],
    ['groups/42', emptyLibrary({ ABCD2345: 'Journal club' })],
  ]);
  const calls: { method: string; path: string; status: number }[] = [];
  const changing = {
    /** The `Backoff` of every response, in seconds. */
    backoff: 0,
    /** Runs once right after the response to a write was sent, before the client has read it. */
    afterWrite: null as (() => void) | null,
    /** Fields missing from the templates of an older server. */
    without: new Set<string>(),
  };
  const tokens = new Set<string>();
  const troubles = openTroubles<{ as: ZoteroTrouble; method: string }>();
  const app = new Hono();

  app.use(async (http, next) => {
    const { path, method } = http.req;
    const call = { method, path, status: 0 };
    calls.push(call);
    const found = troubles.take((one) => method.startsWith(one.method))?.as;
    if (found && found !== 'hang-up') {
      call.status = found.status;
      return http.body(found.text ?? '', found.status as 200, found.headers);
    }
    await next();
    call.status = http.res.status;
    if (changing.backoff) http.header('Backoff', String(changing.backoff));
    if (found) (http.env as { incoming: IncomingMessage }).incoming.socket.destroy();
  });
  app.get('/keys/current', (http) => {
    const key = keyOf(http);
    return key ? http.json({ key: 'hidden', displayName: '', ...key }) : http.text('Forbidden', 403);
  });
  app.get('/items/new', (http) => {
    const template = templates.get(http.req.query('itemType') ?? '');
    if (!template) return http.text("'itemType' is not a valid item type", 400);
    const fields = Object.entries(template).filter(([field]) => !changing.without.has(field));
    return http.json(Object.fromEntries(fields));
  });
  app.get('/users/:id/groups', (http) => {
    const ids = [...libraries.keys()].flatMap((name) => /^groups\/(\d+)$/.exec(name)?.[1] ?? []).map(Number);
    return http.json(ids.map((id) => ({ id, version: 2, data: { id, name: `Group ${id}` } })));
  });
  app.get('/:type/:id/collections', (http) => {
    const library = libraryOf(http, 'read');
    if (library instanceof Response) return library;
    const start = Number(http.req.query('start') ?? 0);
    const rows = [...library.collections].slice(start, start + 100);
    const data = (key: string, name: string) => ({ key, name, parentCollection: false });
    return http.json(rows.map(([key, name]) => ({ key, version: 6, data: data(key, name) })));
  });
  app.get('/:type/:id/items', (http) => {
    const library = libraryOf(http, 'read');
    if (library instanceof Response) return library;
    const wanted = (http.req.query('itemKey') ?? '').split(',');
    if (wanted.length > 50) return http.text('Too many keys', 400);
    const found = wanted.flatMap((key) => {
      const stored = library.items.get(key);
      const isShown = stored && (!stored.data.deleted || http.req.query('includeTrashed') === '1');
      return isShown ? [{ key, ...stored }] : [];
    });
    if (http.req.query('format') === 'versions')
      return http.json(Object.fromEntries(found.map(({ key, version }) => [key, version])));
    return http.json(found.slice(0, Number(http.req.query('limit') ?? 25)));
  });
  app.post('/:type/:id/items', async (http) => {
    const library = libraryOf(http, 'write');
    if (library instanceof Response) return library;
    const token = http.req.header('zotero-write-token');
    if (token !== undefined && !/^.{5,32}$/.test(token))
      return http.text('Write token must be 5-32 characters in length', 400);
    if (token && tokens.has(token)) return http.text('Write token already used', 412);
    const objects = (await http.req.json().catch(() => null)) as unknown;
    if (!Array.isArray(objects)) return http.text('Uploaded data must be a JSON array', 400);
    if (objects.length > 50) return http.text('Cannot add more than 50 items at a time', 413);
    const answer = writeItems(library, objects, changing.without);
    if (token) tokens.add(token);
    const { afterWrite } = changing;
    changing.afterWrite = null;
    if (afterWrite) (http.env as { outgoing: ServerResponse }).outgoing.once('finish', afterWrite);
    return http.json(answer, 200, { 'last-modified-version': String(library.version) });
  });

  const keyOf = (http: Context) => keys.get(http.req.header('zotero-api-key') ?? '');

  /** The library of an address, if the key permits the access. */
  function libraryOf(http: Context, act: 'read' | 'write'): Library | Response {
    const id = `${http.req.param('type')}/${http.req.param('id')}`;
    const key = keyOf(http);
    const groups = key?.access.groups ?? {};
    const rights =
      id === `users/${key?.userID}` ? key?.access.user : (groups[http.req.param('id')!] ?? groups.all);
    const library = libraries.get(id);
    if (!key || !rights?.library || (act === 'write' && !rights.write)) return http.text('Forbidden', 403);
    return library ?? http.text('Library not found', 404);
  }

  const { url, close } = await serveApp(app, place);
  return Object.assign(changing, {
    url,
    environment: { ZOTERO_URL: url },
    /** Permissions by key. */
    keys,
    /** Libraries by `users/1`, `groups/42`. */
    libraries,
    calls,
    /** Sets the response to the next `times` calls, or to calls by this method. */
    misbehave: (as: ZoteroTrouble | null, { times, method = '' }: { times?: number; method?: string } = {}) =>
      troubles.set(as && { as, method }, times),
    close,
  });
}
export type ZoteroStandIn = Awaited<ReturnType<typeof startZotero>>;

/** A key that may write everywhere. */
const someKey: ZoteroKey = {
  userID: 475425,
  username: 'Ada Reader',
  access: {
    user: { library: true, files: true, notes: true, write: true },
    groups: { all: { library: true, write: true } },
  },
};
