import { enqueue } from '#platform/queue/queues.ts';
import type { MailApp } from './app.ts';
import type { MailData, MailName } from './mails.ts';

/**
 * Enqueues a mail; inside a transaction it is sent exactly when that commits.
 * Tokens stand nowhere but in the links of its data.
 */
export const enqueueMail = <M extends MailName>(
  app: Pick<MailApp, 'db' | 'send'>,
  mail: M,
  to: string,
  data: MailData<M>,
): Promise<void> => enqueue(app, 'send-mail', { mail, to, data });
