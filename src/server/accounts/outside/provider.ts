import { LRUCache } from 'lru-cache';
import * as client from 'openid-client';
import type { Config } from '#platform/runtime/config.ts';
import { email } from '#shared/values/fields.ts';
import { dayMs } from '#shared/values/time.ts';

type OidcSettings = NonNullable<Config['oidc']>;

/** The provider's data about somebody who signed in there. */
export interface Identity {
  issuer: string;
  subject: string;
  /** In lower case; null if the provider names none. */
  email: string | null;
  isEmailVerified: boolean;
  /** Null if the provider does not report groups. */
  groups: string[] | null;
}

/** Values that only this browser and we may know until the browser returns from the provider. */
export interface Secrets {
  state: string;
  nonce: string;
  codeVerifier: string;
}

const timeoutSeconds = 10;

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
  const secrets = {
    state: client.randomState(),
    nonce: client.randomNonce(),
    codeVerifier: client.randomPKCECodeVerifier(),
  };
  const url = client.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri,
    scope: settings.scope,
    state: secrets.state,
    nonce: secrets.nonce,
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
  const claims: Record<string, unknown> =
    inToken.email === undefined && hasUserInfo
      ? { ...(await client.fetchUserInfo(configuration, tokens.access_token, inToken.sub)), ...inToken }
      : inToken;
  const groups = claims[settings.groupsClaim];
  return {
    issuer: inToken.iss,
    subject: inToken.sub,
    // Limited before it is normalized, because at some providers people write their own claims.
    email: email.safeParse(claims.email).data ?? null,
    // Some providers send a string.
    isEmailVerified: claims.email_verified === true || claims.email_verified === 'true',
    groups: Array.isArray(groups) ? groups.map(String) : null,
  };
}

/** The address at which a browser also signs out at the provider; null if the provider has none or cannot be reached. */
export async function signOutUrl(settings: OidcSettings, backTo: string): Promise<string | null> {
  try {
    const configuration = await configurationOf(settings);
    if (!configuration.serverMetadata().end_session_endpoint) return null;
    return client.buildEndSessionUrl(configuration, { post_logout_redirect_uri: backTo }).href;
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
  const found = await client.discovery(new URL(issuer), clientId, clientSecret, undefined, {
    timeout: timeoutSeconds,
    execute: [
      // Without this the library relies on the connection to the provider instead of the token's signature.
      client.enableNonRepudiationChecks,
      // The settings allow plain http only on the organization's own network.
      ...(isPlain ? [client.allowInsecureRequests] : []),
    ],
  });
  const metadata = found.serverMetadata();
  const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  if (methods.includes('client_secret_post')) return found;
  const basic = new client.Configuration(
    metadata,
    clientId,
    clientSecret,
    client.ClientSecretBasic(clientSecret),
  );
  basic.timeout = timeoutSeconds;
  client.enableNonRepudiationChecks(basic);
  if (isPlain) client.allowInsecureRequests(basic);
  return basic;
}
