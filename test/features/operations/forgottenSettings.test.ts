import { startWorld, Visitor, type World } from '#test/world.ts';

// Forgotten settings must not weaken a server: here NODE_ENV and TRUSTED_PROXIES, behind a proxy on the internet.

const token = 'a-token-of-the-operator';
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
      METRICS_TOKEN: token,
    },
  });
  write.mockRestore();
});
afterAll(() => world.close());

/** Where this process listens, because its public name does not resolve here. */
const address = () => `http://127.0.0.1:${world.port}`;
const stranger = () => new Visitor(address());

describe('public server without NODE_ENV', () => {
  it('lets a stranger neither send a test mail nor start digests', async () => {
    const visitor = stranger();
    const mail = { email: 'victim@example.org', type: 'welcome' };
    expect((await visitor.post('/api/test-email', mail)).status).toBe(401);
    expect((await visitor.post('/api/trigger-digest')).status).toBe(401);
  });

  it('shows a stranger no mailbox', async () => {
    for (const path of ['/mailbox', '/mailbox/api/mails'])
      expect((await stranger().get(path)).status, path).toBe(404);
    expect((await stranger().get('/api/site')).body.mailbox).toBe(false);
  });
});

describe('proxy missing from the settings', () => {
  it('is named in one line at the start and to the operator, since all readers would share one limit', async () => {
    expect(said.split('\n').filter((line) => line.startsWith('TRUSTED_PROXIES is not set'))).toHaveLength(1);
    const details = await (
      await fetch(`${address()}/readyz?details`, { headers: { authorization: `Bearer ${token}` } })
    ).text();
    expect(details).toMatch(/warning +proxy +TRUSTED_PROXIES is not set/);
  });
});
