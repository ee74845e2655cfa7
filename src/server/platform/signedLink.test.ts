import fc from 'fast-check';
import { forAll } from '#test/forAll.ts';
import { readToken, signToken } from './signedLink.ts';

const app = { secret: 'a secret of thirty-two characters!' };
const subject = Buffer.from('00112233445566778899aabbccddeeff', 'hex');

describe('a signed link', () => {
  it('gives its subject back', () =>
    expect(readToken(app, 'references', signToken(app, 'references', subject))).toEqual(subject));

  it('keeps the format of tokens that stand in mails already sent', () => {
    expect(signToken(app, 'unsubscribe', subject)).toBe('ABEiM0RVZneImaq7zN3u_1rSYWkn2hOP9ZBEmZfJO4c');
    expect(signToken(app, 'feedback', subject)).toBe('ABEiM0RVZneImaq7zN3u_02A_DRqR5xVJyfcFsAHvk0');
    expect(signToken(app, 'references', subject)).toBe('ABEiM0RVZneImaq7zN3u__gDVM4grDx3KyvPNujNucs');
  });

  it.each([
    ['for another purpose', signToken(app, 'feedback', subject)],
    ['signed with another secret', signToken({ ...app, secret: 'another secret' }, 'references', subject)],
    ['with one character changed', signToken(app, 'references', subject).replace(/^./, 'B')],
    ['cut short', signToken(app, 'references', subject).slice(0, 20)],
    ['spelled with characters that decoding ignores', `${signToken(app, 'references', subject)}==`],
    ['without a subject', signToken(app, 'references', Buffer.alloc(0))],
    ['that is empty', ''],
  ])('refuses a token %s', (_, token) => expect(readToken(app, 'references', token)).toBeNull());

  it('has one spelling, and none with a changed character is valid', () =>
    forAll(
      fc.uint8Array({ minLength: 1 }),
      fc.nat(),
      fc.constantFrom(...'AaZz09-_ ='),
      (bytes, at, other) => {
        const token = signToken(app, 'references', Buffer.from(bytes));
        const place = at % token.length;
        const changed = token.slice(0, place) + other + token.slice(place + 1);
        if (changed !== token) expect(readToken(app, 'references', changed)).toBeNull();
        expect(readToken(app, 'references', token + other)).toBeNull();
      },
    ));

  it('is in no text that was not signed', () =>
    forAll(fc.string(), (text) => {
      expect(readToken(app, 'references', text)).toBeNull();
    }));
});
