import { type Html, html, type Part, type Said } from './html.ts';
import { button, layout } from './layout.ts';
import { look, styled } from './look.ts';
import type { MailSite } from './template.ts';
import * as words from './words.ts';

/** A short mail: title, what it says, footer. */
export function letter(
  { title, preview, why, site }: { title: string; preview: string; why: string; site: MailSite },
  body: Said,
): { html: string; text: string } {
  const content = html`<h1 ${styled('title')} dir="auto">${title}</h1>${htmlOf(body)}`;
  const text = `${title}\n${'='.repeat(Math.min(title.length, 60))}\n\n${textOf(body)}\n-- \n${why}
Litwatch is operated by ${site.operatorName}, ${site.postalAddress}. Questions: ${site.supportEmail}\n`;
  return {
    html: layout({ title, preview, site, footer: small`${why}`.html, content }),
    text: `${text
      .replace(/(?<![ \t])(?<!^--)[ \t]+$/gm, '')
      .replace(/\n{3,}/g, '\n\n')
      .trim()}\n`,
  };
}

const htmlOf = (said: Said): Html =>
  html`${said && typeof said === 'object' ? ('html' in said ? said.html : said.map(htmlOf)) : said}`;

function textOf(said: Said): string {
  if (!said || typeof said !== 'object') return said || said === 0 ? String(said) : '';
  return 'html' in said ? said.text : said.map(textOf).join('');
}

/** Tag of a template that becomes a paragraph. Its line breaks become spaces. */
function paragraph(is: 'prose' | 'small') {
  const [marginTop, marginRight, marginBottom] = look[is].margin.split(' ');
  const margins = { marginTop, marginRight, marginBottom, marginLeft: 0 };
  const attributes = styled(is, { fontSize: '14px', lineHeight: '24px', ...look[is], ...margins });
  return (source: TemplateStringsArray, ...values: Said[]): Part => {
    const said = source.flatMap((text, at) => [text.replace(/\n */g, ' '), values[at]]);
    return { html: html`<p ${attributes}>${htmlOf(said)}</p>`, text: `${textOf(said)}\n\n` };
  };
}

/** A paragraph: ``p`Your account was deleted on ${day}.` `` */
export const p = paragraph('prose');

/** A paragraph in small print. */
export const small = paragraph('small');

/** The mail's one button. */
export const action = (href: string, label: string): Part => ({
  html: html`<p style="margin:24px 0">${button(href, label)}</p>`,
  text: `${label}:\n${href}\n\n`,
});

/** A link. As text, its label and its address. */
export const anchor = (href: string, label: string): Part => ({
  html: html`<a href="${href}" ${inline} target="_blank">${label}</a>`,
  text: href.startsWith('mailto:') || href.endsWith(label) ? label : `${label} (${href})`,
});

const inline = styled('link', {
  ...{ color: look.link.color, textDecorationLine: 'none', textDecoration: 'underline' },
});

/** An important word. */
export const strong = (text: string): Part => ({ html: html`<b>${text}</b>`, text });

/** The reader's own words, or a paper's. They may be written from right to left. */
export const quotation = (text: string): Part => ({
  html: html`“<bdi>${text}</bdi>”`,
  text: words.quoted(text),
});

/** A list of names and values. */
export const facts = (rows: [name: string, value: string][]): Part => ({
  html: html`
    <table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 20px">
      <tbody>${rows.map(
        ([name, value]) => html`
          <tr>
            <td ${factName} valign="top">${name}</td>
            <td ${factValue} valign="top" dir="auto">${value}</td>
          </tr>`,
      )}</tbody>
    </table>`,
  text: `${rows.map(([name, value]) => `${name}: ${value}\n`).join('')}\n`,
});

const factName = styled('small', {
  ...look.small,
  ...{ padding: '2px 20px 2px 0', lineHeight: '27px' },
  ...{ whiteSpace: 'nowrap', wordBreak: 'normal' },
});
const factValue = styled('prose', { ...look.prose, padding: '2px 0' });

/** A list, one item per line. */
export const list = (items: readonly Said[]): Part => ({
  html: html`
    <ul style="margin:0 0 20px;padding:0 0 0 22px">
      ${items.map((item) => html`<li ${listItem} dir="auto">${htmlOf(item)}</li>`)}
    </ul>`,
  text: `${items.map((item) => `- ${textOf(item)}\n`).join('')}\n`,
});

const listItem = styled('prose', { ...look.prose, margin: '0 0 8px' });
