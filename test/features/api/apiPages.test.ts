import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { openRouter } from '#app/routes.ts';
import { opened, temporaryFolder } from '#test/opened.ts';
import { openDoor } from '../accounts/accountsSetup.ts';

const api = await opened(openDoor());
const folder = temporaryFolder();
beforeAll(() => {
  for (const inside of ['assets', '.vite']) mkdirSync(path.join(folder, inside));
  writeFileSync(path.join(folder, '.vite/preloads.json'), '{"/topics/:id": ["assets/topic-1a2b.js"]}');
  writeFileSync(path.join(folder, 'index.html'), '<p>landing at %BASE_URL%</p>');
  writeFileSync(path.join(folder, 'app.html'), '<script type="module"></script><p>shell</p>');
  writeFileSync(path.join(folder, 'sign-up.html'), '<p>a form, and %SUPPORT_EMAIL%</p>');
  writeFileSync(path.join(folder, 'assets/app-1a2b3c.js'), `export const words = '${'word '.repeat(1000)}';`);
});

const get = (address: string, headers: Record<string, string> = {}) =>
  openRouter(api.app, { webFolder: folder }).request(address, { headers });

describe('served pages', () => {
  test.each([
    ['/', 200, 'landing'],
    ['/auth', 200, 'a form, and support@'],
    ['/auth?tab=login', 200, 'shell'],
    ['/dashboard', 200, 'shell'],
    ['/dashboard/', 200, 'shell'],
    ['/topics/7', 200, '<link rel="modulepreload" href="/assets/topic-1a2b.js"><script type="module">'],
    ['/verify-email?token=x', 200, 'shell'],
    ['/no-such-page', 404, 'shell'],
    ['/assets/missing.js', 404, '404 Page Not Found'],
    ['/../package.json', 404, '404 Page Not Found'],
    ['/..%2f..%2fpackage.json', 404, '404 Page Not Found'],
    ['/assets/', 404, 'shell'],
    ['/.git/config', 404, 'shell'],
  ])('%s answers %i with the %s', async (address, status, text) => {
    const response = await get(address);
    expect(response.status).toBe(status);
    expect(await response.text()).toContain(text);
  });

  test('draws no form that this installation does not show', async () => {
    const { config } = api.app;
    for (const other of [{ passwordRule: 'length' }, { passwords: false }, { signup: { mode: 'closed' } }]) {
      const app = { ...api.app, config: { ...config, ...other } as typeof config };
      const answer = await openRouter(app, { webFolder: folder }).request('/auth');
      expect(await answer.text(), JSON.stringify(other)).toContain('shell');
    }
  });

  test('caches hashed files forever, revalidates documents, and never stores pages with a token', async () => {
    expect((await get('/assets/app-1a2b3c.js')).headers.get('cache-control')).toContain('immutable');
    expect((await get('/dashboard')).headers.get('cache-control')).toBe('no-cache');
    expect((await get('/reset-password?token=x')).headers.get('cache-control')).toBe('no-store');
  });

  test('sends few headers with scripts, and all of them with documents', async () => {
    const script = (await get('/assets/app-1a2b3c.js')).headers;
    expect(script.get('x-content-type-options')).toBe('nosniff');
    expect(script.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(script.has('content-security-policy')).toBe(false);
    for (const address of ['/dashboard', '/assets/', '/assets/missing.html'])
      expect((await get(address)).headers.get('content-security-policy')).toContain("default-src 'self'");
  });

  test('compresses text responses', async () => {
    const response = await get('/assets/app-1a2b3c.js', { 'accept-encoding': 'gzip' });
    expect(response.headers.get('content-encoding')).toBe('gzip');
  });

  test('answers 503 when the pages are not built', async () => {
    const door = openRouter(api.app, { webFolder: path.join(folder, 'nothing') });
    expect((await door.request('/')).status).toBe(503);
  });
});
