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
  close(): Promise<void>;
}
