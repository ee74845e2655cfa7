import fc from 'fast-check';
import { seal, unseal } from './seal.ts';

const secret = 'a secret of thirty-two characters';

describe('sealed text', () => {
  it('opens to the original, and looks different every time', () =>
    fc.assert(
      fc.property(fc.jsonValue(), (data) => {
        const text = JSON.parse(JSON.stringify(data));
        expect(unseal(secret, 'mail', seal(secret, 'mail', text))).toEqual(text);
        expect(seal(secret, 'mail', text)).not.toBe(seal(secret, 'mail', text));
      }),
      { numRuns: 50 },
    ));

  it('opens with no other secret, and not after a bit was changed', () => {
    const sealed = seal(secret, 'mail', { to: 'ada@example.org' });
    expect(() => unseal('another secret of thirty-two cha', 'mail', sealed)).toThrow();
    fc.assert(
      fc.property(fc.nat(), (at) => {
        const bytes = Buffer.from(sealed, 'base64url');
        const bit = at % (bytes.length * 8);
        bytes[bit >> 3]! ^= 1 << (bit & 7);
        expect(() => unseal(secret, 'mail', bytes.toString('base64url'))).toThrow();
      }),
      { numRuns: 50 },
    );
  });
});
