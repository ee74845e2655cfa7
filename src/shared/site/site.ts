import { z } from 'zod';
import { plans, type Tier } from '../billing/plan.ts';
import { endpoint } from '../contract/endpoint.ts';
import { moreSourceName } from '../papers/sources.ts';

/** Who may create an account: anyone, invited people, addresses of some domains, or nobody. */
export const signupModes = ['open', 'invite', 'domain', 'closed'] as const;
export type SignupMode = (typeof signupModes)[number];

/** The operator's rule for new passwords, in addition to their length: four kinds of characters, or nothing. */
export const passwordRules = ['kinds', 'length'] as const;
export type PasswordRule = (typeof passwordRules)[number];

/** What pages need to know about this installation. */
export const site = z.object({
  supportEmail: z.string(),
  operatorName: z.string(),
  /** The operator's address on one line, for the legal pages and mails. */
  postalAddress: z.string(),
  /** The operator's announcement to every reader; null for none. */
  banner: z.string().nullable(),
  /** False on a server that sends no mail and shows digests only on its pages and in feeds. */
  mail: z.boolean(),
  /** How people sign in. */
  signIn: z.object({ passwords: z.boolean(), passwordRule: z.enum(passwordRules) }),
  /** Who may create an account. */
  signup: z.enum(signupModes),
  /** False on a server without billing, whose pages show no plan and no price. */
  plans: z.boolean(),
  /** `test` in the card sandbox; pages then say "test cards only". */
  payments: z.enum(['live', 'test', 'off']),
  /** True if there is a local mailbox at /mailbox. */
  mailbox: z.boolean(),
  /** True if the papers are samples from the stand-ins. */
  sample: z.boolean(),
  /** Sources that a topic can add to the usual ones; absent if the operator offers none. */
  moreSources: z.array(moreSourceName).optional(),
  /** What features say about themselves, by their names. */
  features: z.record(z.string(), z.unknown()),
  stripePublishableKey: z.string().nullable(),
  stripeScriptUrl: z.string().nullable(),
  analytics: z.object({ scriptUrl: z.string(), id: z.string().nullable() }).nullable(),
});
export type Site = z.infer<typeof site>;

export const siteApi = {
  read: endpoint('GET /api/site', 'anyone', {
    summary: 'This installation’s support address, payments, and mailbox.',
    response: site,
  }),
} as const;

/** A mailto address for support. Paid plans are answered first, so the subject begins with it: `[Pro] Question`. */
export function supportMail(address: string, tier?: Tier | null, subject = 'Question'): string {
  if (!tier) return `mailto:${address}`;
  return `mailto:${address}?subject=${encodeURIComponent(`[${plans[tier].badge}] ${subject}`)}`;
}

export const descriptionApi = {
  openapi: endpoint('GET /api/openapi.json', 'anyone', {
    summary: 'This description, as OpenAPI 3.1.',
    response: z.looseObject({ openapi: z.string() }),
  }),
  docs: endpoint('GET /api/docs', 'anyone', {
    summary: 'This description, as a page.',
    produces: 'text/html',
    response: z.string(),
  }),
} as const;
