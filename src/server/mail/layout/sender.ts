import type { Config } from '#platform/runtime/config.ts';
import type { Tier } from '#shared/billing/plan.ts';

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
  supportEmail: mail.supportEmail,
  operatorName: mail.operatorName,
  postalAddress: mail.postalAddress,
  sample: sources.sample,
  tier: edition.billing ? tier : null,
});
