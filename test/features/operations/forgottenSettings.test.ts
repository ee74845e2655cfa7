import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startWorld, type World } from '#test/world.ts';

// What an operator forgot must not open a door: here NODE_ENV and TRUSTED_PROXIES, behind a proxy on the internet.

let world: World;
let said = '';
beforeAll(async () => {
  const write = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    said += String(text);
    return true;
  });
  world = await startWorld({
    environment: {
      ...{ NODE_ENV: '', BASE_URL: 'https://digest.example.org', SMTP_URL: '' },
      SESSION_SECRET: 'a secret of thirty-two characters',
    },
  });
  write.mockRestore();
}, 60_000);
afterAll(() => world.close());

describe('a server at a public address whose NODE_ENV was forgotten', () => {
  it('lets a stranger neither send a test mail nor start digests', async () => {
    const stranger = world.browser();
    const mail = { email: 'victim@example.org', kind: 'welcome' };
    expect((await stranger.post('/api/test-email', mail)).status).toBe(401);
    expect((await stranger.post('/api/trigger-digest')).status).toBe(401);
  });

  it('shows a stranger no mailbox', async () => {
    for (const path of ['/mailbox', '/mailbox/api/mails'])
      expect((await world.browser().get(path)).status, path).toBe(404);
    expect((await world.browser().get('/api/site')).body.mailbox).toBe(false);
  });
});

describe('a server behind a proxy that nobody named', () => {
  it('says so in one line at its start and to the operator, since all readers would share one limit', async () => {
    expect(said.split('\n').filter((line) => line.startsWith('TRUSTED_PROXIES is not set'))).toHaveLength(1);
    const details = await (await fetch(`${world.url}/readyz?details`)).text();
    expect(details).toMatch(/warning +proxy +TRUSTED_PROXIES is not set/);
  });
});
