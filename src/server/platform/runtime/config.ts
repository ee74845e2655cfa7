import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import ipaddr from 'ipaddr.js';
import type { z } from 'zod';
import { type SourceAddress, sourceAddresses } from '#shared/papers/sources.ts';
import type { SignupMode } from '#shared/site/site.ts';
import { examples, list, type Variables, variables } from './variables.ts';

/** A wrong setting; the message is the one line an operator needs. */
export class ConfigError extends Error {
  /** Every wrong value, a line each; the message is the first. */
  readonly lines: readonly string[];

  constructor(...lines: [string, ...string[]]) {
    super(lines[0]);
    this.lines = lines;
  }
}

/** All settings. A feature adds its own: `declare module '#platform/runtime/config.ts' { interface Config { … } }`. */
export interface Config extends CoreConfig {}

type CoreConfig = ReturnType<typeof coreConfig>;

/** Settings of one feature: its variables, with their checks and defaults, and its part of `Config`. */
export interface Settings {
  variables: Record<string, z.ZodType>;
  read: (variables: never) => object;
  rules?: (variables: never, core: Variables) => TogetherRule[];
}

/** Whether values are wrong together, each valid alone, and the sentence that says so. */
type TogetherRule = [isBroken: boolean, sentence: string];

export const settings = <Shape extends Record<string, z.ZodType>>(made: {
  variables: Shape;
  read: (variables: { [Name in keyof Shape]: z.output<Shape[Name]> }) => Partial<Config>;
  rules?: (variables: { [Name in keyof Shape]: z.output<Shape[Name]> }, core: Variables) => TogetherRule[];
}): Settings => made;

type Environment = Record<string, string | undefined>;

/**
 * Where the database is, for tools that work on it while the product is stopped.
 * @throws ConfigError naming the variable and its valid values.
 */
export function readPlace(environment: Environment = process.env) {
  const needed = variables.pick({ DATA_DIR: true, DATABASE_URL: true });
  const known = new Set(Object.keys(variables.shape));
  const { DATA_DIR, DATABASE_URL } = parsed(needed, environment, known);
  return { dataDir: path.resolve(DATA_DIR), databaseUrl: DATABASE_URL ?? null };
}

function parsed<Shape extends z.ZodType>(
  shape: Shape,
  environment: Environment,
  names: ReadonlySet<string>,
): z.output<Shape> {
  const { settings, wrong } = settingsFrom(environment, names);
  const result = shape.safeParse(settings);
  refuse([
    ...wrong,
    ...(result.error?.issues ?? []).map(({ path, message }) => `${String(path[0])} ${message}.`),
  ]);
  return result.data!;
}

function refuse([first, ...others]: readonly string[]): void {
  if (first !== undefined) throw new ConfigError(first, ...others);
}

/**
 * The settings of the environment, with every `NAME_FILE` replaced by `NAME` and the content of that file. Empty variables
 * count as not set.
 * @param names of all settings
 * @returns also a line for each file that cannot be read, and for each setting given twice or in quotes
 */
