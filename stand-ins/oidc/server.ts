import { createHash, createHmac, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import { type Place, serveApp } from '../loopback/serve.ts';

/** A person with an account at the provider, by its claims. */
export interface Person {
  sub: string;
  name: string;
  email?: string;
  email_verified?: boolean;
  groups?: string[] | string;
}

/** Faulty responses; a client must refuse each. */
export type OidcFault =
  | 'wrong-nonce'
  | 'wrong-issuer'
  | 'wrong-audience'
  | 'wrong-key'
  | 'withdrawn-key'
  | 'expired'
  /** An ID token without a signature, and one signed with what everybody knows: the public key. */
  | 'unsigned'
  | 'public-key'
  /** A list of so many keys that it passes a megabyte, and a token without end. */
  | 'many-keys'
  | 'endless'
  /** Returns the browser with another issuer's name (a mix-up attack, RFC 9207). */
  | 'mix-up'
  /** Sends this text instead of an ID token. */
  | { token: string };

const client = { id: 'litwatch', secret: 'a secret that the provider gave out' };

const somebody: Person[] = [
  { sub: '1', name: 'Ada Reader', email: 'ada@example.org', email_verified: true, groups: ['readers'] },
  {
    ...{ sub: '2', name: 'Bea Boss', email: 'bea@example.org', email_verified: true },
    groups: ['readers', 'admins'],
  },
  { sub: '3', name: 'Eve Unverified', email: 'eve@example.org', email_verified: false },
  { sub: '4', name: 'Orc Id' },
];

/** The sign-in behind an authorization code, until the code is exchanged. */
type Grant = { person: Person; nonce: string | null; challenge: string; redirectUri: string };

/**
 * An OpenID Connect provider: discovery, authorization code with PKCE, ID tokens signed with RS256, user info and
 * sign-out. Instead of passwords its page has a button for each person.
 */
export async function startOidc({
  people = structuredClone(somebody),
  ...place
}: Place & { people?: Person[] } = {}) {
  const [right, wrong] = [newKey(), newKey()];
  const keys = { right, wrong, former: right };
  const codes = new Map<string, Grant>();
  const accessTokens = new Map<string, Person>();
  const onlyAtUserinfo: (keyof Person)[] = [];
  /** What userinfo says otherwise than the person's claims. */
  const atUserinfo: Partial<Person> = {};
  let fault: OidcFault | null = null;
  let issuer = '';

  const app = new Hono();
  app.get('/.well-known/openid-configuration', (http) => http.json(metadata(issuer)));
  app.get('/jwks', (http) => {
    const key = { ...keys.right.publicKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig' };
    const many = fault === 'many-keys' ? 5000 : 0;
    const others = Array.from({ length: many }, (_, n) => ({ ...key, kid: `${n}` }));
    return http.json({ keys: [...others, { ...key, kid: keys.right.kid }] });
  });
  app.get('/authorize', (http) => {
    const problem = refusalOf(http);
    return problem ? http.text(problem, 400) : http.html(choice(people, new URL(http.req.url).search));
  });
  app.get('/authorize/as/:sub', (http) => {
    const problem = refusalOf(http);
    const person = people.find(({ sub }) => sub === http.req.param('sub'));
    if (problem || !person) return http.text(problem ?? 'There is no such person.', 400);
    const query = http.req.query();
    const code = randomBytes(16).toString('base64url');
    const { nonce = null, code_challenge: challenge = '', redirect_uri: redirectUri = '' } = query;
    codes.set(code, { person, nonce, challenge, redirectUri });
    const back = new URL(redirectUri);
    back.searchParams.set('code', code);
    if (query.state) back.searchParams.set('state', query.state);
    back.searchParams.set('iss', fault === 'mix-up' ? 'https://other.example' : issuer);
    return http.redirect(back.href, 302);
  });
  app.post('/token', async (http) => {
    const form = Object.fromEntries(new URLSearchParams(await http.req.text()));
    if (!isClient(http, form)) return http.json({ error: 'invalid_client' }, 401);
    const grant = codes.get(form.code ?? '');
    codes.delete(form.code ?? '');
    const proof = createHash('sha256')
      .update(form.code_verifier ?? '')
      .digest('base64url');
    if (!grant || grant.redirectUri !== form.redirect_uri || grant.challenge !== proof)
      return http.json({ error: 'invalid_grant', error_description: 'Code not valid' }, 400);
    const accessToken = randomBytes(16).toString('base64url');
    accessTokens.set(accessToken, grant.person);
    if (fault === 'endless') return http.body(blanks(), 200, { 'content-type': 'application/json' });
    return http.json({
      ...{ access_token: accessToken, token_type: 'Bearer', expires_in: 300, scope: 'openid email profile' },
      id_token: fault !== null && typeof fault === 'object' ? fault.token : idToken(grant),
    });
  });
  app.get('/userinfo', (http) => {
    const token = /^Bearer (.+)$/.exec(http.req.header('authorization') ?? '')?.[1];
    const person = token && accessTokens.get(token);
    return person ? http.json({ ...person, ...atUserinfo }) : http.json({ error: 'invalid_token' }, 401);
  });
  app.get('/logout', (http) => {
    const back = http.req.query('post_logout_redirect_uri');
    return back && http.req.query('client_id') === client.id
      ? http.redirect(back, 302)
      : http.text('Signed out.');
  });

  function idToken({ person, nonce }: Grant): string {
    const now = Math.floor(Date.now() / 1000);
    const { sub, name: _, ...claims } = { ...person };
    for (const claim of onlyAtUserinfo) delete (claims as Partial<Person>)[claim];
    const { kid } = keys.right;
    const signature = {
      unsigned: { alg: 'none', kid, by: () => Buffer.alloc(0) },
      'public-key': { alg: 'HS256', kid, by: signedBy(keys.right.publicKey) },
      'withdrawn-key': { alg: 'RS256', kid: keys.former.kid, by: rsa(keys.former.privateKey) },
      'wrong-key': { alg: 'RS256', kid, by: rsa(keys.wrong.privateKey) },
    }[fault as string] ?? { alg: 'RS256', kid, by: rsa(keys.right.privateKey) };
    return jwt(signature, {
      iss: fault === 'wrong-issuer' ? 'https://other.example' : issuer,
      aud: fault === 'wrong-audience' ? 'another client' : client.id,
      ...{ sub, ...claims },
      iat: fault === 'expired' ? now - 7200 : now,
      exp: fault === 'expired' ? now - 3600 : now + 300,
      ...(nonce && { nonce: fault === 'wrong-nonce' ? 'another nonce' : nonce }),
    });
  }

  const { url, close } = await serveApp(app, place);
  issuer = url;
  return {
    url,
    environment: { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: client.id, OIDC_CLIENT_SECRET: client.secret },
    people,
    /** Claims that are only at the userinfo endpoint. */
    onlyAtUserinfo,
    atUserinfo,
    misbehave: (wanted: OidcFault | null) => {
      fault = wanted;
    },
    /** Signs with a new key from now on, and offers that alone. */
    rotate: () => void Object.assign(keys, { right: newKey(), former: keys.right }),
    close,
  };
}
export type OidcStandIn = Awaited<ReturnType<typeof startOidc>>;

const blanks = () => new ReadableStream({ pull: (more) => more.enqueue(new Uint8Array(65_536).fill(32)) });

const metadata = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  userinfo_endpoint: `${issuer}/userinfo`,
  end_session_endpoint: `${issuer}/logout`,
  jwks_uri: `${issuer}/jwks`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
  token_endpoint_auth_methods_supported: ['client_secret_basic'],
  code_challenge_methods_supported: ['S256'],
  authorization_response_iss_parameter_supported: true,
});

