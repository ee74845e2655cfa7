import { createHash, createVerify, generateKeyPairSync } from 'node:crypto';
/** An RSA key pair in PEM, as an operator creates it for DKIM. */
export const dkimKeys = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });

/**
 * Checks a DKIM signature as a receiving server does (RFC 6376, relaxed canonicalization of headers and body). Returns the
 * domain, the selector, the names of the signed headers, and whether the signature holds.
 */
export function verifyDkim(raw: string, publicKey: string) {
  const [head, ...rest] = raw.split('\r\n\r\n');
  const body = rest.join('\r\n\r\n');
  const fields = head!.split(/\r\n(?![ \t])/).map((field) => {
    const colon = field.indexOf(':');
    const name = field.slice(0, colon).trim().toLowerCase();
    return {
      name,
      line: `${name}:${field
        .slice(colon + 1)
        .replace(/\s+/g, ' ')
        .trim()}`,
    };
  });
  const own = fields.find(({ name }) => name === 'dkim-signature')!.line;
  const tags = Object.fromEntries(
    own
      .slice('dkim-signature:'.length)
      .split(';')
      .map((tag) => [tag.split('=')[0]!.trim(), tag.slice(tag.indexOf('=') + 1).replace(/\s/g, '')]),
  );
  const { a, c, d, s, h = '', b = '', bh } = tags;
  expect([a, c]).toEqual(['rsa-sha256', 'relaxed/relaxed']);
  const signed = h.toLowerCase().split(':');
  const lines = signed.flatMap((name) =>
    fields.filter((field) => field.name === name).map(({ line }) => line),
  );
  const relaxed = `${body
    .replace(/[ \t]+/g, ' ')
    .replace(/ (?=\r\n)/g, '')
    .replace(/(\r\n)*$/, '')}\r\n`;
  const unsigned = own.replace(/(;\s*b=)[^;]*$/, '$1');
  const holds =
    createHash('sha256').update(relaxed).digest('base64') === bh &&
    createVerify('sha256')
      .update([...lines, unsigned].join('\r\n'))
      .verify(publicKey, b, 'base64');
  return { d, s, signed, holds };
}
