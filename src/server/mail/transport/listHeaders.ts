import { createHash } from 'node:crypto';
import { encodeWord } from 'nodemailer/lib/mime-funcs';
import { plain } from '#shared/values/plainText.ts';
import { shortenCharacters } from '../layout/words.ts';
import { domainOf } from './message.ts';

/**
 * List headers of a digest, so that mail programs can sort it and unsubscribe with one click
 * (RFC 2919, RFC 2369, RFC 8058; Gmail and Yahoo require the last from every bulk sender).
 */
export function digestHeaders({
  baseUrl,
  term,
  token,
  from,
  supportEmail,
}: {
  baseUrl: string;
  term: string | null;
  /** `unsubscribeToken(…)` of the reader and the topic. */
  token: string;
  /** MAIL_FROM */
  from: string;
  supportEmail: string;
}): Record<string, string> {
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
