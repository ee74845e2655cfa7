import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { openRouter } from '#app/routes.ts';
import { mailboxRoutes } from '#mail/mailbox.ts';
import { openMailer } from '#mail/transport/open.ts';
import { opened, temporaryFolder } from '#test/opened.ts';
import { openDoor } from '../accounts/accountsSetup.ts';

const folder = temporaryFolder();

const door = await opened(openDoor({ environment: { DATA_DIR: folder } }));
const http = openRouter(door.app, { pages: { '/mailbox': mailboxRoutes(door.app) } });

const get = (path: string, headers: Record<string, string> = {}) =>
  http.request(`/mailbox${path}`, { headers });
const mails = async () => (await (await get('/api/mails')).json()).mails;
let minute = 0;
const send = (mail: object) =>
  openMailer(door.app.config, { ...door.app, now: () => new Date(Date.UTC(2026, 4, 3, 7, minute++)) }).send({
    id: 'mail',
    to: 'ada@example.org',
    subject: 'A subject',
    html: '<p>Some <a href="https://example.org/x">link</a></p>',
    text: 'Some link (https://example.org/x)',
    ...mail,
  });

test('an empty mailbox says how to fill it', async () => {
  expect(await mails()).toEqual([]);
  expect(await (await get('')).text()).toContain('No mail yet.');
});

describe('mailbox with mails', () => {
  beforeAll(async () => {
    await send({ id: 'one', subject: 'First <b>' });
    await send({ id: 'two', subject: 'Second', to: 'bob@example.org' });
  });

  test('lists them newest first, as page and as JSON', async () => {
    expect(await mails()).toMatchObject([
      { subject: 'Second', to: ['bob@example.org'], at: '2026-05-03T07:01:00.000Z' },
      { subject: 'First', to: ['ada@example.org'], from: 'Litwatch <digest@litwatch.example>' },
    ]);
    const page = await (await get('')).text();
    expect(page.indexOf('Second')).toBeLessThan(page.indexOf('First'));
    // Without an icon the browser requests /favicon.ico and logs that it is missing.
    expect(page).toContain('<link rel="icon" href="/icon.svg"');
    expect(page).not.toMatch(/<script|\son\w+=|style=/);
  });

  test('returns one mail as JSON', async () => {
    const [, first] = await mails();
    expect(await (await get(`/api/mails/${first.id}`)).json()).toMatchObject({
      subject: 'First',
      text: expect.stringContaining('Some link'),
      html: expect.stringContaining('<p>Some'),
      headers: expect.arrayContaining([{ name: 'Auto-Submitted', value: 'auto-generated' }]),
    });
  });

  test('shows HTML, text and raw source', async () => {
    const [{ id }] = await mails();
    expect(await (await get(`/${id}`)).text()).toContain(`src="/mailbox/${id}/html"`);
    expect(await (await get(`/${id}/html`)).text()).toContain(
      '<a target="_blank" href="https://example.org/x">',
    );
    expect(await (await get(`/${id}/text`)).text()).toContain('Some link (https://example.org/x)');
    const raw = await get(`/${id}/raw`);
    expect(raw.headers.get('content-type')).toContain('text/plain');
    expect(await raw.text()).toContain('To: bob@example.org\r\n');
  });

  test('prevents a mail from running scripts and loading anything', async () => {
    await send({ html: '<script>alert(1)</script><img src="https://example.org/pixel">' });
    const [{ id }] = await mails();
    const document = await get(`/${id}/html`);
    const policy = document.headers.get('content-security-policy')!;
    expect(policy).toContain("default-src 'none'");
    expect(policy).toMatch(/sandbox(?!.*allow-scripts)(?!.*allow-same-origin)/);
    expect(document.headers.get('x-frame-options')).toBe('SAMEORIGIN');
    expect((await get('')).headers.get('x-frame-options')).toBe('DENY');
  });

  test('keeps copies of one mail apart, and never shows a partial one', async () => {
    const before = (await mails()).length;
    minute = 30;
    await Promise.all([send({ id: 'same' }), send({ id: 'same' })]);
    expect((await mails()).length).toBe(before + 2);
    await writeFile(path.join(folder, 'mailbox', '.half.part'), 'From: ');
    expect((await mails()).length).toBe(before + 2);
    const left = (await readdir(path.join(folder, 'mailbox'))).filter((name) => name.endsWith('.part'));
    expect(left).toEqual(['.half.part']);
  });
});

test.each(['nothing', '..%2f..%2fsecret', '%2e%2e%2fdatabase', 'x/unknown-tab'])(
  'answers 404 to the mail id %s',
  async (id) => {
    await writeFile(path.join(folder, 'secret'), 'secret');
    for (const address of [`/${id}`, `/${id}/raw`, `/api/mails/${id}`]) {
      const answer = await get(address);
      expect(answer.status).toBe(404);
      expect(await answer.text()).not.toContain('secret');
    }
  },
);

describe('mail tool', () => {
  const tool = (body: object) => door.visitor().post('/api/test-email', body);

  test('sends a welcome mail or a sample digest at once', async () => {
    const mailer = openMailer(door.app.config, { ...door.app, now: () => new Date() });
    Object.assign(door.app, { mailer });
    const message = 'Welcome email sent to ada@example.org. It is in the local mailbox at /mailbox.';
    const sent = await tool({ email: ' Ada@example.org', type: 'welcome' });
    expect(sent).toMatchObject({ status: 200, body: { message } });
    expect((await tool({ email: 'ada@example.org', type: 'digest' })).status).toBe(200);
    const [digest, welcome] = await mails();
    expect(welcome.subject).toBe('Welcome to Litwatch');
    expect(digest.subject).toBe('2 new papers: soil microbiome and drought');
    const { headers, text } = await (await get(`/api/mails/${digest.id}`)).json();
    expect(headers).toContainEqual({ name: 'List-Unsubscribe-Post', value: 'List-Unsubscribe=One-Click' });
    expect(text).toContain('These papers are invented samples');
  });

  test('rejects a blank address', async () =>
    expect(await tool({ email: ' ', type: 'welcome' })).toMatchObject({
      status: 400,
      body: { message: 'Please enter an email address' },
    }));

  test('starts due work as the scheduler does', async () => {
    expect((await door.visitor().post('/api/trigger-digest')).status).toBe(200);
    expect(await door.jobs('tick')).toEqual([{}]);
  });
});
