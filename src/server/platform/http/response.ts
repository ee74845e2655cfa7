import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { Context } from 'hono';
import { accepts } from 'hono/accepts';
import type { Endpoint, ResponseInput } from '#shared/contract/endpoint.ts';

/** What is not in the contract never leaves; an answer that breaks it is a bug. Its JSON. */
export function contractJson<E extends Endpoint>(endpoint: E, answer: ResponseInput<E>): string {
  const result = endpoint.response.safeParse(answer);
  if (!result.success)
    throw new Error(`${endpoint.method} ${endpoint.path} gave an answer outside its contract`, {
      cause: result.error,
    });
  return JSON.stringify(result.data);
}

/** JSON, whole and with its length; packed where that saves more than it takes. */
export async function jsonAnswer(http: Context, json: string): Promise<Response> {
  const bytes = Buffer.byteLength(json);
  if (bytes >= worthPacking && takesGzip(http)) return packedAnswer(http, await packed(json));
  return http.body(json, 200, { ...headers, 'Content-Length': String(bytes) });
}

/** Fits one network packet as it is. */
const worthPacking = 1024;
const headers = { 'Content-Type': 'application/json', Vary: 'Accept-Encoding' };

type Bytes = Buffer<ArrayBuffer>;
const pack = promisify(gzip) as (json: string, options: { level: number }) => Promise<Bytes>;
const unpack = promisify(gunzip) as (bytes: Bytes) => Promise<Bytes>;

/** As gzip, off the event loop. The levels above take twice as long for an archive that is a tenth smaller. */
export const packed = (json: string): Promise<Bytes> => pack(json, { level: 3 });

/** JSON that was packed before. */
export async function packedAnswer(http: Context, bytes: Bytes): Promise<Response> {
  if (!takesGzip(http)) {
    const plain = await unpack(bytes);
    return http.body(plain, 200, { ...headers, 'Content-Length': String(plain.length) });
  }
  return http.body(bytes, 200, {
    ...headers,
    'Content-Encoding': 'gzip',
    'Content-Length': String(bytes.length),
  });
}

const takesGzip = (http: Context): boolean =>
  accepts(http, { header: 'Accept-Encoding', supports: ['gzip', 'identity'], default: 'identity' }) ===
  'gzip';
