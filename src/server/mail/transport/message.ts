import type { SendMailOptions } from 'nodemailer';
import addressparser from 'nodemailer/lib/addressparser';
import { plain } from '#shared/values/plainText.ts';
import { shortenCharacters } from '../layout/words.ts';
import type { OutgoingMail } from './types.ts';

/** RFC 5322 (2.1.1) asks for lines of at most 78 characters; a phone shows fewer still. */
export const subjectLength = 78;

/** The mail as nodemailer takes it. The recipient is passed as one address, never parsed as a list. */
export function messageOf(
  { id, to, subject, html, text, headers }: OutgoingMail,
  from: string,
  now: Date,
): SendMailOptions {
  return {
    messageId: `<${id.replace(/[^\w.-]+/g, '-')}@${domainOf(from)}>`,
    date: now,
    from,
    to: { name: '', address: to },
    subject: subjectLine(subject),
    html: { content: html, contentTransferEncoding: encodingOf(html) },
    text,
    // RFC 3834: automatic replies must not answer this mail.
    headers: { 'Auto-Submitted': 'auto-generated', ...asWritten(headers) },
    xMailer: false,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** The shorter encoding. Without it nodemailer counts the characters one by one, several times. */
const encodingOf = (html: string): string =>
  Buffer.byteLength(html) < html.length * 1.5 ? 'quoted-printable' : 'base64';

/**
 * Our headers are already in the form their standards ask for; nodemailer would encode a quoted name together with the
 * address after it. Line breaks are removed, because one would start another header.
 */
const asWritten = (headers: Record<string, string> = {}) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      { prepared: true, foldLines: true, value: value.replace(/\s+/g, ' ') },
    ]),
  );

/** One line without control characters, cut at a word. */
export const subjectLine = (subject: string): string => shortenCharacters(plain(subject), subjectLength);

/** `digest@litwatch.example` of `Litwatch <digest@litwatch.example>`. */
function addressOf(text: string): string {
  return addressparser(text, { flatten: true })[0]?.address || text;
}

/** `litwatch.example` of `Litwatch <digest@litwatch.example>` or of a bare address; in lower case. */
export const domainOf = (address: string): string => addressOf(address).split('@').at(-1)!.toLowerCase();
