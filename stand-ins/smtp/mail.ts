import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';

/** An accepted mail: envelope, source, and the parsed content. */
export interface Mail {
  /** Envelope sender and recipients. */
  from: string;
  to: string[];
  messageId: string;
  subject: string;
  text: string;
  html: string;
  /** Headers by lower-case name; the first if a name is repeated. */
  headers: Record<string, string>;
  raw: string;
  email: Email;
  receivedAt: Date;
}

export async function readMail(source: Readable, from: string, to: string[]): Promise<Mail> {
  const bytes = await buffer(source);
  const email = await PostalMime.parse(bytes);
  const headers: Record<string, string> = {};
  for (const { key, value } of email.headers) headers[key] ??= value;
  return {
    from,
    to,
    messageId: email.messageId ?? '',
    subject: email.subject ?? '',
    text: email.text ?? '',
    html: email.html ?? '',
    headers,
    raw: bytes.toString('utf8'),
    email,
    receivedAt: new Date(),
  };
}
