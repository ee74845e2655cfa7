import { z } from 'zod';
import type { Config } from '#platform/runtime/config.ts';
import type { Tier } from '#shared/billing/plan.ts';
import { pick } from '#shared/values/pick.ts';
import { plain } from '#shared/values/plainText.ts';
import type { Said } from './html.ts';

/**
 * `security` mails keep an account safe and are sent even after a complaint has stopped the others. `account` mails
 * answer an event; readers can unsubscribe from `digest` mails.
 */
export type MailKind = 'security' | 'account' | 'digest';

/** A sentence of a mail, always the same or about its data. */
type About<Data extends z.ZodType> = string | ((data: z.output<Data>) => string);

export interface Template<Data extends z.ZodType = z.ZodType> {
  kind: MailKind;
  data: Data;
  subject: About<Data>;
  title: About<Data>;
  preview: About<Data>;
  /** Why the reader gets this mail; shown in the footer. */
  why: About<Data>;
  /** What the mail says, in HTML and as text. */
  body: (data: z.output<Data>, site: MailSite) => Said;
}

/** Defines a template; its functions get the type of its data. */
export const template = <Data extends z.ZodType>(shape: Template<Data>): Template<Data> => shape;

/** Text from outside, as one line. */
export const line = z.string().transform(plain);
/** An absolute http(s) address. */
export const link = z.url({ protocol: /^https?$/ });
/** An ISO 8601 date with a time zone, parsed. */
export const moment = z.iso.datetime({ offset: true }).transform((iso) => new Date(iso));

/** The installation as named in every mail's footer. */
export interface MailSite {
  /** Without a slash at the end. */
  baseUrl: string;
  supportEmail: string;
  operatorName: string;
  postalAddress: string;
  /** Whether papers come from the stand-ins (invented or old ones). Mails then say so. */
  sample: boolean;
  /** The recipient's plan; null for recipients without an account, and on a server without billing. */
  tier?: Tier | null;
}

/** The installation for mails, from the configuration. */
export const mailSite = (
  { baseUrl, mail, sources, edition }: Pick<Config, 'baseUrl' | 'mail' | 'sources' | 'edition'>,
  tier: Tier | null = null,
): MailSite => ({
  baseUrl,
  ...pick(mail, 'supportEmail operatorName postalAddress'),
  sample: sources.sample,
  tier: edition.billing ? tier : null,
});
