import { createHmac, timingSafeEqual } from 'node:crypto';

/** What a link is for. The words are part of the signature, so a token for one purpose is refused by every other. */
type Purpose = 'device' | 'end-access' | 'feedback' | 'references' | 'unsubscribe';

/** 128 bits of HMAC-SHA-256. */
const signatureBytes = 16;

/** What signs links. */
export interface Signing {
  secret: string;
}

/**
 * A token for a link that works without a sign-in, as often as it is used and without an end of its own: `subject`
 * and a signature over purpose and subject, as base64url. It grants only what the reader of the token does with the subject,
 * and nobody without the secret can make one. The format is fixed: tokens stand in mails already sent.
 * @param subject what the link is about, as bytes whose meaning the purpose fixes
 */
export const signToken = ({ secret }: Signing, purpose: Purpose, subject: Buffer): string =>
  Buffer.concat([subject, signature(secret, purpose, subject)]).toString('base64url');

/**
 * The subject of a token; null when the token is not ours, is for another purpose, or is spelled in another way than
 * `signToken` writes it (base64 decoding ignores characters and bits that carry nothing). Never throws.
 */
export function readToken({ secret }: Signing, purpose: Purpose, token: string): Buffer | null {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length <= signatureBytes || bytes.toString('base64url') !== token) return null;
  const subject = bytes.subarray(0, -signatureBytes);
  return timingSafeEqual(bytes.subarray(-signatureBytes), signature(secret, purpose, subject))
    ? subject
    : null;
}

const signature = (secret: string, purpose: Purpose, subject: Buffer): Buffer =>
  createHmac('sha256', secret)
    .update(`litwatch ${purpose} 1:`)
    .update(subject)
    .digest()
    .subarray(0, signatureBytes);
