import type { Platform } from '#platform/platform.ts';
import type { Config } from '#platform/runtime/config.ts';
import { withNotes } from './accepted.ts';
import { withBackOff } from './backOff.ts';
import { openLocalMailbox } from './localMailbox.ts';
import { greetingOf, openSmtp } from './smtp.ts';
import type { Mailer, Transport } from './types.ts';

/**
 * SMTP if it is configured; otherwise, outside production, the local mailbox, a folder of `.eml` files in DATA_DIR. In
 * production without SMTP no mail is sent. Opens no connection before the first mail.
 */
export function openMailer(
  config: Pick<Config, 'dataDir' | 'mail' | 'baseUrl'>,
  app: Pick<Platform, 'db' | 'log' | 'now'>,
): Mailer {
  return withNotes(openTransport(config, app), app);
}

function openTransport(
  config: Pick<Config, 'dataDir' | 'mail' | 'baseUrl'>,
  { log, now }: Pick<Platform, 'log' | 'now'>,
): Transport {
  const { smtpUrl, isOff, from, dkim } = config.mail;
  if (isOff) return noMail;
  if (!smtpUrl) return openLocalMailbox(mailboxFolder(config), from, now);
  return withBackOff(openSmtp({ url: smtpUrl, from, name: greetingOf(config), dkim, log, now }), now);
}

/** Rejects everything. Digests and notices never get here without mail; this only answers explicit requests for a mail. */
const noMail: Transport = {
  send: async () => ({
    outcome: 'refused',
    code: null,
    response: 'no mail server is set up (SMTP_URL).',
    fault: 'mail',
  }),
  close: async () => {},
};

/** The folder of the local mailbox, inside DATA_DIR. */
export const mailboxFolder = ({ dataDir }: Pick<Config, 'dataDir'>): string => `${dataDir}/mailbox`;
