import { createHash } from 'node:crypto';
import type { SendMailOptions } from 'nodemailer';
import addressparser from 'nodemailer/lib/addressparser';
import { encodeWord } from 'nodemailer/lib/mime-funcs';
import { plain } from '#shared/values/plainText.ts';
import { shortenCharacters } from '../layout/words.ts';
import type { OutgoingMail } from './types.ts';

/** RFC 5322 (2.1.1) recommends lines of at most 78 characters; a phone shows fewer still. */
export const subjectLength = 78;

/** The mail in nodemailer's form. The recipient is passed as one address, never parsed as a list. */
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
    html: partOf('text/html', html),
    text: partOf('text/plain', text),
    // RFC 3834: automatic replies must not answer this mail.
    headers: { 'Auto-Submitted': 'auto-generated', ...asWritten(headers) },
    xMailer: false,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** A part in the shorter of the two encodings. */
const partOf = (type: string, content: string) =>
  Buffer.byteLength(content) < content.length * 1.5
    ? {
        raw: `Content-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n${quotedPrintable(content)}`,
      }
    : { content, contentTransferEncoding: 'base64' as const };

/** The longest that an encoded line may be (RFC 2045, 6.7). */
const lineLength = 76;

const escapes = Array.from({ length: 256 }, (_, byte) => `=${Buffer.of(byte).toString('hex').toUpperCase()}`);

/**
 * Text as quoted-printable in UTF-8 (RFC 2045, 6.7), its lines ended by CRLF. Whatever decodes it gets the same text, with
 * CRLF for each line end. nodemailer's own takes 1.7 times as long, and passes each part through a stream of its own.
 */
export function quotedPrintable(text: string): string {
  const lines: string[] = [];
  // A character a byte: replacing and cutting then need no look at UTF-8.
  for (const line of Buffer.from(text).toString('latin1').split(/\r?\n/)) fold(escaped(line), lines);
  return lines.join('\r\n');
}

/** White space at the end of a line would not survive every mail server. */
const escaped = (line: string): string =>
  line.replace(/[^\t -<>-~]|[\t ]$/g, (byte) => escapes[byte.charCodeAt(0)]!);

/** Adds a line in pieces that a mail program joins again; no escape is cut in two. */
function fold(line: string, lines: string[]): void {
  let at = 0;
  while (line.length - at > lineLength) {
    let end = at + lineLength - 1;
    for (const back of [1, 2]) if (line[end - back] === '=') end -= back;
    lines.push(`${line.slice(at, end)}=`);
    at = end;
  }
  lines.push(line.slice(at));
}

/**
 * Our headers already have the form that their standards require. Nodemailer would encode a quoted name together with the
 * address after it. Removes line breaks, because one would start another header.
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
export const addressOf = (text: string): string => addressparser(text, { flatten: true })[0]?.address || text;

/** `litwatch.example` of `Litwatch <digest@litwatch.example>` or of a bare address; in lower case. */
export const domainOf = (address: string): string => addressOf(address).split('@').at(-1)!.toLowerCase();

/**
 * List headers of a digest, so that mail programs can sort it and unsubscribe with one click
 * (RFC 2919, RFC 2369, RFC 8058; Gmail and Yahoo require the last from every bulk sender).
 */
export function digestHeaders(digest: {
  baseUrl: string;
  term: string | null;
  /** `unsubscribeToken(…)` of the reader and the topic. */
  token: string;
  /** MAIL_FROM */
  from: string;
  supportEmail: string;
}): Record<string, string> {
  const { baseUrl, term, token, from, supportEmail } = digest;
  const byMail = `mailto:${supportEmail}?subject=${encodeURIComponent(`Unsubscribe ${token}`)}`;
  return {
    'List-Id': `${phraseOf(term)} <${listOf(token)}.digests.${domainOf(from)}>`,
    'List-Unsubscribe': `<${baseUrl}/api/unsubscribe/${token}>, <${byMail}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    Precedence: 'bulk',
  };
}

/** A quoted string, or encoded words if it is not ASCII (RFC 2047, 5). */
function phraseOf(term: string | null): string {
  const name = shortenCharacters(`Litwatch: ${plain(term ?? '').replace(/["\\<>]/g, '')}`, 60);
  return /^[\x20-\x7e]*$/.test(name) ? `"${name}"` : encodeWord(name, 'Q', 52);
}

/** One list per reader and topic, the same in every digest. A hash does not reveal the token. */
const listOf = (token: string): string => createHash('sha256').update(token).digest('hex').slice(0, 16);
