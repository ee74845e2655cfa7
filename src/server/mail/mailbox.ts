import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { Hono } from 'hono';
import { LRUCache } from 'lru-cache';
import { DateTime } from 'luxon';
import PostalMime, { type Address } from 'postal-mime';
import type { App } from '#kit/feature.ts';
import { AppError } from '#shared/contract/errors.ts';
import { pick } from '#shared/values/pick.ts';
import { type Html, html } from './layout/html.ts';
import { mailboxFolder } from './transport/open.ts';

/**
 * The local mailbox, for people (`/mailbox`) and for programs (`/mailbox/api/mails`). Mount it at `/mailbox`, and only if
 * mails stay on this computer: never in production.
 */
export function mailboxRoutes({ config }: App): Hono {
  const folder = mailboxFolder(config);
  const routes = new Hono();
  routes.use(async (http, next) => {
    await next();
    http.header('Cache-Control', 'no-cache');
    http.header('Referrer-Policy', 'no-referrer');
  });
  routes.get('/api/mails', async (http) => http.json({ mails: await listMails(folder) }));
  routes.get('/api/mails/:id', async (http) => http.json(await readMail(folder, http.req.param('id'))));
  routes.get('/mailbox.css', (http) => http.body(styleSheet, 200, { 'Content-Type': 'text/css' }));
  routes.get('/', async (http) => http.html(page(null, list(await listMails(folder)))));
  routes.get('/:id', async (http) => {
    const mail = await readMail(folder, http.req.param('id'));
    return http.html(page(mail.subject, opened(mail)));
  });
  routes.get('/:id/html', async (http) => {
    const mail = await readMail(folder, http.req.param('id'));
    // Links open in a new tab, as in mail programs; links within the mail stay in it.
    const outside = mail.html.replace(
      /<a (?=[^<>]*href="https?:)(?![^<>]*\starget=)/g,
      '<a target="_blank" ',
    );
    return http.html(outside, 200, htmlHeaders);
  });
  routes.get('/:id/text', async (http) => http.text((await readMail(folder, http.req.param('id'))).text));
  routes.get('/:id/raw', async (http) =>
    http.text((await readSource(folder, http.req.param('id'))).toString('utf8')),
  );
  routes.get('/*', () => {
    throw new AppError('not_found', 'There is nothing at this address.');
  });
  return routes;
}

const styleSheet = readFileSync(new URL('./mailbox.css', import.meta.url), 'utf8');

/** A mail is untrusted: it runs no scripts, loads nothing, and is shown only inside the mailbox's own frame. */
const htmlHeaders = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox",
  'X-Frame-Options': 'SAMEORIGIN',
};

const page = (subject: string | null, content: Html) => html`
  <!DOCTYPE html>
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width,initial-scale=1" />
      <title>${subject ? `${subject} · Local mailbox` : 'Local mailbox · Litwatch'}</title>
      <link rel="icon" href="/icon.svg" type="image/svg+xml" />
      <link rel="stylesheet" href="/mailbox/mailbox.css" />
    </head>
    <body>
      <header>
        <h1><a href="/mailbox">Local mailbox</a></h1>
        <p>
          What Litwatch would have sent. No mail leaves this computer while no mail server is configured. <a href="/">Back to Litwatch</a>
        </p>
      </header>
      <main>${content}</main>
    </body>
  </html>`;

const list = (mails: MailSummary[]): Html =>
  mails.length
    ? html`
        <ol>
          ${mails.map(
            ({ id, to, subject, at }) => html`
              <li>
                <a href="/mailbox/${id}"><b dir="auto">${subject}</b> <span>${to.join(', ')}</span> ${time(at)}</a>
              </li>`,
          )}
        </ol>`
    : html`<p>No mail yet. Sign up, or add a search term: the mail is here when you reload the page.</p>`;

const opened = ({ id, from, to, subject, at }: KeptMail): Html => html`
  <h2 dir="auto">${subject}</h2>
  <p>From ${from} to ${to.join(', ')}, ${time(at)}</p>
  <nav aria-label="Parts of the mail">
    <a href="/mailbox/${id}/html">HTML</a>
    <a href="/mailbox/${id}/text">Text</a>
    <a href="/mailbox/${id}/raw">Raw source</a>
  </nav>
  <iframe
    title="The HTML part"
    src="/mailbox/${id}/html"
    sandbox="allow-popups allow-popups-to-escape-sandbox"
  ></iframe>`;

/** In this computer's time zone, because the mailbox is read where it is stored. */
const time = (at: string): Html =>
  html`<time datetime="${at}">${DateTime.fromISO(at, { locale: 'en-US' }).toFormat('d LLL, HH:mm:ss')}</time>`;

interface MailSummary {
  /** Name of its file without `.eml`, which sorts by time. */
  id: string;
  /** ISO time when it was sent. */
  at: string;
  from: string;
  to: string[];
  subject: string;
}

/** A mail parsed back from its source. */
interface KeptMail extends MailSummary {
  html: string;
  text: string;
  headers: { name: string; value: string }[];
}

/** Number of mails in the list. Older ones stay in the folder. */
const listed = 200;

/** Files never change, so each is parsed once. */
const summaries = new LRUCache<string, MailSummary>({ max: 5 * listed });

/** The latest mails, newest first; empty if the folder does not exist yet. */
async function listMails(folder: string): Promise<MailSummary[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const newest = names.filter((name) => name.endsWith('.eml')).sort();
  return Promise.all(
    newest
      .slice(-listed)
      .reverse()
      .map(async (name) => {
        const known = summaries.get(path.join(folder, name));
        if (known) return known;
        const mail = await readMail(folder, name.slice(0, -'.eml'.length));
        const summary = pick(mail, 'id at from to subject');
        summaries.set(path.join(folder, name), summary);
        return summary;
      }),
  );
}

async function readMail(folder: string, id: string): Promise<KeptMail> {
  const mail = await PostalMime.parse(await readSource(folder, id));
  return {
    id,
    // The name starts with the time: `20260503T070000000Z-…`.
    at: id.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z.*$/, '$1-$2-$3T$4:$5:$6.$7Z'),
    from: namesOf(mail.from ? [mail.from] : []).join(', '),
    to: namesOf(mail.to ?? []),
    subject: mail.subject ?? '',
    html: mail.html ?? '',
    text: mail.text ?? '',
    headers: mail.headers.map(({ originalKey, value }) => ({ name: originalKey, value })),
  };
}

/** @throws AppError `not_found` */
async function readSource(folder: string, id: string): Promise<Buffer> {
  const source = /^[\w-]+$/.test(id)
    ? await readFile(path.join(folder, `${id}.eml`)).catch(() => null)
    : null;
  if (!source) throw new AppError('not_found', 'There is no such mail in the local mailbox.');
  return source;
}

const namesOf = (addresses: Address[]): string[] =>
  addresses.map(({ name, address = '' }) => (name ? `${name} <${address}>` : address));
