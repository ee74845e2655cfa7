import type { App } from '#kit/feature.ts';
import { enqueue, type Payloads } from '#platform/queue/queues.ts';
import { seal, unseal } from '#platform/seal.ts';
import type { MailData, MailName } from './mails.ts';

/**
 * Enqueues a mail. Inside a transaction it is sent exactly if that commits. The job's row shows the name of the mail and
 * nothing else: recipient, links and contents are encrypted with the installation's secret.
 */
export const enqueueMail = <M extends MailName>(
  app: App,
  mail: M,
  to: string,
  data: MailData<M>,
): Promise<void> => enqueue(app, 'send-mail', sealMail(app, mail, { to, data }));

/** The job of a mail, with encrypted recipient and contents. */
export const sealMail = <M extends MailName>(
  { secret }: App,
  mail: M,
  letter: { to: string; data: MailData<M> },
): Payloads['send-mail'] => ({ mail, sealed: seal(secret, 'mail', letter) });

/**
 * Recipient and contents of an enqueued mail.
 * @throws Error if it was encrypted with another secret.
 */
export const openMail = (
  { secret }: App,
  { sealed }: Payloads['send-mail'],
): { to: string; data: Record<string, unknown> } =>
  unseal(secret, 'mail', sealed) as { to: string; data: Record<string, unknown> };
