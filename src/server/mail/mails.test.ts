import { SaxesParser } from 'saxes';
import { nothingNew } from '#digests/render/notes.ts';
import { everyMail, noPapers, samples, site } from '#test/mail/samples.ts';
import { colors } from './layout/look.ts';
import { renderMail, renderTemplate } from './mails.ts';

describe.each(everyMail)('%s', (name, render) => {
  test('has the same content in HTML and text', async () => {
    const { html, text } = await render();
    expect(linksOfHtml(html).sort()).toEqual(linksOfText(text).sort());
    const spoken = wordsOf(text);
    for (const word of wordsOfHtml(html)) expect(spoken, `“${word}” in\n${text}`).toContain(word);
  });

  test('closes every element where it has to be closed', async () => {
    const { html } = await render();
    expect(() => new SaxesParser().write(html).close()).not.toThrow();
  });

  test('tracks nobody and loads nothing', async () => {
    const { html } = await render();
    expect(html).not.toMatch(/<img|<link|<script|<iframe|<video|src=|url\(|@import|@font-face|background=/i);
    for (const link of linksOfHtml(html)) {
      const host = new URL(link).host;
      expect(['litwatch.example', 'example.org', '']).toContain(host);
    }
  });

  test('names its sender in both parts', async () => {
    for (const part of Object.values(await render()).slice(1))
      for (const fact of [site.operatorName, site.postalAddress, site.supportEmail])
        expect(part).toContain(fact);
  });

  test('suits light and dark mode and small screens', async () => {
    const { html, subject, text } = await render();
    expect(html).toContain('<meta name="color-scheme" content="light dark"/>');
    expect(html).toContain('@media(prefers-color-scheme:dark)');
    expect(Buffer.byteLength(html)).toBeLessThan(name === 'digest long' ? 100_000 : 30_000);
    expect(subject.length).toBeLessThanOrEqual(78);
    expect(text).not.toMatch(/&(amp|lt|gt|quot|#39);|<\/|\n{3}|undefined|\[object|NaN|Invalid/);
    expect(html).not.toMatch(/undefined|\[object|NaN|Invalid/);
  });
});

test('a mail shows the reader’s words as text, not markup', async () => {
  const typed = { ...samples['terms-paused'], paused: ['R&D of <b>"CRISPR"</b>'] };
  const { html, text } = await renderMail('terms-paused', typed, site);
  expect(text).toContain('“R&D of "CRISPR"”');
  expect(html).toContain('R&amp;D of &quot;CRISPR&quot;');
  const script = { ...samples['terms-paused'], paused: ['<script>alert(1)</script>'] };
  expect((await renderMail('terms-paused', script, site)).html).toContain(
    '&lt;script&gt;alert(1)&lt;/script&gt;',
  );
});

test('rendering rejects data that does not fit the mail, and links that are not pages', async () => {
  await expect(renderMail('reset', { link: 'javascript:alert(1)', validFor: 'x' }, site)).rejects.toThrow();
  await expect(renderMail('reset', {} as never, site)).rejects.toThrow();
});

test.each(['javascript:alert(1)', 'data:text/html,x', ' '])(
  'a source’s address “%s” is no link',
  async (url) => {
    const nearest = {
      id: '1',
      title: 'Moss',
      url,
      source: 'arxiv' as const,
      journal: null,
      relevanceScore: 0.3,
    };
    const found = { ...noPapers, nearest: { ...nearest, because: 'It is about roofs.' } };
    const { html, text } = await renderTemplate(nothingNew, found, site);
    expect(html).toMatch(/<b>The closest was<\/b> Moss\s+\(arXiv\)/);
    expect(text).toMatch(/The closest was Moss \(arXiv\)/);
  },
);

test('a mail says nothing of a refund of nothing', async () => {
  const canceled = { ...samples['subscription-cancelled'], refund: 0 };
  const { text } = await renderMail('subscription-cancelled', canceled, site);
  expect(text).toContain('not charged again.\n\nThe free plan keeps');
});

describe('contrast', () => {
  const pairs = (['light', 'dark'] as const).flatMap((half) =>
    (['ink', 'soft', 'accent', 'warn'] as const).map((name) => [half, name] as const),
  );
  test.each(pairs)('meets 4.5:1 for %s %s on paper (WCAG 1.4.3)', (half, name) =>
    expect(contrast(colors[half][name], colors[half].paper)).toBeGreaterThanOrEqual(4.5),
  );
  test('meets 4.5:1 for the text of a button', () => {
    expect(contrast('#ffffff', colors.light.accent)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(colors.dark.paper, colors.dark.accent)).toBeGreaterThanOrEqual(4.5);
  });
});

const linksOfHtml = (html: string): string[] => [
  ...new Set([...html.matchAll(/href="(https?:[^"]*)"/g)].map(([, link]) => link!.replaceAll('&amp;', '&'))),
];
const linksOfText = (text: string): string[] => [
  ...new Set((text.match(/https?:\/\/\S+/g) ?? []).map((link) => link.replace(/[).,]+$/, ''))),
];

const wordsOf = (text: string): string => text.replace(/\s+/g, ' ').toLowerCase();

/** The words of every text node, without the head and the preview line. */
function wordsOfHtml(html: string): string[] {
  const body = html
    .replace(/^.*<body[^>]*>/s, '')
    .replace(/<div style="display:none.*?<\/div>/s, '')
    .replace(/<!--.*?-->/gs, '');
  return body
    .split(/<[^>]+>/)
    .map((text) =>
      text
        .replace(/&#39;/g, "'")
        .replace(/&quot;/g, '"')
        .replace(/&lt;/g, '<')
        .replace(/&gt;/g, '>')
        .replace(/&amp;/g, '&'),
    )
    .flatMap((text) => text.split(/[\s·:.,()“”]+/))
    .map((word) => word.toLowerCase())
    .filter((word) => /[a-z]{3}/.test(word) && word !== 'litwatch');
}

/** Relative luminance and contrast ratio of WCAG 2.2. */
function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
