import { setTimeout as delay } from 'node:timers/promises';
import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { holdAnswers } from './heldAnswers.ts';

/** A server whose calls all succeed, except the desk, which a test defines. */
function serverWith(desk: () => Response | Promise<Response>): Hono {
  const router = new Hono();
  router.get('/api/auth/me', (http) => http.json({ user: { id: 'ada' } }));
  router.get('/api/desk', desk);
  router.get('/api/*', (http) => http.json({ at: http.req.path }));
  const hold = holdAnswers(router);
  router.get('/dashboard', async (http) => http.html((await hold(http, '/dashboard')) ?? 'nothing'));
  return router;
}

const heldBy = async (router: Hono) => {
  const block = await (await router.request('/dashboard')).text();
  return JSON.parse(block.slice(block.indexOf('{'), block.lastIndexOf('}') + 1));
};

describe('document with embedded responses', () => {
  it('leaves out a late response, and waits for it no longer than half a second', async () => {
    let answered = false;
    const held = await heldBy(
      serverWith(async () => {
        await delay(20_000, undefined, { ref: false });
        answered = true;
        return Response.json({});
      }),
    );
    expect(answered).toBe(false);
    expect(Object.keys(held)).toEqual([
      '/api/auth/me',
      '/api/site',
      '/api/digests?limit=3',
      '/api/users/ada/search-terms',
      '/api/users/ada/preferences',
    ]);
  });

  it.each([
    ['fails', () => Response.json({ message: 'Down.' }, { status: 503 })],
    ['breaks off', () => Promise.reject(new Error('broken off'))],
  ])('leaves out a response that %s', async (_, desk) => {
    const held = await heldBy(serverWith(desk).onError((_, http) => http.text('broken', 500)));
    expect(held).not.toHaveProperty('/api/desk');
    expect(held).toHaveProperty('/api/site');
  });
});
