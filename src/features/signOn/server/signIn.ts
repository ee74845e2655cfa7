import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { LRUCache } from 'lru-cache';
import * as client from 'openid-client';
import { z } from 'zod';
import { originOf, recordActivity, tellOfChange } from '#accounts/credentials/activity.ts';
import { requireProof } from '#accounts/credentials/proof.ts';
import { openSession } from '#accounts/credentials/session.ts';
import type { App } from '#kit/feature.ts';
import { boundedFetch } from '#platform/http/boundedFetch.ts';
import { cookieNameOf, cookieRules } from '#platform/http/cookies.ts';
import { type Call, type Route, type SignedInCall, serve, serveReader } from '#platform/http/route.ts';
import { limit } from '#platform/rateLimits.ts';
import type { Config } from '#platform/runtime/config.ts';
import { errorFields } from '#platform/runtime/log.ts';
import { seal, unseal } from '#platform/seal.ts';
import { AppError } from '#shared/contract/errors.ts';
import { email, storable } from '#shared/values/fields.ts';
import { dayMs, minuteMs } from '#shared/values/time.ts';
import { outsideApi } from '../contract.ts';
import { accountFor, connect, connected, type Identity, SignInRefused } from './account.ts';

/** How long somebody may take at the provider. */
const validMs = 10 * minuteMs;

const kept = z.object({
  state: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
  /** The reader who connects an account; null for a sign-in. */
  connects: z.string().nullable(),
  at: z.number(),
});

export const routes: Route<App>[] = [
  serve(outsideApi.begin, beginSignIn),
  serveReader(outsideApi.connect, beginConnection),
  serve(outsideApi.finish, finishSignIn),
];

/**
 * Sends the browser to the provider, by a press on our page or an address that somebody typed. A link on another site
 * leads to our sign-in page instead, because it must not sign in somebody who did not request it (login CSRF).
 * @throws AppError `not_found` if no provider is set up, `limited`
 */
async function beginSignIn(app: App, { http, network }: Call<typeof outsideApi.begin>): Promise<Response> {
  settingsOf(app.config);
  const site = http.req.header('sec-fetch-site') ?? 'none';
  if (site !== 'same-origin' && site !== 'none') return http.redirect('/auth?tab=login', 302);
  await limit(app, 'outside', { network });
  return http.redirect((await leaveFor(app, http, null)) ?? '/auth?tab=login&problem=failed', 302);
}

/**
 * Starts connecting the reader's account to one at the provider, with which the reader can sign in from then on.
 * @throws AppError as `requireProof`, `not_found` if no provider is set up, `unavailable` if it cannot be reached
 */
async function beginConnection(app: App, call: SignedInCall<typeof outsideApi.connect>) {
  const { http, reader, network } = call;
  settingsOf(app.config);
  await requireProof(app, reader);
  await limit(app, 'outside', { network });
  const address = await leaveFor(app, http, reader.id);
  if (address) return { address };
  throw new AppError('unavailable', 'The other sign-in cannot be reached. Please try again later.');
}

/**
 * The address at the provider; null if that cannot be used. What has to come back unchanged waits, encrypted, in a cookie
 * of this browser, so that an answer that was meant for another browser is refused.
 */
async function leaveFor(app: App, http: Context, connects: string | null): Promise<string | null> {
  const leaving = await authorizationUrl(settingsOf(app.config), callback(app.config)).catch((error) => {
    app.log.error({ err: errorFields(error) }, 'the sign-in provider cannot be used');
    return null;
  });
  if (!leaving) return null;
  const { url, secrets } = leaving;
  const waiting = { ...secrets, connects, at: app.now().getTime() };
  const rules = { ...cookieRules(app.config), maxAge: validMs / 1000 };
  setCookie(http, cookieName(app.config), seal(app.secret, 'oidc', waiting), rules);
  return url.href;
}

/**
 * Takes the browser that comes back from the provider: signs in, or connects, and redirects to the pages; a refusal
 * redirects to the sign-in page with its name. The cookie counts once.
 * @throws AppError `not_found` if no provider is set up
 */
