import { authorizationUrl, identityOf } from '#features/signOn/server/signIn.ts';
import { type OidcStandIn, type Person, startOidc } from '#stand-ins/oidc/server.ts';

/** A person with the text in every field of the account at the provider. */
const stranger: Person = { sub: '1', name: '' };

let started: Promise<OidcStandIn> | undefined;
const provider = () => (started ??= startOidc({ people: [stranger] }));

/** Stops the provider, if one was started. */
export async function closeProvider(): Promise<void> {
  await (await started)?.close();
  started = undefined;
}

/** An answer that the library rejects ends the sign-in. */
const signIn = (): Promise<unknown> => signedIn().catch(() => null);

async function signedIn(): Promise<unknown> {
  const { environment } = await provider();
  const settings = {
    issuer: environment.OIDC_ISSUER,
    clientId: environment.OIDC_CLIENT_ID,
    clientSecret: environment.OIDC_CLIENT_SECRET,
    ...{ name: 'the house', scope: 'openid email', groupsClaim: 'groups', adminGroup: null },
  };
  const { url, secrets } = await authorizationUrl(settings, 'http://127.0.0.1/api/oidc/callback');
  url.pathname = '/authorize/as/1';
  const back = await fetch(url, { redirect: 'manual' });
  return identityOf(settings, new URL(back.headers.get('location')!), secrets);
}

/** Parsers of a sign-in with an account elsewhere: of the token, and of the fields in it. */
export const ofProvider: Record<string, (text: string) => unknown> = {
  'token of a provider': async (text) => {
    (await provider()).misbehave({ token: text });
    return signIn();
  },
  'account at a provider': async (text) => {
    (await provider()).misbehave(null);
    Object.assign(stranger, { name: text, email: text, email_verified: true, groups: [text] });
    return signIn();
  },
};
