import '#features/bounces/feature.ts';
import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import tls from 'node:tls';
import { eq } from 'drizzle-orm';
import { generate } from 'selfsigned';
import { users } from '#platform/db/schema.ts';
import { type Door, openDoor } from '../accounts/accountsSetup.ts';

export const topic = 'arn:aws:sns:eu-west-1:000000000000:litwatch-mail';
export const secret = 'a-shared-secret-of-an-operator';

interface Bounces {
  door: Door;
  /** The address of a reader, new for each test. */
  email: string;
}

/** Starts the product for one test file, with every bounce webhook configured and a reader for each test. */
export function openBounces() {
  const here = {} as Bounces;
  let count = 0;
  beforeAll(async () => {
    here.door = await openDoor({
      environment: {
        SES_TOPIC_ARN: topic,
        POSTMARK_WEBHOOK_SECRET: secret,
        MAILGUN_SIGNING_KEY: secret,
        BOUNCE_WEBHOOK_SECRET: secret,
      },
    });
  });
  afterAll(() => here.door.close());
  beforeEach(async () => {
    here.email = `reader${++count}@example.org`;
    await addReader(here, here.email);
  });
  return here;
}

/** Amazon's host of certificates; it signs messages with its own. `visits` are the addresses that were fetched there. */
export async function startAmazon({ app }: Door) {
  const pem = await generate([{ name: 'commonName', value: 'localhost' }], {
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] }],
  });
  const trusted = tls.getCACertificates();
  tls.setDefaultCACertificates([...trusted, pem.cert]);
  const visits: string[] = [];
  const server = createServer({ key: pem.private, cert: pem.cert }, (request, response) => {
    visits.push(request.url!);
    response.end(request.url!.endsWith('.pem') ? pem.cert : '<ok/>');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const host = `localhost:${(server.address() as AddressInfo).port}`;
  app.config.bounces.snsHosts = new RegExp(`^${host}$`);
  return {
    ...{ key: pem.private, origin: `https://${host}`, visits },
    async close() {
      tls.setDefaultCACertificates(trusted);
      await new Promise((closed) => server.close(closed));
    },
  };
}

export const addReader = ({ door }: Bounces, email: string) =>
  door.app.db.insert(users).values({ email, passwordHash: '-', isEmailVerified: true });

/** The present time of the product's clock, as providers write it. */
export const timestamp = ({ door }: Bounces) => door.clock.now.toISOString();

/** Why an address is suppressed; null if it is not. */
export async function blockOf({ door, email }: Bounces, address = email) {
  const [row] = await door.app.db.select().from(users).where(eq(users.email, address));
  return row!.mailBlocked;
}

/** Posts as a mail provider does. */
export const post = ({ door }: Bounces, path: string, body: unknown, headers: Record<string, string> = {}) =>
  door.door.request(path, {
    method: 'POST',
    // Cross-site, as some providers say.
    headers: { 'content-type': 'text/plain', 'sec-fetch-site': 'cross-site', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