async function finishSignIn(app: App, call: Call<typeof outsideApi.finish>): Promise<Response> {
  const { http, reader, network } = call;
  const settings = settingsOf(app.config);
  await limit(app, 'outside', { network });
  const waiting = takeCookie(app, http);
  const from = originOf(call);
  try {
    if (!waiting) throw new SignInRefused('failed');
    const answer = new URL(callback(app.config));
    answer.search = new URL(http.req.url).search;
    const who = await identityOf(settings, answer, waiting);
    if (waiting.connects) {
      if (waiting.connects !== reader?.id) throw new SignInRefused('failed');
      await connect(app, reader.id, who);
      await tellOfChange(app, reader, connected, { from });
      return http.redirect('/dashboard?connected=1', 302);
    }
    const user = await accountFor(app, who, from);
    await openSession(app, http, user.id, { network, via: 'oidc' });
    await recordActivity(app, user.id, 'signed-in-outside', { from });
    app.log.info({ user: user.id }, 'signed in by the provider');
    return http.redirect('/auth?arrived=1', 302);
  } catch (error) {
    const problem = error instanceof SignInRefused ? error.problem : 'failed';
    if (problem === 'failed') app.log.warn({ err: errorFields(error) }, 'a sign-in by the provider failed');
    return http.redirect(`/auth?tab=login&problem=${problem}`, 302);
  }
}

function settingsOf({ oidc }: Config): NonNullable<Config['oidc']> {
  if (!oidc) throw new AppError('not_found', 'No other sign-in is set up on this server.');
  return oidc;
}

const callback = ({ baseUrl }: Config): string => `${baseUrl}/api/oidc/callback`;
const cookieName = (config: Config): string => cookieNameOf(config, 'oidc');

function takeCookie(app: App, http: Context): z.infer<typeof kept> | null {
  const sealed = getCookie(http, cookieName(app.config));
  deleteCookie(http, cookieName(app.config), cookieRules(app.config));
  if (!sealed) return null;
  try {
    const waiting = kept.parse(unseal(app.secret, 'oidc', sealed));
    return app.now().getTime() - waiting.at <= validMs ? waiting : null;
  } catch {
    return null;
  }
}

type OidcSettings = NonNullable<Config['oidc']>;

/** Values that only this browser and we may know until the browser returns from the provider. */
type Secrets = Pick<z.infer<typeof kept>, 'state' | 'nonce' | 'codeVerifier'>;

const timeoutSeconds = 10;
/** More than a provider's description, its keys, or the groups of one person. */
const ask = boundedFetch(1024 * 1024) as client.CustomFetch;

/**
 * The address at the provider to which a browser is sent, and the values to keep until it returns: authorization code
 * with PKCE, state and nonce (OpenID Connect Core 3.1, RFC 7636).
 * @throws if the provider cannot be reached or names another issuer
 */
export async function authorizationUrl(
  settings: OidcSettings,
  redirectUri: string,
): Promise<{ url: URL; secrets: Secrets }> {
  const configuration = await configurationOf(settings);
  const { randomState, randomNonce, randomPKCECodeVerifier } = client;
  const secrets = { state: randomState(), nonce: randomNonce(), codeVerifier: randomPKCECodeVerifier() };
  const { state, nonce } = secrets;
  const url = client.buildAuthorizationUrl(configuration, {
    ...{ redirect_uri: redirectUri, scope: settings.scope, state, nonce },
    code_challenge: await client.calculatePKCECodeChallenge(secrets.codeVerifier),
    code_challenge_method: 'S256',
  });
  return { url, secrets };
}

/**
 * The identity of somebody who returned from the provider. The library checks state, nonce, issuer (also of the response
 * itself, RFC 9207), audience, signature and times, and throws for anything but a correct response.
 * @param answer the address to which the browser was sent back, with its query
 */
