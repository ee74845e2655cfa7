import type { Config } from '../config.ts';

/** What every mail says about who sent it and where it leads. */
export interface MailSite {
  /** Without a slash at the end. */
  baseUrl: string;
  supportEmail: string;
  operatorName: string;
  postalAddress: string;
  /** The papers are invented or old ones served by the stand-ins; mails say so. */
  sample: boolean;
}

export const mailSite = ({
  baseUrl,
  mail,
  sources,
}: Pick<Config, 'baseUrl' | 'mail' | 'sources'>): MailSite => ({
  baseUrl,
  supportEmail: mail.supportEmail,
  operatorName: mail.operatorName,
  postalAddress: mail.postalAddress,
  sample: sources.sample,
});
