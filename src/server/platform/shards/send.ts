import http from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';

/** How long a shard may take to accept a connection, in milliseconds: one whose machine is lost does not even refuse. */
const connectMs = 3000;

/** Statuses whose answer has no body (https://fetch.spec.whatwg.org/#null-body-status). */
const withoutBody = [204, 205, 304];

/**
 * Sends a request as it is and streams the answer. `fetch` would change it: it says of every call that a page's script makes it
 * (Sec-Fetch-Mode), where that is what tells a press of a button from a link, and adds a language and a program.
 * @throws Error when nothing answers, or the request's signal is aborted
 */
export const sendAsItIs = (request: Request): Promise<Response> =>
  new Promise((resolve, reject) => {
    const { method, headers, body, signal, url } = request;
    const { request: open } = url.startsWith('https:') ? https : http;
    // Node frames no body of a DELETE by itself: the other side would read it as the next call.
    const framed = body ? { 'Transfer-Encoding': 'chunked' } : {};
    const outgoing = open(url, { method, headers: { ...Object.fromEntries(headers), ...framed }, signal });
    outgoing.once('error', reject);
    outgoing.once('socket', (socket) => giveUpUnlessConnected(outgoing, socket));
    outgoing.once('response', (incoming) => {
      const status = incoming.statusCode!;
      const isEmpty = method === 'HEAD' || withoutBody.includes(status);
      if (isEmpty) incoming.resume();
      resolve(
        new Response(isEmpty ? null : (Readable.toWeb(incoming) as globalThis.ReadableStream), {
          ...{ status, headers: headersOf(incoming.rawHeaders) },
        }),
      );
    });
    if (!body) outgoing.end();
    else pipeline(Readable.fromWeb(body as ReadableStream), outgoing).catch(reject);
  });

function giveUpUnlessConnected(outgoing: http.ClientRequest, socket: Socket): void {
  if (!socket.connecting) return;
  const timer = setTimeout(() => outgoing.destroy(new Error('no connection in time')), connectMs);
  const stop = () => clearTimeout(timer);
  socket.once('connect', stop);
  outgoing.once('close', stop);
}

/** Each as often as it came: there is a Set-Cookie for every cookie. */
function headersOf(raw: readonly string[]): Headers {
  const headers = new Headers();
  for (let at = 0; at < raw.length; at += 2) headers.append(raw[at]!, raw[at + 1]!);
  return headers;
}
