import assert from 'node:assert/strict';
import { decodeXML } from 'entities';
import fc from 'fast-check';
import { createTransport } from 'nodemailer';
import PostalMime, { type Email } from 'postal-mime';
import type { DigestMail } from '#digests/render/paperView.ts';
import { htmlBytesAtMost, renderDigest } from '#digests/render/render.ts';
import { digestHeaders, messageOf } from '#mail/transport/message.ts';
import { anyDigest } from './anyDigest.ts';

// Run by src/server/digests/render/render.test.ts, which says how many digests.
const from = 'Litwatch <digest@litwatch.example>';
const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
let largest = 0;

await fc.assert(
  fc.asyncProperty(anyDigest, async (mail) => {
    const rendered = await renderDigest(mail);
    const raw = await compose(mail, rendered);
    // Checks use the mail as another program parses it from its source.
    const email = await PostalMime.parse(raw);
    assert.equal(email.subject, rendered.subject);
    assert.equal(email.text?.trim(), rendered.text.trim());
    assert.equal(email.html?.trim(), rendered.html);
    checkSize(email);
    checkEnvelope(email, raw, mail);
    checkPapers(email, mail);
    checkLinks(email, mail);
  }),
  { numRuns: Number(process.argv[2]) },
);
console.log(`largest html: ${largest} bytes`);

async function compose(mail: DigestMail, rendered: { subject: string; html: string; text: string }) {
  const { baseUrl, supportEmail } = mail.site;
  const headers = digestHeaders({ baseUrl, term: mail.term, token: 'token', from, supportEmail });
  const outgoing = { id: mail.digestId, to: 'reader@example.org', ...rendered, headers };
  const { message } = await composer.sendMail(messageOf(outgoing, from, mail.now));
  return message as Buffer;
}

function checkSize({ html = '' }: Email): void {
  const bytes = Buffer.byteLength(html);
  largest = Math.max(largest, bytes);
  assert.ok(bytes <= htmlBytesAtMost, `${bytes} bytes of html`);
}

/** One recipient, a one-line subject with the number of papers, and exactly two parts. */
function checkEnvelope(email: Email, raw: Buffer, { papers }: DigestMail): void {
  const { subject = '', to, headers, attachments } = email;
  assert.ok(subject.length <= 78 && !/\p{Cc}/u.test(subject), `subject ${JSON.stringify(subject)}`);
  const fresh = papers.filter(({ note }) => note === 'new' || note === 'late').length;
  assert.match(subject, fresh ? new RegExp(`^${fresh} new papers?(?: today)?:`) : /^News:/);
  assert.deepEqual(to, [{ name: '', address: 'reader@example.org' }]);
  const unwanted = /^(cc|bcc|disposition-notification-to|return-receipt-to)$/;
  assert.deepEqual(
    headers.filter(({ key }) => unwanted.test(key)),
    [],
  );
  assert.deepEqual(attachments, []);
  const source = raw.toString('latin1');
  const types = [...source.matchAll(/^Content-Type: ([\w/]+)/gm)].map(([, type]) => type);
  assert.deepEqual(types, ['multipart/alternative', 'text/plain', 'text/html']);
  // RFC 5322, 2.1.1.
  assert.ok(source.split('\r\n').every((line) => line.length <= 998));
}

/** Both parts have all papers, in order. */
function checkPapers({ html = '', text = '' }: Email, { papers, site }: DigestMail): void {
  const inHtml = [...html.matchAll(/<h3[^>]*>(.*?)<\/h3>/gs)].map(([, title]) =>
    decodeXML(title!.replace(/<[^>]+>/g, '')),
  );
  const inText = [...text.matchAll(/^\[(\d+)\] (.*)$/gm)].map(([, number, title]) => `${number}. ${title}`);
  assert.deepEqual(inHtml, inText);
  assert.deepEqual(
    inText.map((title) => Number.parseInt(title, 10)),
    papers.map((_, place) => place + 1),
  );
  for (const part of [html, text]) assert.ok(part.includes(site.postalAddress));
}

/** Opening the mail fetches and runs nothing, and links lead only to the papers or to pages that ask before acting. */
function checkLinks({ html = '' }: Email, { papers, site }: DigestMail): void {
  assert.doesNotMatch(html, /<(?:img|script|link|iframe|object|embed|video|audio|source|form|base)\b/i);
  assert.doesNotMatch(html, /<[^>]+\s(?:src|srcset|background|poster|on\w+)=/i);
  const styles = [...html.matchAll(/<style[^>]*>(.*?)<\/style>|style="([^"]*)"/gs)].map(([style]) => style);
  assert.doesNotMatch(styles.join(''), /url\(|@import|@font-face|expression\(/i);
  const hrefs = (one: string | null | undefined) => URL.parse((one ?? '').trim())?.href ?? [];
  const own = new Set(papers.flatMap(({ url, pdfUrl }) => [url, pdfUrl].flatMap(hrefs)));
  for (const [, href] of html.matchAll(/\shref="([^"]*)"/g)) {
    const link = decodeXML(href!);
    assert.ok(
      own.has(link)
        ? /^https?:/.test(link)
        : /^#p\d+$/.test(link) ||
            link.startsWith(`mailto:${site.supportEmail}`) ||
            link.startsWith('https://resolver.example.edu/') ||
            /^https:\/\/doi\.org\/10\.[^\s#?]+$/.test(link) ||
            /^\/(?:dashboard|digests|unsubscribe|references|feedback)\b/.test(link.replace(site.baseUrl, '')),
      `a link to ${link}`,
    );
  }
}
