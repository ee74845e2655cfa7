import { createHash } from 'node:crypto';
import { domainOf } from './message.ts';
import { plain, shortenCharacters } from './words.ts';

/**
 * What mail programs and receiving servers read of a digest: how to sort it, and how to leave with one click
 * (RFC 2919, RFC 2369, RFC 8058; Gmail and Yahoo ask for the last of every sender of bulk mail).
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
  const name = shortenCharacters(plain(term ?? '').replace(/["\\<>]/g, ''), 60);
  const byMail = `mailto:${supportEmail}?subject=${encodeURIComponent(`Unsubscribe ${token}`)}`;
  return {
    'List-Id': `"Litwatch${name && `: ${name}`}" <${listOf(token)}.digests.${domainOf(from)}>`,
    'List-Unsubscribe': `<${baseUrl}/api/unsubscribe/${token}>, <${byMail}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    Precedence: 'bulk',
  };
}

/** One list a reader and topic, the same in every digest; it gives nothing away of the token it is made from. */
const listOf = (token: string): string => createHash('sha256').update(token).digest('hex').slice(0, 16);
