import type { Config } from '#platform/runtime/config.ts';
import type { Tier } from '#shared/billing/plan.ts';

/** What every mail says about who sent it and where it leads. */
export interface MailSite {
  /** Without a slash at the end. */
  baseUrl: string;
  supportEmail: string;
  operatorName: string;
  postalAddress: string;
  /** The papers are invented or old ones served by the stand-ins; mails say so. */
  sample: boolean;
  /** Plan of the reader it goes to; null where nobody is meant by name. */
  tier?: Tier | null;
}

export const mailSite = (
  { baseUrl, mail, sources }: Pick<Config, 'baseUrl' | 'mail' | 'sources'>,
  tier: Tier | null = null,
): MailSite => ({
  baseUrl,
  supportEmail: mail.supportEmail,
  operatorName: mail.operatorName,
  postalAddress: mail.postalAddress,
  sample: sources.sample,
  tier,
});