function settingsFrom(environment: Environment, names: ReadonlySet<string>) {
  const wrong: string[] = [];
  const settings = Object.fromEntries(
    Object.entries(environment).filter((entry): entry is [string, string] => Boolean(entry[1])),
  );
  for (const [variable, file] of Object.entries(settings)) {
    const name = nameBehind(variable, names);
    if (!name) continue;
    delete settings[variable];
    if (settings[name] !== undefined) wrong.push(`${name} and ${variable} are both set; unset one of them.`);
    else
      try {
        settings[name] = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        wrong.push(`${variable}: ${file} cannot be read (${code}).`);
      }
  }
  for (const [name, value] of Object.entries(settings)) {
    // `docker run --env-file` and others pass quotes on, and a program cannot know whose they are.
    const bare = /^(["'])([^"']*)\1$/.exec(value)?.[2];
    if (bare === undefined || !names.has(name)) continue;
    settings[name] = bare;
    wrong.push(`${name} is in quotes, which would be a part of it: write it without them.`);
  }
  return { settings, wrong };
}

/** The setting for which `NAME_FILE` stands; null for any other variable. */
function nameBehind(variable: string, names: ReadonlySet<string>): string | null {
  const name = variable.replace(/_FILE$/, '');
  return name !== variable && names.has(name) ? name : null;
}

/** Every variable: the core's, and those of the features' settings. */
export const variablesWith = (others: readonly Settings[]) =>
  variables.extend(Object.assign({}, ...others.map(({ variables }) => variables)) as object);

/**
 * Reads the environment and the files that it names. No other code does.
 * @throws ConfigError naming the variable and its valid values.
 */
export function configWith(others: readonly Settings[], environment: Environment = process.env): Config {
  const shape = variablesWith(others);
  const v = parsed(shape, environment, new Set(Object.keys(shape.shape)));
  const rules = others.flatMap(({ rules }) => rules?.(v as never, v) ?? []);
  return Object.assign(coreConfig(v, rules), ...others.map(({ read }) => read(v as never)));
}

function coreConfig(v: Variables, rules: TogetherRule[]) {
  const baseUrl = v.BASE_URL ?? `http://localhost:${v.PORT}`;
  const production = v.NODE_ENV === 'production' || isPublic(baseUrl);
  refuse(
    [...rulesOf(v, production, baseUrl), ...rules].flatMap(([isBroken, sentence]) =>
      isBroken ? [sentence] : [],
    ),
  );

  return {
    production,
    port: v.PORT,
    host: v.HOST,
    baseUrl,
    secureCookies: baseUrl.startsWith('https:'),
    /** Signs links in mails. Null in development, where one is kept in DATA_DIR so that old links stay valid. */
    sessionSecret: v.SESSION_SECRET ?? null,
    logLevel: v.LOG_LEVEL,
    metricsToken: v.METRICS_TOKEN ?? null,
    /** The port at which a worker-only process serves `/healthz`, `/readyz` and `/metrics`; null for none. */
    metricsPort: v.METRICS_PORT ?? null,
    dataDir: path.resolve(v.DATA_DIR),
    databaseUrl: v.DATABASE_URL ?? null,
    /** A pooler hands each transaction another session, so notifications of the queue do not arrive. */
    isPooled: v.DATABASE_POOLER === 'transaction',
    /** Maximum connections of this process to the server; the queue gets a quarter of them. */
    databaseConnections: v.DATABASE_CONNECTIONS,
    /** Ranking threads, in addition to the main thread. */
    rankingThreads: v.RANKING_THREADS,
    mail: mailOf(v, production),
    sources: sourcesOf(v),
    crossref: { isOn: v.CROSSREF === 'on', url: v.CROSSREF_URL },
    openAlex: { url: v.OPENALEX_URL, apiKey: v.OPENALEX_API_KEY ?? null },
    chat: chatOf(v),
    embeddings: v.EMBEDDINGS_BASE_URL
      ? {
          baseUrl: v.EMBEDDINGS_BASE_URL,
          apiKey: v.EMBEDDINGS_API_KEY ?? null,
          model: v.EMBEDDINGS_MODEL!,
          queryPrefix: v.EMBEDDINGS_QUERY_PREFIX,
          documentPrefix: v.EMBEDDINGS_DOCUMENT_PREFIX,
        }
      : null,
    stripe: stripeOf(v),
    edition: editionOf(v, production),
    signup: signupOf(v, production),
    /** False only where readers sign in otherwise. */
    passwords: true,
    /** What a new password must have besides its length. */
    passwordRule: v.PASSWORD_RULE,
    channels: channelsOf(v),
    trustedProxies: v.TRUSTED_PROXIES,
    adminEmails: v.ADMIN_EMAILS.map((address) => address.toLowerCase()),
    analytics: v.ANALYTICS_SCRIPT_URL
      ? { scriptUrl: v.ANALYTICS_SCRIPT_URL, id: v.ANALYTICS_ID ?? null }
      : null,
  };
}

const mailOf = (v: Variables, production: boolean) => ({
  smtpUrl: v.SMTP_URL ?? null,
  /** True if no mail is sent: digests are on the pages and in feeds. Outside production, mails go to the local mailbox. */
  isOff: production && !v.SMTP_URL,
  from: v.MAIL_FROM,
  /** Null if the mail server signs, as those of most providers do. */
  dkim: v.DKIM_DOMAIN
    ? { domainName: v.DKIM_DOMAIN, keySelector: v.DKIM_SELECTOR!, privateKey: v.DKIM_PRIVATE_KEY! }
    : null,
  supportEmail: v.SUPPORT_EMAIL,
  postalAddress: v.POSTAL_ADDRESS,
  operatorName: v.OPERATOR_NAME,
});

const sourcesOf = (v: Variables) => ({
  /** The address of each service, by the name of its variable. */
  urls: Object.fromEntries(
    Object.keys(sourceAddresses).map((name) => [name, v[name as SourceAddress]]),
  ) as Record<SourceAddress, string>,
  /** Sources beyond the usual ones, which readers may add to a topic. */
  more: v.MORE_SOURCES,
  ncbiApiKey: v.NCBI_API_KEY ?? null,
  contactEmail: v.CONTACT_EMAIL ?? v.SUPPORT_EMAIL,
  /** How many days a first harvest covers. */
  harvestDays: v.HARVEST_DAYS,
  /** Maximum time until a reply begins. The whole reply may take three times as long. */
  timeoutSeconds: 60,
  /** True for the bundled sample papers: pages and mails then say that they are invented. */
  sample: false,
});

/** The chat server; null without one. */
const chatOf = (v: Variables) =>
  v.AI_BASE_URL
    ? {
        baseUrl: v.AI_BASE_URL,
        apiKey: v.AI_API_KEY ?? null,
        model: v.AI_MODEL!,
        /** Maximum time that a digest waits for its summary. */
        maxWaitMs: v.AI_TIMEOUT_SECONDS * 1000,
        atOnce: v.AI_CONCURRENCY,
        tokensPerDay: v.AI_TOKENS_PER_DAY,
        tokensPerReaderAndDay: v.AI_TOKENS_PER_READER_AND_DAY,
        /** US dollars for a million tokens, used only for `dollarsPerDay`. */
        price: { input: v.AI_PRICE_INPUT ?? 0, output: v.AI_PRICE_OUTPUT ?? 0 },
        dollarsPerDay: v.AI_DOLLARS_PER_DAY ?? null,
      }
    : null;

const stripeOf = (v: Variables) => ({
  secretKey: v.STRIPE_SECRET_KEY ?? null,
  publishableKey: v.STRIPE_PUBLISHABLE_KEY ?? null,
  webhookSecret: v.STRIPE_WEBHOOK_SECRET ?? null,
  /** Ids of the prices of each paid tier: the one that is sold, then former ones. */
  prices: { pro: list(v.STRIPE_PRICE_PRO ?? ''), team: list(v.STRIPE_PRICE_TEAM ?? '') },
  apiUrl: v.STRIPE_API_URL ?? null,
  /** The script of the card fields. The provider's terms require its own host. */
  scriptUrl: 'https://js.stripe.com/v3/',
  /** True while the card sandbox runs: pages then say "test cards only". */
  sandbox: false,
});

const channelsOf = (v: Variables) => ({
  /** Whether readers may send digests to addresses inside the operator's network. */
  allowPrivate: v.ALLOW_PRIVATE_WEBHOOKS === 'on',
});

/** Plans are sold if they can be paid for. Outside production, the card sandbox accepts the payments. */
function editionOf({ BILLING, STRIPE_SECRET_KEY, TOPICS_PER_READER }: Variables, production: boolean) {
  const payable = Boolean(STRIPE_SECRET_KEY) || !production;
  return { billing: BILLING ? BILLING === 'on' : payable, topicsPerReader: TOPICS_PER_READER ?? null };
}

/** Who may sign up. Without mail nobody can prove an address, so people need an invitation. */
function signupOf(v: Variables, production: boolean): { mode: SignupMode; domains: string[] } {
  const hasMail = Boolean(v.SMTP_URL) || !production;
  return { mode: v.SIGNUP ?? (hasMail ? 'open' : 'invite'), domains: v.SIGNUP_DOMAINS };
}

/** Variables that still hold their examples in production, so that mails would name an invented operator. */
export function examplesLeft({ production, mail }: Config): string[] {
  const now = {
    MAIL_FROM: mail.from,
    SUPPORT_EMAIL: mail.supportEmail,
    POSTAL_ADDRESS: mail.postalAddress,
    OPERATOR_NAME: mail.operatorName,
  };
  const names = Object.keys(examples) as (keyof typeof examples)[];
  return production && !mail.isOff ? names.filter((name) => now[name] === examples[name]) : [];
}

/**
 * Whether others can reach the address. If so, the installation counts as production whatever NODE_ENV says, because a
 * forgotten variable must not open the mailbox and the developer tools to everybody. Loopback addresses and the names
 * reserved for tests (RFC 6761) are local.
 */
export function isPublic(baseUrl: string): boolean {
  const { hostname } = new URL(baseUrl);
  return !/^(?:localhost|127\.[\d.]+|\[::1\]|.+\.(?:localhost|test))$/.test(hostname);
}

function rulesOf(v: Variables, production: boolean, baseUrl: string): TogetherRule[] {
  return [
    [
      production && !v.SESSION_SECRET,
      `SESSION_SECRET must be set in production, for example to ${randomBytes(24).toString('base64url')}.`,
    ],
    [
      production && !baseUrl.startsWith('https:') && !isPrivate(baseUrl),
      'BASE_URL must begin with https:// in production, as readers will type it (plain http only at a private address, such as http://192.168.1.5:3000).',
    ],
    [
      production && v.BILLING === 'on' && !v.STRIPE_SECRET_KEY,
      'STRIPE_SECRET_KEY must be set in production when BILLING is on.',
    ],
    [
      production && !v.SMTP_URL && (v.SIGNUP === 'open' || v.SIGNUP === 'domain'),
      'SIGNUP must be invite or closed without SMTP_URL: without mail nobody can prove an address.',
    ],
    [
      v.SIGNUP === 'domain' && !v.SIGNUP_DOMAINS.length,
      'SIGNUP_DOMAINS must be set when SIGNUP is domain, such as example.org,lab.example.edu.',
    ],
    [
      list(v.STRIPE_PRICE_PRO ?? '').some((price) => list(v.STRIPE_PRICE_TEAM ?? '').includes(price)),
      'STRIPE_PRICE_PRO and STRIPE_PRICE_TEAM must not share a price.',
    ],
    ...missingBeside(v, 'DKIM_DOMAIN', ['DKIM_SELECTOR', 'DKIM_PRIVATE_KEY']),
    ...missingBeside(v, 'AI_BASE_URL', ['AI_MODEL']),
    ...missingBeside(v, 'AI_DOLLARS_PER_DAY', ['AI_PRICE_INPUT', 'AI_PRICE_OUTPUT']),
    ...missingBeside(v, 'EMBEDDINGS_BASE_URL', ['EMBEDDINGS_MODEL']),
    ...missingBeside(v, 'STRIPE_SECRET_KEY', [
      ...(['STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] as const),
      ...(['STRIPE_PRICE_PRO', 'STRIPE_PRICE_TEAM'] as const),
    ]),
  ];
}

/** A private address (RFC 1918, RFC 4193), for which http is allowed because no authority issues certificates for it. */
export function isPrivate(baseUrl: string): boolean {
  const address = new URL(baseUrl).hostname.replace(/^\[|\]$/g, '');
  return ipaddr.isValid(address) && ['private', 'uniqueLocal'].includes(ipaddr.parse(address).range());
}

/** Rules for variables that must be set when the first is. */
export const missingBeside = <V>(
  v: V,
  first: keyof V & string,
  others: readonly (keyof V & string)[],
): TogetherRule[] =>
  others.map((other) => [Boolean(v[first] && !v[other]), `${other} must be set when ${first} is.`]);
