import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Hono } from 'hono';
import type { App } from '#app/app.ts';
import { openRouter } from '#app/routes.ts';
import { listen } from '#platform/http/listen.ts';
import { openLog } from '#platform/runtime/log.ts';
import { shardByHash } from '#platform/shards/addressHash.ts';
import { openDirectory } from '#platform/shards/directory.ts';
import { createMigratedDatabase } from '#test/freshDatabase.ts';
import { type Door, openDoor, password, signupForm, tokenMailed } from '../accounts/accountsSetup.ts';

export const shardSecret = 'what all shards know, at least thirty-two characters';

/** A shard that listens. */
export interface Shard extends Door {
  name: string;
  url: string;
  /** `two answered` for each call that it forwarded. */
  forwarded: string[];
  stop(): Promise<void>;
}

/**
 * Shards of the given names with a database and a session secret each, all of which listen on loopback, and the directory on a
 * database of its own.
 */
export async function openShards(
  names = ['one', 'two'],
  { limited, environment = {} }: { limited?: App['limits']; environment?: Record<string, string> } = {},
) {
  const database = (await createMigratedDatabase())!;
  const all = names.map((name) => ({ name, url: '' }));
  const folder = mkdtempSync(path.join(tmpdir(), 'litwatch-web-'));
  writeFileSync(path.join(folder, 'app.html'), '<head></head><body><div id="root"></div></body>');
  const shards: Shard[] = [];
  for (const place of all) {
    const door = await openDoor({
      ...(limited && { limited }),
      environment,
      configure: (config) => {
        config.shards = { own: place.name, all, secret: shardSecret, directoryUrl: database.url };
      },
    });
    const directory = openDirectory(database.url, openLog('silent'));
    Object.assign(door.app, { directory, secret: `a secret of ${place.name} of thirty-two characters` });
    const forwarded: string[] = [];
    const count = (shard: string, outcome: string) => void forwarded.push(`${shard} ${outcome}`);
    const health = new Hono().get('/healthz', ({ req }) => door.door.request(req.raw));
    const router = openRouter(door.app, { health, webFolder: folder, count });
    const { port, close } = await listen(router, { host: '127.0.0.1', port: 0 });
    place.url = `http://127.0.0.1:${port}`;
    let stopped: Promise<void> | null = null;
    const stop = async () => {
      await close();
      await directory.close();
      await door.close();
    };
    shards.push({
      ...{ ...door, name: place.name, url: place.url, forwarded },
      stop: () => {
        stopped ??= stop();
        return stopped;
      },
    });
  }
  return {
    shards,
    all,
    /** Ends the directory as a server does that is lost. */
    loseDirectory: () => database.drop(),
    async close() {
      await Promise.all(shards.map((shard) => shard.stop()));
      await database.drop().catch(() => undefined);
      await rm(folder, { recursive: true });
    },
  };
}

let people = 0;

/** A new address that a shard answers for as long as nobody has registered it. */
export function addressAt(shard: Shard): string {
  const { secret, all } = shard.app.config.shards!;
  for (;;) {
    const address = `reader${people++}@example.org`;
    if (shardByHash({ secret, all }, address) === shard.name) return address;
  }
}

/** Somebody at a browser: each call goes to the address of one shard or another. */
export class Browser {
  readonly cookies = new Map<string, string>();
  private readonly network: string;

  constructor(network = '198.51.100.7') {
    this.network = network;
  }

  async call(
    { url }: { url: string },
    named: `${'GET' | 'POST'} ${string}`,
    body?: unknown,
    headers: Record<string, string> = {},
  ) {
    const [method, path] = named.split(' ') as [string, string];
    const response = await fetch(url + path, {
      ...{ method, redirect: 'manual' },
      headers: {
        'x-forwarded-for': this.network,
        'sec-fetch-site': 'same-origin',
        'sec-fetch-mode': 'cors',
        ...(this.cookies.size && {
          cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    for (const line of response.headers.getSetCookie()) this.keep(line);
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: asJson(text) };
  }

  get = (shard: { url: string }, path: string, headers?: Record<string, string>) =>
    this.call(shard, `GET ${path}`, undefined, headers);
  post = (shard: { url: string }, path: string, body: unknown = {}) => this.call(shard, `POST ${path}`, body);

  private keep(line: string): void {
    const [pair = ''] = line.split(';');
    const at = pair.indexOf('=');
    const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
    if (!value || /max-age=0/i.test(line)) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}

function asJson(text: string) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Signs up through one shard's address, follows the mail of the home shard and signs in through the same. */
export async function joinedAt(
  home: Shard,
  through: Shard,
  network?: string,
): Promise<{ browser: Browser; email: string; id: string }> {
  const browser = new Browser(network);
  const email = addressAt(home);
  await browser.post(through, '/api/signup', signupForm(email));
  await browser.get(through, `/api/verify-email?token=${await tokenMailed(home, email)}`);
  const { body } = await browser.post(through, '/api/auth/login', { email, password });
  return { browser, email, id: body.user.id };
}
