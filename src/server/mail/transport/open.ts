import type { Config } from '#platform/runtime/config.ts';
import type { Log } from '#platform/runtime/log.ts';
import type { NotesAt } from './accepted.ts';
import { withBackOff } from './backOff.ts';
import { openLocalMailbox } from './localMailbox.ts';
import { openSmtp } from './smtp.ts';
import type { Mailer } from './types.ts';

/**
 * SMTP if it is configured; otherwise, outside production, the local mailbox, a folder of `.eml` files in DATA_DIR. In
 * production without SMTP no mail is sent. Opens no connection before the first mail.
 * @param startNow starts the SMTP thread immediately, with the process's present priority
 */
export function openMailer(
  config: Pick<Config, 'dataDir' | 'mail'>,
  {
    log,
    now = () => new Date(),
    notesAt = null,
    startNow = false,
  }: { log: Log; now?: () => Date; notesAt?: NotesAt | null; startNow?: boolean },
): Mailer {
  const { smtpUrl, isOff, from, dkim } = config.mail;
  if (isOff) return noMail;
  if (!smtpUrl) return openLocalMailbox({ folder: mailboxFolder(config), from, now });
  return withBackOff(openSmtp({ url: smtpUrl, from, dkim, notesAt, log, now, startNow }), now);
}

/**
 * Rejects everything. Digests and notices never get here without mail; this only answers explicit requests for a mail.
 */
const noMail: Mailer = {
  send: async () => ({
    outcome: 'refused',
    code: null,
    response: 'no mail server is set up (SMTP_URL).',
    hardBounce: false,
  }),
  close: async () => {},
};

/** The folder of the local mailbox, inside DATA_DIR. */
export const mailboxFolder = ({ dataDir }: Pick<Config, 'dataDir'>): string => `${dataDir}/mailbox`;
