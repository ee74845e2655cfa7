import type { SendMailOptions } from 'nodemailer';
import addressparser from 'nodemailer/lib/addressparser';
import { plain, shortenCharacters } from '../layout/words.ts';
import type { OutgoingMail } from './open.ts';

/** RFC 5322 (2.1.1) asks for lines of at most 78 characters; a phone shows fewer still. */
export const subjectLength = 78;

/** What nodemailer is given. The recipient is passed as an address, never parsed as a list. */
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
    // RFC 3834: nobody's holiday notice has to answer this.
    headers: { 'Auto-Submitted': 'auto-generated', ...asWritten(headers) },
    xMailer: false,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** What takes fewer bytes. Left to itself, nodemailer counts the letters one by one, several times over. */
const encodingOf = (html: string): string =>
  Buffer.byteLength(html) < html.length * 1.5 ? 'quoted-printable' : 'base64';

/**
 * Our headers are written as their standards have them; nodemailer would encode a quoted name together with
 * the address behind it. A line break in one would begin another header.
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
function addressOf(from: string): string {
  return addressparser(from, { flatten: true })[0]?.address || from;
}

export const domainOf = (from: string): string => addressOf(from).split('@').at(-1)!.toLowerCase();
