import { createHmac, timingSafeEqual } from 'node:crypto';
import type { TopicsApp } from '../app.ts';

/** A paper that a digest of a search term brought. */
export interface Mailed {
  termId: string;
  paperId: number;
}

/** Where a digest's mail leads for one of its papers; `&verdict=more` or `less` behind it names what is meant. */
export const feedbackLink = (app: Pick<TopicsApp, 'secret' | 'config'>, mailed: Mailed): string =>
  `${app.config.baseUrl}/feedback?token=${feedbackToken(app, mailed)}`;

/**
 * A link by which whoever holds it may say one thing of one paper for one search term, without a sign-in: 128 bits
 * of HMAC over both. It works as often as it is used, has no end of its own, and dies with the search term.
 */
export function feedbackToken({ secret }: Pick<TopicsApp, 'secret'>, { termId, paperId }: Mailed): string {
  const subject = Buffer.alloc(termBytes + paperBytes);
  subject.write(termId.replaceAll('-', ''), 'hex');
  subject.writeUIntBE(paperId, termBytes, paperBytes);
  return Buffer.concat([subject, proof(secret, subject)]).toString('base64url');
}

/** Null when it is none of ours. */
export function readFeedbackToken({ secret }: Pick<TopicsApp, 'secret'>, token: string): Mailed | null {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== termBytes + paperBytes + proofBytes) return null;
  // Written in one way only: decoding passes over bits and characters that say nothing.
  if (bytes.toString('base64url') !== token) return null;
  const subject = bytes.subarray(0, termBytes + paperBytes);
  if (!timingSafeEqual(bytes.subarray(subject.length), proof(secret, subject))) return null;
  return {
    termId: subject
      .toString('hex', 0, termBytes)
      .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
    paperId: subject.readUIntBE(termBytes, paperBytes),
  };
}

const termBytes = 16;
/** Ids up to 2⁴⁸: more papers than there are. */
const paperBytes = 6;
const proofBytes = 16;

/** The words before the subject bind the proof to this purpose: no other token of the same secret passes here. */
const proof = (secret: string, subject: Buffer): Buffer =>
  createHmac('sha256', secret)
    .update('litwatch feedback 1:')
    .update(subject)
    .digest()
    .subarray(0, proofBytes);
