import type { Context } from 'hono';
import { proxy } from 'hono/proxy';
import type { Config } from '../runtime/config.ts';
import { errorFields, type Log } from '../runtime/log.ts';
import { unreachable } from './directory.ts';
import { sendAsItIs } from './send.ts';
import { forwardedHeader, signForwarded } from './signature.ts';

/** How long a shard may take to begin its answer, in milliseconds. */
const longestMs = 30_000;

/** What came of a call that was forwarded. */
export type Outcome = 'answered' | 'unavailable';

export interface Sender {
  shards: NonNullable<Config['shards']>;
  log: Log;
  now: () => Date;
  /** Told of every call that was forwarded. */
  count: (shard: string, outcome: Outcome) => void;
}

/** A call to send on; what it leaves out is that of the request. */
interface Sent {
  method?: string;
  /** Path and query. */
  path?: string;
  /** The client's network. */
  network: string;
  /** The body where it was read already. */
  text?: string | undefined;
  headers?: Headers;
  waitMs?: number;
}

/**
 * The answer of a shard to a call, streamed as it comes, with its cookies, redirects and status. It is told whose call this
 * is in a header that nobody else can make; what the client says of its own way is left out.
 * @throws AppError `unavailable` when the shard is not reached, or does not begin its answer in time
 */
export async function forward(
  { shards, log, now, count }: Sender,
  http: Context,
  shard: string,
  call: Sent,
): Promise<Response> {
  const { url } = shards.all.find(({ name }) => name === shard)!;
  const { method = http.req.method, path = pathOf(http), network, waitMs = longestMs } = call;
  const headers = new Headers(call.headers ?? http.req.raw.headers);
  for (const name of [...ofTheWay, forwardedHeader]) headers.delete(name);
  headers.set(forwardedHeader, signForwarded(shards.secret, shard, { method, path, network }, now()));
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), waitMs);
  try {
    // Only its method and headers: hop-by-hop ones are left out.
    const answer = await proxy(url + path, {
      raw: new Request(url, { method, headers }),
      body: bodyFor(http, method, call.text),
      ...{ duplex: 'half' },
      signal: AbortSignal.any([http.req.raw.signal, late.signal]),
      customFetch: (request) => {
        // It is packed on its way to the client, once.
        request.headers.set('Accept-Encoding', 'identity');
        return sendAsItIs(request);
      },
    });
    count(shard, 'answered');
    return answer;
  } catch (error) {
    if (http.req.raw.signal.aborted) throw error;
    count(shard, 'unavailable');
    log.warn({ shard, err: errorFields(error) }, 'a shard does not answer');
    throw unreachable();
  } finally {
    clearTimeout(timer);
  }
}

/** Bytes, since text would be sent as text/plain where the call names no type. */
function bodyFor(http: Context, method: string, text: string | undefined): BodyInit | null {
  if (method === 'GET' || method === 'HEAD') return null;
  if (text === undefined) return http.req.raw.body;
  return text === '' ? null : Buffer.from(text);
}

/** Path and query of a request as they are signed: those that the other side reads again. */
export function pathOf(http: Context): string {
  const { pathname, search } = new URL(http.req.url);
  return pathname + search;
}

/** Headers about the connection and the client's way here, which are not the client's to tell another shard. */
const ofTheWay = [
  ...['host', 'content-length', 'expect', 'forwarded', 'via', 'x-real-ip'],
  ...['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-forwarded-port'],
];
