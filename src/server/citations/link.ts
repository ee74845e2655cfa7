import { createHmac, timingSafeEqual } from 'node:crypto';
import type { CitationsApp } from './app.ts';

const proofBytes = 16;

/** The addresses for a digest's mail, a format each. */
export function referencesLinks(app: Pick<CitationsApp, 'secret' | 'config'>, digestId: string) {
  const link = `${app.config.baseUrl}/references/${referencesToken(app, digestId)}`;
  return { ris: `${link}.ris`, bibtex: `${link}.bib`, csl: `${link}.json` };
}

/**
 * A link that shows the references of one digest, and nothing else, to whoever holds it: 128 bits of HMAC over
 * the digest's id. It changes nothing, works as often as it is used, and dies with the digest.
 */
export function referencesToken({ secret }: Pick<CitationsApp, 'secret'>, digestId: string): string {
  const subject = Buffer.from(digestId.replaceAll('-', ''), 'hex');
  return Buffer.concat([subject, proof(secret, subject)]).toString('base64url');
}

/** The digest's id; null when the token is none of ours. */
export function readReferencesToken({ secret }: Pick<CitationsApp, 'secret'>, token: string): string | null {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== 16 + proofBytes) return null;
  const subject = bytes.subarray(0, 16);
  if (!timingSafeEqual(bytes.subarray(16), proof(secret, subject))) return null;
  return subject.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** The words before the subject bind the proof to this purpose: no other token of the same secret passes here. */
const proof = (secret: string, subject: Buffer): Buffer =>
  createHmac('sha256', secret)
    .update('litwatch references 1:')
    .update(subject)
    .digest()
    .subarray(0, proofBytes);
