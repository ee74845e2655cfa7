import { readConfig } from '#app/settings.ts';
import { ConfigError, examplesLeft } from './config.ts';

const production = {
  NODE_ENV: 'production',
  SMTP_URL: 'smtp://mail.litwatch.test',
  SESSION_SECRET: 'at least thirty-two characters long',
  BASE_URL: 'https://litwatch.test',
};
const operator = {
  MAIL_FROM: 'Litwatch <digest@litwatch.test>',
  SUPPORT_EMAIL: 'help@litwatch.test',
  POSTAL_ADDRESS: 'Litwatch, 5 Quay Lane, Galway, Ireland',
  OPERATOR_NAME: 'Litwatch Ltd',
};
it('needs nothing for a first try', () =>
  expect(readConfig({})).toMatchObject({
    port: 3000,
    baseUrl: 'http://localhost:3000',
    databaseUrl: null,
    chat: null,
  }));

it('takes an empty variable for one that is not set', () =>
  expect(readConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 3000, databaseUrl: null }));

it.each<[string | RegExp, Record<string, string>]>([
  ['PORT must be a port number.', { PORT: 'http' }],
  ['PORT must be at most 65535.', { PORT: '70000' }],
  [/^DATA_DIR must be a path without line breaks/, { DATA_DIR: './da\nta' }],
  [/^DATA_DIR must be a path without line breaks/, { DATA_DIR: './da\0ta' }],
  ['DATA_DIR must be at most 1,000 characters long.', { DATA_DIR: 'a'.repeat(5000) }],
  [/^BASE_URL must be an http\(s\) address/, { BASE_URL: 'litwatch' }],
  [/^BASE_URL must be an http\(s\) address/, { BASE_URL: 'https://example.org/litwatch' }],
  [/^DATABASE_URL must be an address such as postgres:/, { DATABASE_URL: 'mysql://here' }],
  [
    /^DATABASE_URL must name one host, because which of several is the primary can change/,
    { DATABASE_URL: 'postgres://one:5432,two:5432/litwatch' },
  ],
  ['PASSWORD_RULE must be kinds or length.', { PASSWORD_RULE: 'none' }],
  [/^SMTP_URL must be an address such as smtps:/, { SMTP_URL: 'mail.example' }],
  ...['p#ss', '1/2', '12?3', '5%ss'].map((password): [RegExp, Record<string, string>] => [
    /^SMTP_URL .* in a password write # as %23/,
    { SMTP_URL: `smtps://u:${password}@mail.example` },
  ]),
  [/^DATABASE_URL .* write # as %23/, { DATABASE_URL: 'postgres://u:p#ss@db.example/x' }],
  ...['Litwatch', 'Litwatch <digest>', 'a@b.example, c@d.example', 'Lit <a@b.example> <c@d.example>'].map(
    (MAIL_FROM): [RegExp, Record<string, string>] => [
      /^MAIL_FROM must be one address such as/,
      { MAIL_FROM },
    ],
  ),
  [/^TRUSTED_PROXIES must list addresses/, { TRUSTED_PROXIES: '10.0.0.0/8, proxy.example' }],
  [/^ADMIN_EMAILS must list addresses/, { ADMIN_EMAILS: 'ada@example.org; bea@example.org' }],
  [/^SIGNUP_DOMAINS must list domains/, { SIGNUP_DOMAINS: 'https://example.org' }],
  [
    /^DKIM_PRIVATE_KEY must be a private key/,
    { DKIM_PRIVATE_KEY: '-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----' },
  ],
  ['SESSION_SECRET must be at least 32 characters long.', { SESSION_SECRET: 'short' }],
  ['BILLING must be on or off.', { BILLING: 'maybe' }],
  ['TOPICS_PER_READER must be at least 1.', { TOPICS_PER_READER: '0' }],
  ['STRIPE_SECRET_KEY must be set in production when BILLING is on.', { ...production, BILLING: 'on' }],
  ['RANKING_THREADS must be at least 1.', { RANKING_THREADS: '0' }],
  ['AI_MODEL must be set when AI_BASE_URL is.', { AI_BASE_URL: 'http://127.0.0.1:1/v1' }],
  ['STRIPE_PUBLISHABLE_KEY must be set when STRIPE_SECRET_KEY is.', { STRIPE_SECRET_KEY: 'sk_test_1' }],
  [/^SIGNUP must be invite or closed without SMTP_URL/, { ...production, SMTP_URL: '', SIGNUP: 'open' }],
  ['SIGNUP must be open, invite, domain or closed.', { SIGNUP: 'maybe' }],
  [/^SIGNUP_DOMAINS must be set/, { SIGNUP: 'domain' }],
  [/^SESSION_SECRET must be set in production/, { ...production, SESSION_SECRET: '' }],
  [/^BASE_URL must begin with https/, { ...production, BASE_URL: 'http://litwatch.test' }],
])('says what is wrong in one line: %s', (sentence, environment) => {
  const read = () => readConfig(environment);
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(sentence);
});

it.each([
  ['digest@litwatch.example', 'digest@litwatch.example'],
  ['"Digest, University" <digest@litwatch.example>', '"Digest, University" <digest@litwatch.example>'],
  [
    'University Library, Digest Service <digest@litwatch.example>',
    '"University Library, Digest Service" <digest@litwatch.example>',
  ],
  ['Bücherei <digest@litwatch.example>', '"Bücherei" <digest@litwatch.example>'],
])('reads the sender %s as %s', (MAIL_FROM, from) => expect(readConfig({ MAIL_FROM }).mail.from).toBe(from));

it('reads a password in its codes', () => {
  const SMTP_URL = 'smtps://u%40x:p%23s@mail.example/?name=a';
  expect(readConfig({ SMTP_URL }).mail.smtpUrl).toBe(SMTP_URL);
});

const stripe = {
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  STRIPE_PRICE_PRO: 'price_1',
  STRIPE_PRICE_TEAM: 'price_2',
};

it.each([
  ['at a loopback address, for the card sandbox', {}, true],
  ['in production with the card provider’s keys', { ...production, ...stripe }, true],
  ['in production without them', production, false],
  ['where the setting says so', { BILLING: 'off' }, false],
  ['in production with keys where the setting says so', { ...production, ...stripe, BILLING: 'off' }, false],
])('decides on plans %s', (_, environment, billing) =>
  expect(readConfig(environment).edition.billing).toBe(billing),
);

it('turns mail off in production without a mail server, and lets in who is invited', () => {
  const { mail, signup } = readConfig({ ...production, SMTP_URL: '' });
  expect(mail.isOff).toBe(true);
  expect(signup.mode).toBe('invite');
  expect(readConfig({}).mail.isOff).toBe(false);
  expect(readConfig(production)).toMatchObject({ mail: { isOff: false }, signup: { mode: 'open' } });
});

it('names what still holds the example of the operator’s own', () => {
  expect(examplesLeft(readConfig(production))).toEqual(Object.keys(operator));
  expect(examplesLeft(readConfig({ ...production, ...operator }))).toEqual([]);
  expect(examplesLeft(readConfig({}))).toEqual([]);
});

it.each(['https://digest.example.org', 'http://digest.example.org', 'http://192.168.1.5:3000'])(
  'counts as production at %s although NODE_ENV was forgotten',
  (BASE_URL) => {
    expect(() => readConfig({ BASE_URL })).toThrow(/^SESSION_SECRET must be set in production/);
    const set = { ...production, BASE_URL: 'https://digest.example.org', NODE_ENV: '' };
    expect(readConfig(set).production).toBe(true);
  },
);

it.each(['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000', 'http://litwatch.test'])(
  'counts as development at %s',
  (BASE_URL) => expect(readConfig({ BASE_URL }).production).toBe(false),
);

it.each(['http://192.168.1.5:3000', 'http://10.0.0.7', 'http://[fd00::7]:3000'])(
  'lets production run on plain http at the private address %s',
  (BASE_URL) =>
    expect(readConfig({ ...production, BASE_URL })).toMatchObject({ production: true, secureCookies: false }),
);
