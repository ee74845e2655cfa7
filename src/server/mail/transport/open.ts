import type { Config } from '#platform/runtime/config.ts';
import type { Log } from '#platform/runtime/log.ts';
import { withBackOff } from './backOff.ts';
import { openLocalMailbox } from './localMailbox.ts';
import { openSmtp } from './smtp.ts';

/** A mail ready to leave. */
export interface OutgoingMail {
  /** Stable for one mail however often it is tried: becomes the Message-ID's left part. */
  id: string;
  to: string;
  /** One line; CR, LF and other control characters are removed by the mailer. */
  subject: string;
  html: string;
  text: string;
  headers?: Record<string, string>;
}

/** What the mail server said. `refused` is final for this mail; `later` is worth another try. */
export type MailOutcome =
  | { outcome: 'sent'; response: string }
  | { outcome: 'refused'; code: number | null; response: string; hardBounce: boolean }
  | { outcome: 'later'; response: string };

export interface Mailer {
  /** Never rejects for what a mail server can answer: the answer is the outcome. */
  send(mail: OutgoingMail): Promise<MailOutcome>;
  /** Whether a mail of this id was taken before; absent where nobody can tell. */
  has?(id: string): Promise<boolean>;
  close(): Promise<void>;
}

/**
 * By SMTP where one is configured; otherwise into the local mailbox, a folder of `.eml` files in DATA_DIR.
 * Opens no connection before the first mail.
 */
export function openMailer(
  config: Pick<Config, 'dataDir' | 'mail'>,
  { log, now = () => new Date() }: { log: Log; now?: () => Date },
): Mailer {
  const { smtpUrl, from, dkim } = config.mail;
  if (!smtpUrl) return openLocalMailbox({ folder: mailboxFolder(config), from, now });
  return withBackOff(openSmtp({ url: smtpUrl, from, dkim, log, now }), now);
}

export const mailboxFolder = ({ dataDir }: Pick<Config, 'dataDir'>): string => `${dataDir}/mailbox`;
