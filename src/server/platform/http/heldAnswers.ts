import { setTimeout as delay } from 'node:timers/promises';
import type { Context, Hono } from 'hono';
import { firstReads, whoReads } from '#shared/site/firstReads.ts';
import { heldBlock } from '#shared/site/heldAnswers.ts';

/** Gives what a document is to hold for the reader who asks for it, as an element; null for nothing. */
export type HoldAnswers = (http: Context, page: string) => Promise<string | null>;

/** Milliseconds in which an answer must be there: a page that comes late for one is worse than a page that asks for it. */
const longestWait = 500;

/**
 * The answers that a page asks for first, each got from `router` by the request's own cookies, headers and connection: what
 * the call itself would refuse is not held. Nothing without a live session, for a request that only looks or fetches ahead,
 * and for a page that has no such list; an answer that fails or is late is left out.
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

/** Whether somebody opens the page now. To read the desk is to visit it, and a browser that fetches ahead visits nothing. */
function isVisit({ req }: Context): boolean {
  const ahead = [req.header('sec-purpose'), req.header('purpose'), req.header('x-moz')].join(' ');
  return (
    req.method === 'GET' &&
    !/prefetch|prerender|preview/i.test(ahead) &&
    (req.header('sec-fetch-dest') ?? 'document') === 'document'
  );
}

/** The answer of a call as JSON; null unless it is one. */
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
