import fc from 'fast-check';
import { readUnsubscribeToken, unsubscribeToken } from './unsubscribe.ts';

const app = { secret: 'a secret of thirty-two characters' };

test('a token contains reader and topic, and only its own secret reads it', () =>
  fc.assert(
    fc.property(fc.uuid(), fc.option(fc.uuid()), (userId, termId) => {
      const token = unsubscribeToken(app, userId, termId);
      expect(token).toMatch(/^[\w-]{43,86}$/);
      expect(readUnsubscribeToken(app, token)).toEqual({ userId, termId });
      expect(readUnsubscribeToken({ ...app, secret: 'another secret of thirty-two cha' }, token)).toBeNull();
    }),
  ));

test('a token with one changed bit is invalid', () =>
  fc.assert(
    fc.property(fc.uuid(), fc.uuid(), fc.nat(), (userId, termId, at) => {
      const bytes = Buffer.from(unsubscribeToken(app, userId, termId), 'base64url');
      const bit = at % (bytes.length * 8);
      bytes[bit >> 3]! ^= 1 << (bit & 7);
      expect(readUnsubscribeToken(app, bytes.toString('base64url'))).toBeNull();
    }),
  ));

test('a text that is not a token is rejected', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(readUnsubscribeToken(app, text)).toBeNull();
    }),
  );
  expect(readUnsubscribeToken(app, '')).toBeNull();
});
