import { readFileSync } from 'node:fs';
import { Hono } from 'hono';
import { etag } from 'hono/etag';
import { renderToStaticMarkup } from 'react-dom/server';
import { AppError } from '#shared/contract/errors.ts';
import { trimEnd } from '#shared/values/trim.ts';
import type { MailApp } from '../app.ts';
import { mailboxFolder } from '../transport/open.ts';
import { MailboxPage, MailList, type Tab } from './page.tsx';
import { type KeptMail, listMails, readMail, readSource } from './read.ts';

/**
 * The local mailbox, for people (`/mailbox`) and for programs (`/mailbox/api/mails`). Mount it at `/mailbox`, and only if
 * mails stay on this computer: never in production.
 */
export function mailboxRoutes({ config }: Pick<MailApp, 'config'>): Hono {
  const folder = mailboxFolder(config);
  const routes = new Hono();
  routes.use(etag());
  routes.use(async (http, next) => {
    await next();
    http.header('Cache-Control', 'no-cache');
    http.header('Referrer-Policy', 'no-referrer');
  });

  routes.get('/api/mails', async (http) => http.json({ mails: await listMails(folder) }));
  routes.get('/api/mails/:id', async (http) => http.json(await mailOf(folder, http.req.param('id'))));

  routes.get('/mailbox.css', (http) => http.body(styleSheet, 200, { 'Content-Type': 'text/css' }));
  routes.get('/mailbox.js', (http) => http.body(script, 200, { 'Content-Type': 'text/javascript' }));

  routes.get('/', async (http) =>
    http.html(page(<MailboxPage mails={await listMails(folder)} mail={null} tab="html" source="" />)),
  );
  routes.get('/list', async (http) => {
    const selected = http.req.query('selected') ?? null;
    return http.html(renderToStaticMarkup(<MailList mails={await listMails(folder)} selected={selected} />));
  });
  routes.get('/:id/document', async (http) => {
    const { html } = await mailOf(folder, http.req.param('id'));
    return http.html(openingLinksOutside(html ?? ''), 200, documentHeaders);
  });
  routes.get('/:id/raw', async (http) => {
    const source = await sourceOf(folder, http.req.param('id'));
    return http.body(new Uint8Array(source), 200, { 'Content-Type': 'text/plain; charset=utf-8' });
  });
  routes.get('/:id/:tab?', async (http) => {
    const mail = await mailOf(folder, http.req.param('id'));
    const tab = tabs.find((name) => name === (http.req.param('tab') ?? 'html'));
    if (!tab) throw new AppError('not_found', 'There is nothing at this address.');
    const source = tab === 'source' ? (await sourceOf(folder, mail.id)).toString('utf8') : '';
    const mails = await listMails(folder);
    return http.html(page(<MailboxPage mails={mails} mail={mail} tab={tab} source={source} />));
  });
  routes.get('/*', (http) => {
    if (!http.req.path.endsWith('/')) throw new AppError('not_found', 'There is nothing at this address.');
    return http.redirect(trimEnd(http.req.path, /\//));
  });
  return routes;
}

const tabs: Tab[] = ['html', 'text', 'headers', 'source'];

const asset = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');
const styleSheet = asset('./mailbox.css');
const script = asset('./mailbox.client.js');

const page = (tree: React.ReactElement): string => `<!DOCTYPE html>${renderToStaticMarkup(tree)}`;

async function mailOf(folder: string, id: string): Promise<KeptMail> {
  const mail = await readMail(folder, id);
  if (!mail) throw new AppError('not_found', 'There is no such mail in the local mailbox.');
  return mail;
}

async function sourceOf(folder: string, id: string): Promise<Buffer> {
  const source = await readSource(folder, id);
  if (!source) throw new AppError('not_found', 'There is no such mail in the local mailbox.');
  return source;
}

/** A mail is untrusted: it runs no scripts, loads nothing, and is shown only inside the mailbox's own frame. */
const documentHeaders = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox",
  'X-Frame-Options': 'SAMEORIGIN',
};

/** Opens links in a new tab, as mail programs do; links within the mail stay in it. */
const openingLinksOutside = (html: string): string =>
  html.replace(/<a (?=[^<>]*href="https?:)(?![^<>]*\starget=)/g, '<a target="_blank" ');
