import type { Context } from 'hono';
import { getCookie } from 'hono/cookie';
import { visitApi } from '#shared/accounts/me.ts';
import type { Endpoint, HomeClue } from '#shared/contract/endpoint.ts';
import { AppError } from '#shared/contract/errors.ts';
import { cookieNameOf } from '../http/cookies.ts';
import type { Config } from '../runtime/config.ts';
import type { Log } from '../runtime/log.ts';
import { type Directory, unreachable } from './directory.ts';
import { forward, type Outcome, pathOf, type Sender } from './forward.ts';
import { type Brought, homeOf } from './home.ts';
import { shardLabelOf } from './label.ts';
import { forwardedHeader, readForwarded } from './signature.ts';

type Called = Pick<Endpoint, 'homeBy'>;

/** Every web process is a gateway to all shards (RFC 9110, 3.7): what belongs to another one is forwarded to it. */
export interface Gateway {
  /**
   * The network of the client whose call another shard forwarded; null for a call that came by itself.
   * @throws AppError `unavailable` for a call that says so and does not prove it
   */
  forwardedFor(http: Context): string | null;
  /**
   * Answers a call where it belongs: by `here`, by another shard, or by each of them, and then with the worst of the answers.
   * A sign-in elsewhere than the browser's session was ends that.
   * @throws AppError `unavailable` when the shard, or the directory, does not answer; else what `here` throws
   */
  answer(call: Called, http: Context, here: () => Promise<Response>): Promise<Response>;
}

interface Parts {
  config: Config;
  shards: NonNullable<Config['shards']>;
  directory: Directory;
  sender: Sender;
  now: () => Date;
  /** The client's network by its own connection. */
  networkOf: (http: Context) => string;
}

const usual: readonly HomeClue[] = ['session'];

/** Opens the gateway; null where all readers are on one server. */
export function openGateway(
  { config, directory, log, now }: { config: Config; directory?: Directory; log: Log; now: () => Date },
  { networkOf, count }: Pick<Parts, 'networkOf'> & { count: (shard: string, outcome: Outcome) => void },
): Gateway | null {
  const { shards } = config;
  if (!shards || !directory) return null;
  const parts = { config, shards, directory, now, networkOf, sender: { shards, log, now, count } };
  return {
    forwardedFor: (http) => forwardedFor(parts, http),
    answer: (call, http, here) => answer(parts, call, http, here),
  };
}

function forwardedFor({ shards, sender, now }: Parts, http: Context): string | null {
  // Absent where the call comes from no socket.
  const known = http.env as { forwardedFor?: string } | undefined;
  if (known?.forwardedFor !== undefined) return known.forwardedFor;
  const header = http.req.header(forwardedHeader);
  if (header === undefined) return null;
  const network = readForwarded(shards, header, { method: http.req.method, path: pathOf(http) }, now());
  if (network === null) {
    // Answered as a stranger's it would count for the other shard's own network, and two shards whose settings differ would
    // send it to and fro.
    sender.log.warn(
      'a call says that a shard forwarded it: SHARDS, SHARD_SECRET or a clock is wrong, or a stranger tries',
    );
    throw unreachable();
  }
  // Of the whole request: what is asked on its behalf, such as the first answers of a document, is the same client's.
  if (known) known.forwardedFor = network;
  return network;
}

async function answer(
  parts: Parts,
  { homeBy = usual }: Called,
  http: Context,
  here: () => Promise<Response>,
): Promise<Response> {
  // A call is forwarded once at most.
  if (forwardedFor(parts, http) !== null) return here();
  const { shards, directory, sender, networkOf } = parts;
  const body = bodyOf(http);
  const home = await homeOf(homeBy, broughtBy(parts, http, body), shards, directory);
  const network = networkOf(http);
  if (home === 'all') return answerEverywhere(sender, http, here, { network, text: await body.read() });
  const shard = home === 'here' ? shards.own : home.shard;
  const given = await (shard === shards.own
    ? here()
    : forward(sender, http, shard, { network, text: body.text() }).catch((error: unknown) => {
        if (homeBy.at(-1) === 'here' && error instanceof AppError) return here();
        throw error;
      }));
  await endFormerSession(parts, http, given, { shard, network });
  return given;
}

/** A body that is read once, if at all: what is not read is streamed on. */
function bodyOf({ req }: Context) {
  let text: string | undefined;
  return {
    text: () => text,
    async read() {
      text ??= await req.text();
      return text;
    },
  };
}

const broughtBy = ({ config }: Parts, http: Context, { read }: { read: () => Promise<string> }): Brought => ({
  authorization: http.req.header('authorization'),
  cookie: (kind) => getCookie(http, cookieNameOf(config, kind)),
  address: { ...http.req.query(), ...http.req.param() },
  body: async () => objectIn(await read()),
});

/** What is no JSON is refused where the call is answered. */
function objectIn(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/**
 * Tells all shards, and answers with the worst of their answers, so that the provider tries again until each has taken it;
 * one that had taken it changes nothing then. What proves nothing here is told to nobody.
 */
async function answerEverywhere(
  sender: Sender,
  http: Context,
  here: () => Promise<Response>,
  call: { network: string; text: string },
): Promise<Response> {
  const { all, own } = sender.shards;
  const given: (Response | Error)[] = [await here().catch((error: Error) => error)];
  if (isRefusal(given[0])) throw given[0];
  const others = all.filter(({ name }) => name !== own);
  given.push(
    ...(await Promise.all(
      others.map(({ name }) => forward(sender, http, name, call).catch((error: Error) => error)),
    )),
  );
  const worst = given.reduce((worst, one) => (statusOf(one) > statusOf(worst) ? one : worst));
  await Promise.all(given.map((one) => one instanceof Response && one !== worst && one.body?.cancel()));
  if (worst instanceof Response) return worst;
  throw worst;
}

const isRefusal = (given: unknown): boolean => given instanceof AppError && given.status < 500;

const statusOf = (given: Response | Error): number =>
  given instanceof Response || given instanceof AppError ? given.status : 500;

/** Signing in ends the session that the browser came with, also that of an account on another shard. */
async function endFormerSession(
  { config, shards, sender }: Parts,
  http: Context,
  given: Response,
  { shard, network }: { shard: string; network: string },
): Promise<void> {
  const name = cookieNameOf(config, 'session');
  const token = getCookie(http, name);
  const former = token && (shardLabelOf(token) ?? shards.all[0]!.name);
  if (!former || former === shard || !shards.all.some(({ name }) => name === former)) return;
  if (!given.headers.getSetCookie().some((line) => line.startsWith(`${name}=`) && !/^[^;]*=;/.test(line)))
    return;
  const { method, path } = visitApi.logout;
  const headers = new Headers({ cookie: `${name}=${token}` });
  // One that does not answer ends it when it is idle for long enough; the browser has lost it already.
  await forward(sender, http, former, { method, path, network, headers, text: '', waitMs: 3000 }).then(
    (answer) => answer.body?.cancel(),
    () => undefined,
  );
}
