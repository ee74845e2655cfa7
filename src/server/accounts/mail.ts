import type { App } from '../app.ts';
import { enqueue } from '../queues.ts';

/** The mails about an account and what each says. Tokens stand nowhere but here. */
interface AccountMails {
  verify: {
    link: string;
    /** Voids the sign-up: for an address that somebody else typed. */
    cancelLink: string;
    hours: number;
    /** Where the sign-up came from, roughly: "Firefox on Windows, network 203.0.113.0/24". */
    place: string;
    /** ISO time of the sign-up. */
    at: string;
    /** IANA name in which to word `at`. */
    timeZone: string;
    pendingSearch: string | null;
  };
  'already-have-account': { signInLink: string; resetLink: string; place: string; at: string };
  reset: { link: string; minutes: number; place: string; at: string };
  'password-changed': { resetLink: string; at: string };
  welcome: { dashboardLink: string };
  'account-deleted': { at: string };
}

/** Asks for a mail; inside a transaction it leaves exactly when that commits. */
export const askForMail = <M extends keyof AccountMails>(
  app: Pick<App, 'db' | 'send'>,
  mail: M,
  to: string,
  data: AccountMails[M],
): Promise<void> => enqueue(app, 'send-mail', { mail, to, data });
