import { Hono } from 'hono';
import { getCookie } from 'hono/cookie';
import addressparser from 'nodemailer/lib/addressparser';
import Stripe from 'stripe';
import { deviceName } from '#accounts/credentials/activity.ts';
import { api } from '#app/docs/openapi.ts';
import { takeEvent } from '#billing/noun.ts';
import { acceptGeneric, acceptPostmark } from '#features/bounces/server/reports.ts';
import type { App } from '#kit/feature.ts';
import { networkReader } from '#platform/http/clientNetwork.ts';
import { readBody, readParams, readQuery } from '#platform/http/request.ts';
import { unseal } from '#platform/seal.ts';
import { readToken } from '#platform/signedLink.ts';
import type { Endpoint } from '#shared/contract/endpoint.ts';
import { pageFinder, pages } from '#shared/site/pages.ts';
import { storable } from '#shared/values/fields.ts';
import { splitTrimmed } from '#shared/values/trim.ts';
import { readCursor } from '#shelf/papers.ts';
import { type JsonSchema, sampleOf, schemaOf } from '#test/features/fuzz/chance.ts';

const signing = { secret: 'secret' };
const endpoints: Endpoint[] = Object.values(api).flatMap((calls): Endpoint[] => Object.values(calls));

/** The most bytes that a form may have, and that Node accepts in all headers together. */
const formBytes = 64 * 1024;
const headerBytes = 16 * 1024;

/** Takes the first of everything, and all that may be left out. */
const first = { of: <T>(list: readonly T[]): T => list[0]!, oneIn: () => true, below: () => 1 };
/** A value of this shape with `text` as every string. */
const filled = (shape: JsonSchema, text: string): unknown => sampleOf(first, shape, [text]);

const withBody = endpoints
  .filter(({ method, selfAuthenticated }) => method !== 'GET' && !selfAuthenticated)
  .map((endpoint) => ({ endpoint, shape: schemaOf(endpoint.body) }));
const addressed = endpoints.flatMap((endpoint) => [
  { endpoint, read: readQuery, shape: schemaOf(endpoint.query) },
  { endpoint, read: readParams, shape: schemaOf(endpoint.params) },
]);

const reading = new Hono();
reading.onError((_, http) => http.body(null, 400));
for (const [at, { endpoint }] of withBody.entries())
  reading.post(`/${at}`, async (http) => http.json((await readBody(endpoint, http)) as object));
const headers = { 'content-type': 'application/json' };

/** Parsers of calls: every contract, with the text in each of its fields. */
export const ofCalls: Record<string, (text: string) => unknown> = {
  'body of every call': async (text) => {
    for (const [at, { endpoint, shape }] of withBody.entries()) {
      const most = (endpoint.bodyBytes ?? formBytes) / 4;
      const sent = JSON.stringify(filled(shape, text.slice(0, most)));
      await reading.request(`/${at}`, { method: 'POST', body: sent, headers });
    }
  },
  'no body at all': async (text) => reading.request('/0', { method: 'POST', body: text, headers }),
  'query and path of every call': (text) => {
    const part = text.slice(0, headerBytes);
    for (const { endpoint, read, shape } of addressed)
      ignoreRefusal(() => {
        const given = filled(shape, part);
        const req = { query: () => given, param: () => given };
        return read(endpoint, { req } as unknown as Parameters<typeof read>[1]);
      });
  },
  'place in a list': (text) =>
    ignoreRefusal(() => readCursor(Buffer.from(JSON.stringify([text, '1'])).toString('base64url'), storable)),
  'link in a mail': (text) => readToken(signing, 'unsubscribe', Buffer.from(text).toString('base64url')),
  'sealed cookie': (text) =>
    ignoreRefusal(() => unseal('secret', 'oidc', Buffer.from(text).toString('base64url'))),
};

function ignoreRefusal(read: () => unknown): void {
  try {
    read();
  } catch {
    // The contract refuses this value.
  }
}

const asking = new Hono();
const pageAt = pageFinder(pages);
asking.onError((_, http) => http.body(null, 400));
const networkOf = networkReader(['0.0.0.0/0']);
asking.get('/', (http) => http.json([networkOf(http), getCookie(http)]));
asking.get('/*', (http) => http.json(pageAt(http.req.path) ?? null));

/** Parsers of headers and addresses, which Node limits to 16 kB. */
export const ofHeaders: Record<string, (text: string) => unknown> = {
  'forwarded addresses': (text) => asking.request('/', { headers: { 'x-forwarded-for': headerOf(text) } }),
  cookies: (text) => asking.request('/', { headers: { cookie: headerOf(text) } }),
  'address of a page': (text) => asking.request(`/${headerOf(text)}`),
  'name of a browser': (text) => deviceName(text),
  'kept copies': (text) => splitTrimmed(headerOf(text), ','),
};

/** The text as a header: cut to the length that Node accepts, with `?` for characters that it refuses. */
export const headerOf = (text: string): string =>
  text
    .slice(0, headerBytes)
    .replace(/[^\t\x20-\x7e]/g, '?')
    .trim();

const mailApp = {
  config: { bounces: { genericSecret: 'secret', postmarkSecret: 'secret' } },
  now: () => new Date(0),
} as unknown as App;

const payments = { stripe: new Stripe('sk_test_hostile'), webhookSecret: 'whsec_hostile' };
const billingApp = { payments } as unknown as App;

const basic = `Basic ${Buffer.from('postmark:secret').toString('base64')}`;
const report = (text: string) => JSON.stringify({ email: text, kind: 'bounce', at: '2026-01-01T00:00:00Z' });

/** Parsers of webhooks, which may be half a megabyte long. */
export const ofWebhooks: Record<string, (text: string) => unknown> = {
  'report of a bounce': (text) => acceptGeneric(mailApp, text, 'Bearer secret'),
  'fields of a report': (text) => acceptGeneric(mailApp, report(text), 'Bearer secret'),
  'secret of a report': (text) => acceptGeneric(mailApp, report(text), text).catch(() => null),
  'report of Postmark': (text) =>
    acceptPostmark(mailApp, JSON.stringify({ RecordType: 'Bounce', Type: text, Email: text }), basic),
  'secret of Postmark': (text) => acceptPostmark(mailApp, report(text), `Basic ${text}`).catch(() => null),
  'address in a bounce': (text) => addressparser(text, { flatten: true }),
  'event of Stripe': (text) => takeEvent(billingApp, text, text).catch(() => null),
};
