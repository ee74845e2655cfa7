import { domainOf } from './message.ts';
import { plain, shortenCharacters } from './words.ts';

/**
 * What mail programs and receiving servers read of a digest: how to sort it, and how to leave with one click
 * (RFC 2919, RFC 2369, RFC 8058; Gmail and Yahoo ask for the last of every sender of bulk mail).
 *
 * @param oneClick the https address that takes the POST; `unsubscribeLinks(…).oneClick`
 */
export function digestHeaders({
  term,
  listId,
  oneClick,
  from,
  supportEmail,
}: {
  term: string;
  /** What mail programs sort by: the search term's id. */
  listId: string;
  oneClick: string;
  /** MAIL_FROM */
  from: string;
  supportEmail: string;
}): Record<string, string> {
  const name = shortenCharacters(plain(term).replace(/["\\<>]/g, ''), 60);
  const byMail = `mailto:${supportEmail}?subject=${encodeURIComponent(`Unsubscribe ${oneClick.split('/').at(-1)}`)}`;
  return {
    'List-Id': `"Litwatch: ${name}" <${listId.replace(/[^\w-]/g, '-')}.digests.${domainOf(from)}>`,
    'List-Unsubscribe': `<${oneClick}>, <${byMail}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    Precedence: 'bulk',
  };
}
