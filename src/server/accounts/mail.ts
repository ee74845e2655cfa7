import type { App } from '../app.ts';
import type { MailData, MailName } from '../mail/mails.ts';
import { enqueue } from '../queues.ts';

/**
 * Asks for a mail; inside a transaction it leaves exactly when that commits.
 * Tokens stand nowhere but in the links of its data.
 */
export const askForMail = <M extends MailName>(
  app: Pick<App, 'db' | 'send'>,
  mail: M,
  to: string,
  data: MailData<M>,
): Promise<void> => enqueue(app, 'send-mail', { mail, to, data });
