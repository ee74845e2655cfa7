import fc from 'fast-check';
import { feedbackToken, readFeedbackToken } from './judge.ts';

const app = { secret: 'a secret of thirty-two characters' };
const paperId = fc.integer({ min: 1, max: 2 ** 48 - 1 });

test('a token contains paper and topic, and only its own secret reads it', () =>
  fc.assert(
    fc.property(fc.uuid(), paperId, (termId, paperId) => {
      const token = feedbackToken(app, { termId, paperId });
      expect(token).toMatch(/^[\w-]{51}$/);
      expect(readFeedbackToken(app, token)).toEqual({ termId, paperId });
      expect(readFeedbackToken({ ...app, secret: 'another secret of thirty-two cha' }, token)).toBeNull();
    }),
  ));

test('a token with one changed bit is invalid', () =>
  fc.assert(
    fc.property(fc.uuid(), paperId, fc.nat(), (termId, paperId, at) => {
      const bytes = Buffer.from(feedbackToken(app, { termId, paperId }), 'base64url');
      const bit = at % (bytes.length * 8);
      bytes[bit >> 3]! ^= 1 << (bit & 7);
      expect(readFeedbackToken(app, bytes.toString('base64url'))).toBeNull();
    }),
  ));

test('a token has only one valid spelling', () =>
  fc.assert(
    fc.property(
      fc.uuid(),
      paperId,
      fc.nat(50),
      fc.constantFrom(...'AaZz09-_ ='),
      (termId, paperId, at, other) => {
        const token = feedbackToken(app, { termId, paperId });
        const changed = token.slice(0, at) + other + token.slice(at + 1);
        if (changed !== token) expect(readFeedbackToken(app, changed)).toBeNull();
        expect(readFeedbackToken(app, token + other)).toBeNull();
      },
    ),
  ));

test('a text that is not a token is rejected', () =>
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(readFeedbackToken(app, text)).toBeNull();
    }),
  ));