export async function identityOf(settings: OidcSettings, answer: URL, secrets: Secrets): Promise<Identity> {
  const configuration = await configurationOf(settings);
  const tokens = await client.authorizationCodeGrant(configuration, answer, {
    expectedState: secrets.state,
    expectedNonce: secrets.nonce,
    pkceCodeVerifier: secrets.codeVerifier,
    idTokenExpected: true,
  });
  const inToken = tokens.claims()!;
  const hasUserInfo = configuration.serverMetadata().userinfo_endpoint !== undefined;
  // Many providers name groups, or the address, only there.
  const lacks =
    inToken.email === undefined ||
    (settings.adminGroup !== null && groupsIn(inToken[settings.groupsClaim]) === null);
  const there: Record<string, unknown> =
    lacks && hasUserInfo ? await client.fetchUserInfo(configuration, tokens.access_token, inToken.sub) : {};
  // Verified is what the same statement names: the other may be about another address.
  const named = inToken.email === undefined ? there : inToken;
  return {
    issuer: inToken.iss,
    subject: subject.parse(inToken.sub),
    // Limited before it is normalized, because at some providers people write their own claims.
    email: email.safeParse(named.email).data ?? null,
    // Some providers send a string.
    isEmailVerified: named.email_verified === true || named.email_verified === 'true',
    groups: groupsIn({ ...there, ...inToken }[settings.groupsClaim]) ?? [],
  };
}

/** OpenID Connect Core 2. Half a character would be stored as any other, and so be another person's name. */
const subject = storable.max(255);

/** Groups as providers write them: a list, of names or of objects with a name, or one name. Null if they are not named. */
function groupsIn(claim: unknown): string[] | null {
  if (typeof claim === 'string') return [claim];
  if (!Array.isArray(claim)) return null;
  return claim.flatMap((group: unknown) => {
    const name = typeof group === 'object' ? (group as { name?: unknown } | null)?.name : group;
    return typeof name === 'string' || typeof name === 'number' ? [String(name)] : [];
  });
}

/** The address at which a browser also signs out at the provider; null if the provider has none or cannot be reached. */
export async function signOutUrl({ config }: App, via: string | null): Promise<string | null> {
  if (via !== 'oidc' || !config.oidc) return null;
  try {
    const configuration = await configurationOf(config.oidc);
    if (!configuration.serverMetadata().end_session_endpoint) return null;
    const back = { post_logout_redirect_uri: `${config.baseUrl}/auth?tab=login` };
    return client.buildEndSessionUrl(configuration, back).href;
  } catch {
    return null;
  }
}

/** Cached results of discovery, by the settings used. Fetched again after a day and after a failure. */
const discovered = new LRUCache<OidcSettings, Promise<client.Configuration>>({ max: 10, ttl: dayMs });

function configurationOf(settings: OidcSettings): Promise<client.Configuration> {
  const known = discovered.get(settings);
  if (known) return known;
  const configuration = discover(settings);
  discovered.set(settings, configuration);
  configuration.catch(() => discovered.delete(settings));
  return configuration;
}

async function discover({ issuer, clientId, clientSecret }: OidcSettings): Promise<client.Configuration> {
  const isPlain = issuer.startsWith('http:');
  return client.discovery(new URL(issuer), clientId, clientSecret, inPostOrHeader(clientSecret), {
    timeout: timeoutSeconds,
    [client.customFetch]: ask,
    execute: [
      // Without this the library relies on the connection to the provider instead of the token's signature.
      client.enableNonRepudiationChecks,
      // The settings allow plain http only on the organization's own network.
      ...(isPlain ? [client.allowInsecureRequests] : []),
    ],
  });
}

/** The header is what a provider that names no way expects. */
const inPostOrHeader =
  (secret: string): client.ClientAuth =>
  (provider, ...request) => {
    const inPost = provider.token_endpoint_auth_methods_supported?.includes('client_secret_post');
    return (inPost ? client.ClientSecretPost : client.ClientSecretBasic)(secret)(provider, ...request);
  };