/** Requires PKCE, as strict providers do. */
function refusalOf(http: Context): string | null {
  const query = http.req.query();
  if (query.client_id !== client.id) return 'The client is unknown.';
  if (query.response_type !== 'code') return 'Only codes are given out.';
  if (!query.scope?.split(' ').includes('openid')) return 'The scope openid is missing.';
  if (query.code_challenge_method !== 'S256' || !query.code_challenge) return 'PKCE with S256 is missing.';
  if (!URL.canParse(query.redirect_uri ?? '')) return 'The redirect URI is missing.';
  return null;
}

function isClient(http: Context, form: Record<string, string>): boolean {
  const basic = /^Basic (.+)$/.exec(http.req.header('authorization') ?? '')?.[1];
  // RFC 6749, 2.3.1: both halves are form-encoded before they are joined.
  const [id, secret] = basic
    ? Buffer.from(basic, 'base64').toString().split(':').map(fromForm)
    : [form.client_id, form.client_secret];
  return id === client.id && secret === client.secret;
}

const fromForm = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '));

const newKey = () => ({
  kid: randomBytes(4).toString('hex'),
  ...generateKeyPairSync('rsa', { modulusLength: 2048 }),
});

type Signature = { alg: string; kid: string; by: (text: string) => Buffer };

const rsa = (key: KeyObject) => (text: string) => sign('sha256', Buffer.from(text), key);
const signedBy = (key: KeyObject) => (text: string) =>
  createHmac('sha256', key.export({ format: 'pem', type: 'spki' }))
    .update(text)
    .digest();

function jwt({ alg, kid, by }: Signature, claims: object): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signed = `${part({ alg, kid, typ: 'JWT' })}.${part(claims)}`;
  return `${signed}.${by(signed).toString('base64url')}`;
}

const choice = (people: Person[], search: string) => html`<!doctype html>
  <html lang="en">
    <head><title>Sign in · Example University</title></head>
    <body>
      <h1>Who are you?</h1>
      <ul>
        ${people.map(({ sub, name }) => html`<li><a href="/authorize/as/${sub}${search}">${name}</a></li>`)}
      </ul>
    </body>
  </html>`;
