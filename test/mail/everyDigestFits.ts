import assert from 'node:assert/strict';
import fc from 'fast-check';
import { htmlBytesAtMost, renderDigest } from '../../src/server/mail/digest/render.ts';
import { anyDigest } from './anyDigest.ts';

// Run by src/server/mail/digest/render.test.ts in a process of its own, where React is the quick one of production.
let largest = 0;
await fc.assert(
  fc.asyncProperty(anyDigest, async (mail) => {
    const { subject, html, text } = await renderDigest(mail);
    const bytes = Buffer.byteLength(html);
    largest = Math.max(largest, bytes);
    assert.ok(bytes <= htmlBytesAtMost, `${bytes} bytes of html`);
    assert.ok(subject.length <= 78 && !/\p{Cc}/u.test(subject), `subject ${JSON.stringify(subject)}`);
    for (let number = 1; number <= mail.papers.length; number++) {
      assert.ok(html.includes(`id="p${number}"`), `paper ${number} in html`);
      assert.ok(text.includes(`\n[${number}] `), `paper ${number} in text`);
    }
    assert.doesNotMatch(html, /<script|<img|href="(?!https?:|#p|mailto:support@)/i);
    for (const part of [html, text]) assert.ok(part.includes(mail.site.postalAddress));
  }),
  { numRuns: Number(process.argv[2] ?? 10_000) },
);
console.log(`largest html: ${largest} bytes`);
