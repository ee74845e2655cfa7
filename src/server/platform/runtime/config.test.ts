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

it.each([
  ['PORT', { PORT: 'http' }, 'PORT must be a port number.'],
  ['PORT beyond the last', { PORT: '70000' }, 'PORT must be at most 65535.'],
  ['DATA_DIR with a line break', { DATA_DIR: './da\nta' }, /^DATA_DIR must be a path without line breaks/],
  ['DATA_DIR with a NUL', { DATA_DIR: './da\0ta' }, /^DATA_DIR must be a path without line breaks/],
  ['DATA_DIR', { DATA_DIR: 'a'.repeat(5000) }, 'DATA_DIR must be at most 1,000 characters long.'],
  ['BASE_URL', { BASE_URL: 'litwatch' }, /^BASE_URL must be an http\(s\) address/],
  ['DATABASE_URL', { DATABASE_URL: 'mysql://here' }, /^DATABASE_URL must be an address such as postgres:/],
  [
    'DATABASE_URL with two hosts',
    { DATABASE_URL: 'postgres://one:5432,two:5432/litwatch' },
    /^DATABASE_URL must name one host, because which of several is the primary can change/,
  ],
  ['PASSWORD_RULE', { PASSWORD_RULE: 'none' }, 'PASSWORD_RULE must be kinds or length.'],
  ['SMTP_URL', { SMTP_URL: 'mail.example' }, /^SMTP_URL must be an address such as smtps:/],
  ...[
    'smtps://u:p#ss@mail.example',
    'smtps://u:1/2@mail.example',
    'smtps://u:12?3@mail.example',
    'smtps://u:5%ss@mail.example',
  ].map((SMTP_URL): [string, Record<string, string>, RegExp] => [
    SMTP_URL,
    { SMTP_URL },
    /^SMTP_URL .* in a password write # as %23/,
  ]),
  [
    'a database password',
    { DATABASE_URL: 'postgres://u:p#ss@db.example/x' },
    /^DATABASE_URL .* write # as %23/,
  ],
  ...['Litwatch', 'Litwatch <digest>', 'a@b.example, c@d.example', 'Lit <a@b.example> <c@d.example>'].map(
    (MAIL_FROM): [string, Record<string, string>, RegExp] => [
      MAIL_FROM,
      { MAIL_FROM },
      /^MAIL_FROM must be one address such as/,
    ],
  ),
  [
    'TRUSTED_PROXIES',
    { TRUSTED_PROXIES: '10.0.0.0/8, proxy.example' },
    /^TRUSTED_PROXIES must list addresses/,
  ],
  ['ADMIN_EMAILS', { ADMIN_EMAILS: 'ada@example.org; bea@example.org' }, /^ADMIN_EMAILS must list addresses/],
  ['SIGNUP_DOMAINS', { SIGNUP_DOMAINS: 'https://example.org' }, /^SIGNUP_DOMAINS must list domains/],
  [
    'BASE_URL with a path',
    { BASE_URL: 'https://example.org/litwatch' },
    /^BASE_URL must be an http\(s\) address/,
  ],
  [
    'DKIM_PRIVATE_KEY',
    { DKIM_PRIVATE_KEY: '-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----' },
    /^DKIM_PRIVATE_KEY must be a private key/,
  ],
  ['SESSION_SECRET', { SESSION_SECRET: 'short' }, 'SESSION_SECRET must be at least 32 characters long.'],
  ['BILLING', { BILLING: 'maybe' }, 'BILLING must be on or off.'],
  ['TOPICS_PER_READER', { TOPICS_PER_READER: '0' }, 'TOPICS_PER_READER must be at least 1.'],
  [
    'billing in production without a card key',
    { ...production, BILLING: 'on' },
    'STRIPE_SECRET_KEY must be set in production when BILLING is on.',
  ],
  ['RANKING_THREADS', { RANKING_THREADS: '0' }, 'RANKING_THREADS must be at least 1.'],
  [
    'a model server without a model',
    { AI_BASE_URL: 'http://127.0.0.1:1/v1' },
    'AI_MODEL must be set when AI_BASE_URL is.',
  ],
  [
    'a card key without the rest',
    { STRIPE_SECRET_KEY: 'sk_test_1' },
    'STRIPE_PUBLISHABLE_KEY must be set when STRIPE_SECRET_KEY is.',
  ],
  [
    'open sign-up in production without a mail server',
    { ...production, SMTP_URL: '', SIGNUP: 'open' },
    /^SIGNUP must be invite or closed without SMTP_URL/,
  ],
  ['SIGNUP', { SIGNUP: 'maybe' }, 'SIGNUP must be open, invite, domain or closed.'],
  ['sign-up by domain without domains', { SIGNUP: 'domain' }, /^SIGNUP_DOMAINS must be set/],
  [
    'production without a secret',
    { ...production, SESSION_SECRET: '' },
    /^SESSION_SECRET must be set in production/,
  ],
  [
    'production without https',
    { ...production, BASE_URL: 'http://litwatch.test' },
    /^BASE_URL must begin with https/,
  ],
])('says what is wrong in one line: %s', (_, environment, sentence) => {
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
  expect(examplesLeft(readConfig(production))).toEqual([
    'MAIL_FROM',
    'SUPPORT_EMAIL',
    'POSTAL_ADDRESS',
    'OPERATOR_NAME',
  ]);
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
