import type { Config } from '#platform/runtime/config.ts';
import type { Log } from '#platform/runtime/log.ts';
import { withBackOff } from './backOff.ts';
import { openLocalMailbox } from './localMailbox.ts';
import { openSmtp } from './smtp.ts';
import type { Mailer } from './types.ts';

/**
 * By SMTP where one is configured; otherwise into the local mailbox, a folder of `.eml` files in DATA_DIR.
 * Opens no connection until the first mail.
 */
export function openMailer(
  config: Pick<Config, 'dataDir' | 'mail'>,
  { log, now = () => new Date() }: { log: Log; now?: () => Date },
): Mailer {
  const { smtpUrl, from, dkim } = config.mail;
  if (!smtpUrl) return openLocalMailbox({ folder: mailboxFolder(config), from, now });
  return withBackOff(openSmtp({ url: smtpUrl, from, dkim, log, now }), now);
}

/** The folder of the local mailbox, inside DATA_DIR. */
export const mailboxFolder = ({ dataDir }: Pick<Config, 'dataDir'>): string => `${dataDir}/mailbox`;
