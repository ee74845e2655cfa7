import { z } from 'zod';
import { plans, type Tier } from '../billing/plan.ts';
import { endpoint } from '../contract/endpoint.ts';

/** What the pages need to know about this installation. */
export const site = z.object({
  supportEmail: z.string(),
  operatorName: z.string(),
  /** One line, as the legal pages and the mails give it. */
  postalAddress: z.string(),
  /** `test` when cards are the sandbox's; pages then say "test cards only". */
  payments: z.enum(['live', 'test', 'off']),
  /** True while a local mailbox stands at /mailbox. */
  mailbox: z.boolean(),
  /** True when the papers are invented or old ones served by the stand-ins. */
  sample: z.boolean(),
  stripePublishableKey: z.string().nullable(),
  stripeScriptUrl: z.string().nullable(),
  analytics: z.object({ scriptUrl: z.string(), id: z.string().nullable() }).nullable(),
});
export type Site = z.infer<typeof site>;

export const siteApi = {
  read: endpoint({
    method: 'GET',
    path: '/api/site',
    access: 'anyone',
    summary: 'What this installation is: support address, payments, mailbox.',
    response: site,
  }),
} as const;

/**
 * A mail to support. Its subject begins with the plan of who writes, as in `[Pro] Question`, where that is known:
 * what paying readers ask is answered first.
 */
export function supportMail(address: string, tier?: Tier | null, subject = 'Question'): string {
  if (!tier) return `mailto:${address}`;
  return `mailto:${address}?subject=${encodeURIComponent(`[${plans[tier].badge}] ${subject}`)}`;
}

export const descriptionApi = {
  openapi: endpoint({
    method: 'GET',
    path: '/api/openapi.json',
    access: 'anyone',
    summary: 'This description, as OpenAPI 3.1.',
    response: z.looseObject({ openapi: z.string() }),
  }),
  docs: endpoint({
    method: 'GET',
    path: '/api/docs',
    access: 'anyone',
    summary: 'This description, as a page.',
    produces: 'text/html',
    response: z.string(),
  }),
} as const;
