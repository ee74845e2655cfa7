// `npm run sample-digest`: rewrites docs/sample-digest.md, docs/digest-mail.png and the digest in README.md with the
// first digest on "CRISPR base editing" from the bundled sample library, composed and sent at a fixed time.
import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { startFilled } from '#test/filled.ts';
import { chromiumFlags, findChromium } from './chromium.ts';

const topic = 'CRISPR base editing';
const now = () => new Date('2026-05-03T07:00:00Z');

const mail = await firstMail();
const source = shortSource(mail);
writeFileSync('docs/sample-digest.md', page(source));
writeFileSync('README.md', withExcerpt(readFileSync('README.md', 'utf8'), source));
await picture(mail.html, 'docs/digest-mail.png');
console.log('Wrote docs/sample-digest.md, docs/digest-mail.png and the digest in README.md.');

/** The digest's mail as received by the mail server. */
async function firstMail() {
  const { firstDigest, stop } = await startFilled(
    {
      BASE_URL: 'https://litwatch.example',
      SESSION_SECRET: randomBytes(32).toString('base64url'),
      SUPPORT_EMAIL: 'support@litwatch.example',
      OPERATOR_NAME: 'Litwatch LLC',
      POSTAL_ADDRESS: '1 Example Street, Dover, DE 19901, USA',
    },
    {
      now,
      configure: ({ sources }) => {
        sources.sample = true;
      },
    },
  );
  return firstDigest(topic).finally(stop);
}

/** The text part with ids and tokens shortened, since they differ from run to run. */
function shortSource({ subject, headers, text }) {
  const shown = ['list-id', 'list-unsubscribe', 'list-unsubscribe-post'].map(
    (name) =>
      `${name.replace(/(^|-)(.)/g, (_, dash, letter) => dash + letter.toUpperCase())}: ${headers[name]}`,
  );
  return [`Subject: ${subject}`, ...shown, '', text.trimEnd()]
    .join('\n')
    .replace(/[0-9a-f]{16}(?=\.digests)/g, '…')
    .replace(/\/digests\/[\w-]+/g, '/digests/…')
    .replace(/\/references\/[\w-]+/g, '/references/…')
    .replace(/(token=|\/api\/unsubscribe\/|Unsubscribe%20)[\w-]+/g, '$1…');
}

function page(source) {
  return `# A digest, as its text part prints it

Of the bundled sample library: every paper in it is invented. The html part says the same; \`npm run demo\`, a search for
“${topic}” and a look at \`/mailbox\` show both. Tokens are shortened here. Written by \`npm run sample-digest\`.

\`\`\`text
${source}
\`\`\`
`;
}

/** Replaces the README's digest with an excerpt: the head, two sentences, one paper, the coverage and the links. */
function withExcerpt(readme, source) {
  const paragraphs = source.split('\n\n');
  const from = (start) => paragraphs.findIndex((one) => one.startsWith(start));
  const lines = (start, pattern) => paragraphs[from(start)].split('\n').filter((line) => pattern.test(line));
  const [brief, papers, searched] = [from('WHAT IS NEW'), from('PAPERS'), from('WHAT WAS SEARCHED')];
  const excerpt = [
    lines('Subject: ', /^Subject: |^List-Unsubscribe-Post: /).join('\n'),
    lines(topic, / · /).join('\n'),
    ...paragraphs.slice(brief, papers + 1),
    `${paragraphs[papers + 1]}\n…\n${paragraphs[from('Open on')]}`,
    ...paragraphs.slice(searched, searched + 2),
    `${lines('References', /^(References|RIS)/).join('\n')}\n…\n${lines('References', /^(Pause|Unsubscribe)/).join('\n')}`,
  ].join('\n\n');
  return readme.replace(
    /(## A digest\n.*?^```text\n).*?(^```$)/ms,
    (_, before, after) => `${before}${excerpt}\n${after}`,
  );
}

/** Draws two phones: light mode at the top of the mail, and dark mode at the papers. */
async function picture(html, file) {
  const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumFlags });
  const phones = [];
  for (const [colorScheme, from] of [
    ['light', 'body'],
    ['dark', 'h2:has(+ table)'],
  ]) {
    const page = await browser.newPage({ viewport: { width: 380, height: 820 }, colorScheme });
    await page.setContent(html);
    await page.evaluate((from) => scrollTo(0, document.querySelector(from).offsetTop - 28), from);
    phones.push(await page.screenshot({ type: 'png' }));
  }
  const both = await browser.newPage({ viewport: { width: 820, height: 860 } });
  await both.setContent(
    `<style>body{margin:0;padding:20px;box-sizing:border-box;display:flex;justify-content:space-between;background:#e9e6dd}
    img{border-radius:10px;box-shadow:0 2px 14px #0003}</style>${phones
      .map((phone) => `<img src="data:image/png;base64,${phone.toString('base64')}">`)
      .join('')}`,
  );
  await both.screenshot({ path: file });
  await browser.close();
}
