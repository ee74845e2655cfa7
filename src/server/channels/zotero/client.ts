import { type OutboundAnswer, sendOut } from '#platform/http/outbound.ts';
import { fieldOf, waitOf } from '../messages/service.ts';

/** Zotero refused a call. `wait`: seconds until a retry; null if a retry would not help. */
export class ZoteroRefusal extends Error {
  readonly status: number | null;
  readonly wait: number | null;

  constructor(sentence: string, status: number | null, wait: number | null) {
    super(sentence);
    this.status = status;
    this.wait = wait;
  }
}

export type Zotero = ReturnType<typeof openZotero>;

/** The response of `GET /keys/current`. */
export interface KeyRights {
  userID: number;
  username: string;
  access?: {
    user?: { library?: boolean; notes?: boolean; write?: boolean };
    groups?: Record<string, { library?: boolean; write?: boolean }>;
  };
}

/** The fields of a list's row that we use. */
export interface Listed {
  id?: number;
  key?: string;
  data: { name: string };
}

/**
 * The calls of Zotero's Web API, version 3, with one key (https://www.zotero.org/support/dev/web_api/v3/basics). The
 * operator configures its address, so it may be private. `backoff` is the longest pause, in seconds, that any response so
 * far has asked for.
 */
export function openZotero(base: string, key: string) {
  let backoff = 0;

  async function call(
    method: 'GET' | 'POST',
    path: string,
    { body, headers = {} }: { body?: unknown; headers?: Record<string, string> } = {},
  ): Promise<OutboundAnswer> {
    const request = {
      method,
      url: `${base}/${path}`,
      headers: {
        'zotero-api-version': '3',
        'zotero-api-key': key,
        'user-agent': 'Litwatch',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    };
    const answer = await sendOut(request, { allowPrivate: true }).catch((cause: unknown) => {
      throw Object.assign(new ZoteroRefusal('Zotero could not be reached.', null, 0), { cause });
    });
    const asked = Number(answer.headers.backoff ?? 0);
    if (asked > backoff) backoff = Math.ceil(asked);
    return answer;
  }

  /** @throws ZoteroRefusal for any status but 200 */
  async function read<T>(path: string): Promise<T> {
    const answer = await call('GET', path);
    if (answer.status !== 200) throw refusalOf(answer);
    try {
      return JSON.parse(answer.text) as T;
    } catch {
      throw new ZoteroRefusal('Zotero gave an answer that could not be read.', answer.status, 0);
    }
  }

  /** All pages of a list, a thousand rows at most. */
  async function list(path: string): Promise<Listed[]> {
    const rows: Listed[] = [];
    for (let start = 0; start < 1000; start += 100) {
      const page = await read<Listed[]>(`${path}?limit=100&start=${start}`);
      rows.push(...page);
      if (page.length < 100) break;
    }
    return rows;
  }

  return {
    backoff: () => backoff,
    rights: () => read<KeyRights>('keys/current'),
    groups: (userId: number) => list(`users/${userId}/groups`),
    collections: (library: string) => list(`${library}/collections`),
    /** The fields of an item type on this server. */
    template: (type: string) => read<Record<string, unknown>>(`items/new?itemType=${type}`),
    /** Which of these items the library has. */
    async existing(library: string, keys: string[]): Promise<Set<string>> {
      const there = new Set<string>();
      for (const some of slicesOf(keys)) {
        const path = `${library}/items?itemKey=${some}&format=versions&includeTrashed=1`;
        for (const key of Object.keys(await read<Record<string, number>>(path))) there.add(key);
      }
      return there;
    },
    /** Creates at most 50 objects, each with its own result. A token allows a write only once. */
    write: (library: string, items: object[], writeToken: string): Promise<OutboundAnswer> =>
      call('POST', `${library}/items`, { body: items, headers: { 'zotero-write-token': writeToken } }),
  };
}

/** Lists of fifty keys, Zotero's limit per call. */
const slicesOf = (keys: string[]): string[] =>
  Array.from({ length: Math.ceil(keys.length / 50) }, (_, at) => keys.slice(at * 50, at * 50 + 50).join(','));

/** The refusal for an unexpected response. */
export function refusalOf(answer: OutboundAnswer): ZoteroRefusal {
  const { status } = answer;
  const final = new Map([
    [403, 'Zotero no longer accepts the key, or it may not write there.'],
    [404, 'The library is no longer there.'],
  ]).get(status);
  return new ZoteroRefusal(
    final ?? `Zotero answered ${status}.`,
    status,
    final === undefined ? waitOf(answer) : null,
  );
}

/** The result of each object in a write, by its position. */
export interface Written {
  /** The object exists, created now or before. */
  isThere: boolean;
  code: number;
  message: string;
}

/** Parses the response to a write. An object missing from it counts as failed. */
export function readWritten(answer: OutboundAnswer, count: number): Written[] {
  const part = (name: string) => new Map(Object.entries((fieldOf(answer.text, name) ?? {}) as object));
  const [successful, success, unchanged] = ['successful', 'success', 'unchanged'].map(part);
  const failed = part('failed');
  return Array.from({ length: count }, (_, at) => {
    const place = String(at);
    if ([successful, success, unchanged].some((map) => map!.has(place)))
      return { isThere: true, code: 200, message: '' };
    const { code = 500, message = 'Zotero did not say whether it was saved.' } = (failed.get(place) ??
      {}) as Partial<Written>;
    // Version 0 means "must not exist", so a 412 is a retry that finds the object of the first attempt.
    return { isThere: code === 412, code, message };
  });
}
