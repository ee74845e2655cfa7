import { setTimeout as delay } from 'node:timers/promises';
import type { Context, Hono } from 'hono';
import { firstReads, whoReads } from '#shared/site/firstReads.ts';
import { heldBlock } from '#shared/site/heldAnswers.ts';

/** Returns an element with the responses to embed in a document for the reader who requests it; null for none. */
export type HoldAnswers = (http: Context, page: string) => Promise<string | null>;

/** Milliseconds to wait for a response. Sending the page late would be worse than letting it make the call itself. */
const longestWait = 500;

/**
 * Embeds the responses that a page requests first. Gets each from `router` with the request's own cookies, headers and
 * connection, so that it embeds nothing that the call itself would refuse. Returns nothing without a live session, for a
 * HEAD or a prefetch, and for a page without such calls. Leaves out responses that fail or are late.
 */
export const holdAnswers =
  (router: Hono): HoldAnswers =>
  async (http, page) => {
    const reads = firstReads(page);
    if (!reads || !isVisit(http)) return null;
    const late = delay(longestWait, null, { ref: false });
    const ask = (address: string) => Promise.race([answerOf(router, http, address), late]);
    const me = await ask(whoReads);
    if (me === null) return null;
    const held = new Map([[whoReads, me]]);
    const addresses = reads(JSON.parse(me).user);
    const answers = await Promise.all(addresses.map(ask));
    for (const [at, answer] of answers.entries()) if (answer !== null) held.set(addresses[at]!, answer);
    return heldBlock(held);
  };

/** Whether somebody opens the page now. Reading the desk counts as a visit, and a prefetch must not. */
function isVisit({ req }: Context): boolean {
  const ahead = [req.header('sec-purpose'), req.header('purpose'), req.header('x-moz')].join(' ');
  return (
    req.method === 'GET' &&
    !/prefetch|prerender|preview/i.test(ahead) &&
    (req.header('sec-fetch-dest') ?? 'document') === 'document'
  );
}

/** The response to a call, if it is JSON; otherwise null. */
async function answerOf(router: Hono, { req, env }: Context, address: string): Promise<string | null> {
  const headers = new Headers(req.raw.headers);
  headers.set('Accept', 'application/json');
  for (const name of ['Accept-Encoding', 'If-Modified-Since', 'If-None-Match', 'Range']) headers.delete(name);
  try {
    const response = await router.fetch(new Request(new URL(address, req.url), { headers }), env);
    return response.status === 200 ? await response.text() : null;
  } catch {
    return null;
  }
}
