import fc from 'fast-check';
import PostalMime from 'postal-mime';
import { quotedPrintable } from './message.ts';

/** As a mail program reads it. */
async function decoded(encoded: string): Promise<string> {
  const head =
    'Content-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n';
  return (await PostalMime.parse(head + encoded)).html ?? '';
}

describe('quoted-printable', () => {
  it('reads back as any text that was written', async () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 400 }).map((words) => `<p>${words}</p>`);
    const prose = fc
      .array(fc.constantFrom('a=b', 'é', '“', '中', '𝄞', ' ', '\t', '\n', '.', 'x'.repeat(70), '='), {
        maxLength: 300,
      })
      .map((parts) => `<p>${parts.join('')}</p>`);
    await fc.assert(
      fc.asyncProperty(fc.oneof(text, prose), async (written) => {
        const encoded = quotedPrintable(written);
        expect(encoded).toMatch(/^(?:[\t\r\n -~])*$/);
        for (const line of encoded.split('\r\n')) {
          expect(line.length).toBeLessThanOrEqual(76);
          expect(line).not.toMatch(/[\t\r\n ]$/);
        }
        expect((await decoded(encoded)).trimEnd()).toBe(written.replace(/\r\n?/g, '\n'));
      }),
      { numRuns: 2000 },
    );
  });

  it('encodes white space at the end of a line, and cuts no escape in two', () => {
    expect(quotedPrintable('-- \nnext\t')).toBe('--=20\r\nnext=09');
    expect(quotedPrintable(`${'a'.repeat(73)}éb`)).toBe(`${'a'.repeat(73)}=\r\n=C3=A9b`);
    expect(quotedPrintable(`${'a'.repeat(74)}éb`)).toBe(`${'a'.repeat(74)}=\r\n=C3=A9b`);
  });
});
