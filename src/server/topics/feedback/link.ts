import { uuidBytes, uuidOf } from '#platform/http/uuid.ts';
import { readToken, type Signing, signToken } from '#platform/signedLink.ts';
import type { TopicsApp } from '../app.ts';

/** A paper that a digest of a topic listed. */
export interface Mailed {
  termId: string;
  paperId: number;
}

/** The link in a digest mail for one of its papers; `&verdict=keep`, `more`, or `less` is appended to it. */
export const feedbackLink = (app: Pick<TopicsApp, 'secret' | 'config'>, mailed: Mailed): string =>
  `${app.config.baseUrl}/feedback?token=${feedbackToken(app, mailed)}`;

/** A link whose holder can record a judgement of one paper for one topic, without a sign-in. It dies with the topic. */
export function feedbackToken(app: Signing, { termId, paperId }: Mailed): string {
  const subject = Buffer.alloc(topicBytes + paperBytes);
  uuidBytes(termId).copy(subject);
  subject.writeUIntBE(paperId, topicBytes, paperBytes);
  return signToken(app, 'feedback', subject);
}

/** The paper and topic of a token; null for an invalid one. */
export function readFeedbackToken(app: Signing, token: string): Mailed | null {
  const subject = readToken(app, 'feedback', token);
  if (subject?.length !== topicBytes + paperBytes) return null;
  return {
    termId: uuidOf(subject.subarray(0, topicBytes)),
    paperId: subject.readUIntBE(topicBytes, paperBytes),
  };
}

const topicBytes = 16;
/** Ids up to 2⁴⁸: more papers than there are. */
const paperBytes = 6;
