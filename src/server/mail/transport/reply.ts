import type { NodemailerError } from 'nodemailer';
import type { MailOutcome } from './types.ts';

/** Commands after which a 5xx reply is about this mail. Earlier replies are about the server or about us. */
const aboutTheMail = new Set(['MAIL FROM', 'RCPT TO', 'DATA']);

/** RFC 5321 (4.2.1): 5yz is final; after 4yz, or a connection that broke without a reply, a retry may succeed. */
export function outcomeOf(error: NodemailerError): MailOutcome {
  const response = (error.response ?? error.message).slice(0, 500);
  const code = error.responseCode ?? null;
  if (code && error.permanent && aboutTheMail.has(error.command ?? ''))
    return { outcome: 'refused', code, response, hardBounce: isHardBounce(error, code, response) };
  if (!code && (error.code === 'EENVELOPE' || error.code === 'EMESSAGE'))
    return { outcome: 'refused', code: null, response, hardBounce: false };
  return { outcome: 'later', response };
}

/**
 * Whether the address does not exist. Uses the enhanced code if there is one (RFC 3463: 5.1.1 to 5.1.3, 5.1.6, 5.1.10;
 * 5.1.7 and 5.1.8 are about the sender), otherwise the text that servers send with 550.
 */
function isHardBounce(error: NodemailerError, code: number, response: string): boolean {
  if (error.command !== 'RCPT TO' && error.command !== 'DATA') return false;
  const enhanced = response.match(/^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/)?.[1];
  if (enhanced) return /^5\.1\.(1|2|3|6|10)$/.test(enhanced);
  return (
    [550, 551, 553].includes(code) &&
    /(user|mailbox|recipient|address|account)[^.]{0,40}(unknown|not found|unavailable|does(n't| not) exist|disabled|invalid)|no such|unknown (user|recipient|mailbox)|invalid (recipient|mailbox)/i.test(
      response,
    )
  );
}
