import { createHmac, timingSafeEqual } from 'node:crypto';

/** Purposes of links. The purpose is part of the signature, so a token for one is invalid for every other. */
type Purpose = 'attempt' | 'device' | 'end-access' | 'feedback' | 'references' | 'reset' | 'unsubscribe';

/** 128 bits of HMAC-SHA-256. */
const signatureBytes = 16;

/** The secret that signs links. */
export type Signing = { secret: string };

/**
 * A token for a link that works without a sign-in, any number of times, and does not expire: the subject and a signature
 * over purpose and subject, as base64url. Nobody can forge one without the secret, and it allows only what its purpose
 * allows for this subject. The format must not change, because tokens are in mails that were already sent.
 * @param subject bytes whose meaning depends on the purpose
 */
export const signToken = ({ secret }: Signing, purpose: Purpose, subject: Buffer): string =>
  Buffer.concat([subject, signature(secret, purpose, subject)]).toString('base64url');

/**
 * The subject of a token; null if the token is forged, is for another purpose, or is not spelled exactly as `signToken`
 * writes it (base64 decoding ignores some characters and bits). Never throws.
 */
export function readToken({ secret }: Signing, purpose: Purpose, token: string): Buffer | null {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length <= signatureBytes || bytes.toString('base64url') !== token) return null;
  const subject = bytes.subarray(0, -signatureBytes);
  const isOurs = timingSafeEqual(bytes.subarray(-signatureBytes), signature(secret, purpose, subject));
  return isOurs ? subject : null;
}

const signature = (secret: string, purpose: Purpose, subject: Buffer): Buffer =>
  createHmac('sha256', secret)
    .update(`litwatch ${purpose} 1:`)
    .update(subject)
    .digest()
    .subarray(0, signatureBytes);
