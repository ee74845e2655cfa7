import { createPrivateKey } from 'node:crypto';
import { availableParallelism } from 'node:os';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { moreSourceName, moreSources, type SourceName, sourceAddresses } from '#shared/papers/sources.ts';
import { passwordRules, signupModes } from '#shared/site/site.ts';
import { mailAddress } from '#shared/values/fields.ts';
import { trimEnd } from '#shared/values/trim.ts';

export const url = (example: string) =>
  z
    .url({ protocol: /^https?$/, error: `must be an http(s) address such as ${example}` })
    .transform((text) => trimEnd(text, /\//));

/** A variable for each address, with its default. */
const addresses = <Name extends string>(defaults: Record<Name, string>) =>
  Object.fromEntries(
    Object.entries<string>(defaults).map(([name, address]) => [name, url(address).default(address)]),
  ) as Record<Name, z.ZodDefault<ReturnType<typeof url>>>;

export const onOff = z.enum(['on', 'off'], 'must be on or off');

export const text = (most: number) => z.string().max(most, `must be at most ${most} characters long`);

const whole = (what: string, [least, most = Number.MAX_SAFE_INTEGER]: [least: number, most?: number]) =>
  z.coerce
    .number(`must be a number of ${what}`)
    .int(`must be a whole number of ${what}`)
    .min(least, least ? `must be at least ${least}` : 'must not be negative')
    .max(most, `must be at most ${most}`);

const port = z.coerce
  .number('must be a port number')
  .int('must be a port number')
  .min(0, 'must be a port number')
  .max(65535, 'must be at most 65535');

const dollars = z.coerce.number('must be an amount in US dollars').min(0, 'must not be negative');

/**
 * An address with a password, as its library will read it: signs of addresses in the password have to be written as their
 * code, or the rest would be taken for a path, a query or another host.
 */
const connection = (protocol: RegExp, example: string) =>
  z
    .string()
    .regex(protocol, `must be an address such as ${example}`)
    .refine((text) => {
      if (!URL.canParse(text)) return false;
      const { hostname, username, password, pathname, search, hash } = new URL(text);
      try {
        decodeURIComponent(username + password);
      } catch {
        return false;
      }
      return hostname !== '' && !hash && !`${pathname}${search}`.includes('@');
    }, `must be an address such as ${example}; in a password write # as %23, / as %2F, ? as %3F, @ as %40, % as %25`);

const address = z.string().regex(mailAddress, 'must be an e-mail address such as support@litwatch.example');

/** `Name <address>` or an address alone, in the form that mail libraries read without a doubt. */
const sender = z.string().transform((text, context) => {
  const [, name = '', given = text] = /^([^<>]*)<([^<>]*)>\s*$/.exec(text) ?? [];
  const found = address.safeParse(given.trim());
  if (found.success) {
    const words = name.replace(/["\\]/g, '').trim();
    return words ? `${/^[\w ]+$/.test(words) ? words : `"${words}"`} <${found.data}>` : found.data;
  }
  const message = 'must be one address such as Litwatch <digest@litwatch.example>';
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
});

/** A domain as addresses have it: `bücher.example` is `xn--bcher-kva.example`. */
function asName(domain: string): string {
  const bare = domain.replace(/^@/, '').toLowerCase();
  return /^[\p{L}\p{M}\p{N}.-]+$/u.test(bare) ? (URL.parse(`http://${bare}`)?.hostname ?? bare) : bare;
}

/** A list with commas, each part of a form. */
const listOf = (isRight: (part: string) => boolean, message: string) =>
  z
    .string()
    .default('')
    .transform(list)
    .refine((parts) => parts.every(isRight), message);

const prices = z
  .string()
  .regex(
    /^price_\w+(\s*,\s*price_\w+)*$/,
    'must begin with price_; former prices, which readers still pay, follow after commas: price_new,price_old',
  );

/** The sender and the operator named in mails, until they are set. */
export const examples = {
  MAIL_FROM: 'Litwatch <digest@litwatch.example>',
  SUPPORT_EMAIL: 'support@litwatch.example',
  POSTAL_ADDRESS: 'Litwatch, 1 Example Street, Dover, DE 19901, USA',
  OPERATOR_NAME: 'Litwatch LLC',
};

/** Every variable, with its check and its default. */
export const variables = z.object({
  NODE_ENV: z
    .enum(['production', 'development', 'test'], 'must be production, development or test')
    .default('development'),
  PORT: port.default(3000),
  HOST: z.string().default('127.0.0.1'),
  BASE_URL: url('https://litwatch.example')
    .refine(
      (text) => new URL(text).origin === text.toLowerCase(),
      'must be an http(s) address such as https://litwatch.example, without a path',
    )
    .optional(),
  SESSION_SECRET: z.string().min(32, 'must be at least 32 characters long').optional(),
  LOG_LEVEL: z
    .enum(
      ['trace', 'debug', 'info', 'warn', 'error', 'silent'],
      'must be trace, debug, info, warn, error or silent',
    )
    .default('info'),
  METRICS_TOKEN: z.string().min(16, 'must be at least 16 characters long').optional(),
  METRICS_PORT: port.optional(),
  DATA_DIR: z
    .string()
    .regex(/^\P{Cc}*$/u, 'must be a path without line breaks and control characters')
    .max(1000, 'must be at most 1,000 characters long')
    .default('./data'),
  DATABASE_URL: z
    .string()
    .refine(
      (text) => !/^[^/]*\/\/[^/]*,/.test(text),
      'must name one host, because which of several is the primary can change. Use a name that follows the primary, such as a virtual address or a pooler',
    )
    .pipe(connection(/^postgres(ql)?:\/\//, 'postgres://user:password@host:5432/litwatch'))
    .optional(),
  DATABASE_POOLER: z.literal('transaction', 'must be transaction, or left out').optional(),
  /** The queue uses two of them to listen and to maintain itself. */
  DATABASE_CONNECTIONS: whole('connections', [5, 200]).default(16),

  SMTP_URL: connection(/^smtps?:\/\//, 'smtps://user:password@mail.example:465').optional(),
  MAIL_FROM: sender.default(examples.MAIL_FROM),
  DKIM_DOMAIN: z.hostname('must be a domain such as litwatch.example').optional(),
  DKIM_SELECTOR: z
    .string()
    .regex(/^[\w.-]+$/, 'must be the selector of the public key in DNS')
    .optional(),
  /** PEM; line breaks may be written as \n. */
  DKIM_PRIVATE_KEY: z
    .string()
    .transform((pem) => pem.replaceAll('\\n', '\n'))
    .refine((pem) => {
      try {
        return createPrivateKey(pem).type === 'private';
      } catch {
        return false;
      }
    }, 'must be a private key in PEM form, with -----BEGIN PRIVATE KEY----- and all its lines')
    .optional(),
  SUPPORT_EMAIL: address.default(examples.SUPPORT_EMAIL),
  POSTAL_ADDRESS: z.string().default(examples.POSTAL_ADDRESS),
  OPERATOR_NAME: z.string().default(examples.OPERATOR_NAME),

  ...addresses(sourceAddresses),
  MORE_SOURCES: listOf(
    (name) => moreSourceName.safeParse(name).success,
    `must be a list of ${moreSources.join(', ')}`,
  ).transform((names) => names as SourceName[]),
  NCBI_API_KEY: z.string().optional(),
  CONTACT_EMAIL: address.optional(),
  HARVEST_DAYS: whole('days', [1, 365]).default(14),

  RANKING_THREADS: whole('threads', [1, 64]).default(Math.max(1, availableParallelism() - 1)),

  CROSSREF: onOff.default('off'),
  CROSSREF_URL: url('https://api.crossref.org').default('https://api.crossref.org'),
  OPENALEX_URL: url('https://api.openalex.org').default('https://api.openalex.org'),
  OPENALEX_API_KEY: z.string().optional(),

  AI_BASE_URL: url('http://127.0.0.1:11434/v1').optional(),
  AI_API_KEY: z.string().optional(),
  AI_MODEL: z.string().optional(),
  AI_TIMEOUT_SECONDS: z.coerce
    .number('must be a number of seconds')
    .min(0.1, 'must be at least 0.1')
    .max(120, 'must be at most 120')
    .default(14),
  AI_CONCURRENCY: whole('calls', [1]).default(4),
  AI_TOKENS_PER_DAY: whole('tokens', [0]).default(5_000_000),
  AI_TOKENS_PER_READER_AND_DAY: whole('tokens', [0]).default(200_000),
  AI_PRICE_INPUT: dollars.optional(),
  AI_PRICE_OUTPUT: dollars.optional(),
  AI_DOLLARS_PER_DAY: dollars.optional(),
  EMBEDDINGS_BASE_URL: url('http://127.0.0.1:11434/v1').optional(),
  EMBEDDINGS_API_KEY: z.string().optional(),
  EMBEDDINGS_MODEL: z.string().optional(),
  EMBEDDINGS_QUERY_PREFIX: text(200).default(''),
  EMBEDDINGS_DOCUMENT_PREFIX: text(200).default(''),

  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_/, 'must begin with sk_ or rk_')
    .optional(),
  STRIPE_PUBLISHABLE_KEY: z.string().regex(/^pk_/, 'must begin with pk_').optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_/, 'must begin with whsec_')
    .optional(),
  STRIPE_PRICE_PRO: prices.optional(),
  STRIPE_PRICE_TEAM: prices.optional(),
  STRIPE_API_URL: url('https://api.stripe.com').optional(),

  BILLING: onOff.optional(),
  TOPICS_PER_READER: whole('topics', [1, 10_000]).optional(),

  SIGNUP: z.enum(signupModes, 'must be open, invite, domain or closed').optional(),
  SIGNUP_DOMAINS: listOf(
    (domain) => mailAddress.test(`a@${asName(domain)}`),
    'must list domains such as example.org,lab.example.edu',
  ).transform((domains) => domains.map(asName)),

  PASSWORD_RULE: z.enum(passwordRules, 'must be kinds or length').default('kinds'),

  ALLOW_PRIVATE_WEBHOOKS: onOff.default('off'),

  TRUSTED_PROXIES: listOf(
    (text) => ipaddr.isValid(text) || ipaddr.isValidCIDR(text),
    'must list addresses or ranges such as 127.0.0.1,10.0.0.0/8',
  ),
  ADMIN_EMAILS: listOf(
    (text) => mailAddress.test(text),
    'must list addresses such as ada@example.org,bea@example.org',
  ),
  ANALYTICS_SCRIPT_URL: url('https://analytics.example/script.js').optional(),
  ANALYTICS_ID: z.string().optional(),
});

export type Variables = z.output<typeof variables>;

/** The parts of a list with commas. */
export function list(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
}
