import type { Fault } from './reply.ts';

/** A rendered mail, ready to hand to the mail server. */
export interface OutgoingMail {
  /** The same for every attempt to send the mail. Becomes the left part of the Message-ID. */
  id: string;
  to: string;
  /** One line. The mailer removes CR, LF and other control characters. */
  subject: string;
  html: string;
  text: string;
  headers?: Record<string, string>;
  /** Aborts when another process has taken the mail over. It is not sent then, unless it is being sent already. */
  lost?: AbortSignal;
}

/** The mail server's reply. `refused` is final for this mail; after `later`, retry. */
export type MailOutcome =
  | { outcome: 'sent'; response: string }
  | {
      outcome: 'refused';
      code: number | null;
      response: string;
      fault: Extract<Fault, 'address' | 'perhaps' | 'mail'>;
    }
  /** `isOurs`: the sender or its account was refused. `pausedUntil`: this reply is the one that pauses all mail. */
  | { outcome: 'later'; response: string; isOurs?: boolean; pausedUntil?: Date };

/** A way to hand mails over. */
export interface Transport {
  /** Never throws for an SMTP reply: every reply is an outcome. */
  send(mail: OutgoingMail): Promise<MailOutcome>;
  close(): Promise<void>;
}

declare module '#kit/feature.ts' {
  interface App {
    mailer: Mailer;
  }
}

export interface Mailer extends Transport {
  /** Whether a mail with this id was already accepted. To be asked before a mail is sent again. */
  has(id: string): Promise<boolean>;
}
