import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { Context } from 'hono';
import { accepts } from 'hono/accepts';
import { etag } from 'hono/etag';
import type { Endpoint, ResponseInput } from '#shared/contract/endpoint.ts';

/** The response as JSON, without fields that its contract does not name. Throws for a broken contract, which is a bug. */
export function contractJson<E extends Endpoint>(endpoint: E, answer: ResponseInput<E>): string {
  const result = endpoint.response.safeParse(answer);
  if (!result.success)
    throw new Error(`${endpoint.method} ${endpoint.path} gave an answer outside its contract`, {
      cause: result.error,
    });
  return JSON.stringify(result.data);
}

/** JSON with its length, compressed if that saves more than it costs. */
export async function jsonAnswer(http: Context, json: string): Promise<Response> {
  const bytes = Buffer.byteLength(json);
  if (bytes >= worthPacking && takesGzip(http)) return packedAnswer(http, await packed(json));
  return http.body(json, 200, { ...headers, 'Content-Length': String(bytes) });
}

/** A smaller response fits into one network packet uncompressed. */
const worthPacking = 1024;
const headers = { 'Content-Type': 'application/json', Vary: 'Accept-Encoding' };

/**
 * The response, or 304 for a client that has it (RFC 9110, 13). Supports only ETags, because a retraction changes an entry but
 * not the newest date. Weak: compression may change the bytes in transit.
 */
export async function unlessKnown(http: Context, response: Response): Promise<Response> {
  await etag({ weak: true })(http, async () => {
    http.res = response;
  });
  return http.res;
}

type Bytes = Buffer<ArrayBuffer>;
const pack = promisify(gzip) as (json: string, options: { level: number }) => Promise<Bytes>;
const unpack = promisify(gunzip) as (bytes: Bytes) => Promise<Bytes>;

/** Gzip, off the event loop. Higher levels take twice as long and make an archive a tenth smaller. */
export const packed = (json: string): Promise<Bytes> => pack(json, { level: 3 });

/** JSON that is already compressed. */
export async function packedAnswer(http: Context, bytes: Bytes): Promise<Response> {
  if (!takesGzip(http)) {
    const plain = await unpack(bytes);
    return http.body(plain, 200, { ...headers, 'Content-Length': String(plain.length) });
  }
  const length = String(bytes.length);
  return http.body(bytes, 200, { ...headers, 'Content-Encoding': 'gzip', 'Content-Length': length });
}

const takesGzip = (http: Context): boolean =>
  accepts(http, { header: 'Accept-Encoding', supports: ['gzip', 'identity'], default: 'identity' }) ===
  'gzip';
