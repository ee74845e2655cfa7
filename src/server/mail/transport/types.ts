/** A rendered mail, ready to hand to the mail server. */
export interface OutgoingMail {
  /** The same for every attempt at one mail; becomes the left part of the Message-ID. */
  id: string;
  to: string;
  /** One line; CR, LF and other control characters are removed by the mailer. */
  subject: string;
  html: string;
  text: string;
  headers?: Record<string, string>;
}

/** What the mail server answered. `refused` is final for this mail; `later` means: try again. */
export type MailOutcome =
  | { outcome: 'sent'; response: string }
  | { outcome: 'refused'; code: number | null; response: string; hardBounce: boolean }
  | { outcome: 'later'; response: string };

export interface Mailer {
  /** Never throws for an SMTP reply: every reply is an outcome. */
  send(mail: OutgoingMail): Promise<MailOutcome>;
  /** Whether a mail with this id was accepted before; absent where the transport cannot know. */
  has?(id: string): Promise<boolean>;
  close(): Promise<void>;
}
