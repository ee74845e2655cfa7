/**
 * Whose fault a final refusal (5yz) is. `address`: surely the reader's address, which does not exist. `perhaps`: it may be,
 * but servers also say so when their own list of users is away. `mail`: this mail's size or form. `ours`: the sender, its
 * account, a limit, a policy, a name on a block list. `wait`: the rest, such as a full mailbox.
 */
export type Fault = 'address' | 'perhaps' | 'mail' | 'ours' | 'wait';

/** The reply of a mail server and what it answered. */
export interface Refusal {
  /** All lines, with their codes. */
  response: string;
  /** The SMTP command, such as `RCPT TO`. */
  command: string;
  /** Addresses of the sender and the reader. */
  from: string;
  to: string;
}

/** Bad destination mailbox, system or syntax; moved; null MX (RFC 3463, 3.2; RFC 7505). 5.1.7 and 5.1.8 are the sender's. */
const badAddress = /^5\.1\.(1|2|3|6|10)$/;
/** What is said of the sender, its account or the host that it comes from, by servers that also use codes of addresses. */
const aboutUs =
  /\b(sender|mail from|from (address|domain|header)|envelope|callback|callout|identit(y|ies)|your (account|domain|ip|server|host|messages?|plan|subscription))\b|\bverif(y|ication) failed|not verified|\bIP\b|block ?list|black ?list|spamhaus|\b(dns|r)bl\b|blocked using|reputation|\bSPF\b|DKIM|DMARC|unauthenticated|authenticat|credential|\bTLS\b|relay/i;
const aboutLimits =
  /(limit|quota|threshold|credits?)\b.{0,24}(exceed|reach)|(exceed|reached|over ).{0,40}(limit|quota|threshold|emails per)|QuotaExceeded|too many|throttl|frequency|(daily|hourly|sending|submission).{0,12}(limit|quota)/i;
const aboutPolicy =
  /policy|policies|spam|unsolicited|abus|denied|prohibited|not (allowed|permitted)|suspicious/i;
const aboutMailbox =
  /(mailbox|inbox|recipient|storage).{0,24}(full|quota|storage)|over ?quota|quota exceeded|mailfull/i;
const aboutSize = /(message|mail|size).{0,16}(too (large|big)|size|exceeds)|too (large|big)/i;
const unknownAddress =
  /(user|mailbox|recipient|address|account|alias|addressee)\b[^.]{0,40}(unknown|not (be )?found|no longer|unavailable|(does(n't| not)|did not) (exist|have)|not exist|disabled|inactive|invalid|rejected|not (a )?valid|not listed)|no such|unknown (user|recipient|mailbox|address|local)|(invalid|bad) (recipient|mailbox|address|destination)|unrout(e)?able|not a valid|doesn't have an?\b.{0,30}account|no mailbox/i;

/** Reads a final refusal of a mail. Only `address` and, the second time, `perhaps` may stop mail to a reader. */
export function faultOf({ response, command, from, to }: Refusal): Fault {
  if (command !== 'RCPT TO' && command !== 'DATA') return 'ours';
  const text = response.replace(/^\d{3}[ -]?/gm, '');
  const enhanced = /^[\s#([]*(5\.\d{1,3}\.\d{1,3})\b/.exec(text)?.[1] ?? '';
  // A reply that names the sender and not the reader, as of a server that asks back whether the sender exists.
  const names = (address: string) => text.toLowerCase().includes(address.toLowerCase());
  // Names of hosts and users may contain any of the words below.
  const words = text
    .replaceAll(to, '')
    .replaceAll(from, '')
    .replace(/https?:\S+/g, '');
  if (/^5\.(2\.2|4\.7)$/.test(enhanced)) return 'wait';
  if (/^5\.(2\.3|3\.4|6\.\d+)$/.test(enhanced)) return 'mail';
  if (
    /^5\.(1\.[78]|5\.\d+|7\.(?!1$)\d+)$/.test(enhanced) ||
    (names(from) && !names(to)) ||
    aboutUs.test(words)
  )
    return 'ours';
  if (badAddress.test(enhanced)) return 'address';
  if (aboutMailbox.test(words)) return 'wait';
  if (aboutLimits.test(words)) return 'ours';
  if (aboutSize.test(words)) return 'mail';
  if (unknownAddress.test(words) && (!aboutPolicy.test(words) || /recipient|user unknown/i.test(words)))
    return 'perhaps';
  return 'ours';
}
