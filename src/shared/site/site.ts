import { z } from 'zod';
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
