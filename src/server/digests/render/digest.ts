import { type Html, html } from '#mail/layout/html.ts';
import { box, button, layout } from '#mail/layout/layout.ts';
import { classed, type Look, look, styled } from '#mail/layout/look.ts';
import type { MailSite } from '#mail/layout/template.ts';
import { referencesOf } from '#shared/digests/brief.ts';
import type { PaperView } from './paperView.ts';
import type { DigestView } from './view.ts';

/**
 * The HTML part of a digest, to read on a phone in half a minute: what is new, the papers, the link to the rest, then
 * what was searched. Uses plain elements where a line repeats for every paper, because each byte counts a hundredfold.
 */
export function digestHtml(view: DigestView, site: MailSite, { inline }: { inline: boolean }): string {
  const { term, preview, kind, papers, more, further, links } = view;
  const content = html`
    <h1 ${styled(term.length > 80 ? 'longTitle' : 'title')} dir="auto">${term}</h1>
    ${line('small', unbroken(view.scope))}
    ${view.notices.map((notice) => box('notice', notice, '12px'))}
    ${summary(view)}
    ${papers.length > 0 && html`<h2 ${styled('head')}>Papers</h2>${table(papers, inline)}`}
    ${more && line('small', more)}
    ${further && line('small', html`${further.text} <a ${styled('link')} href="${further.link}">See the others</a>`)}
    <p style="margin:24px 0 0">${button(links.digest, 'Open on the dashboard')}</p>
    ${receipt(view)}
    ${view.byModel && line('small', view.byModel)}
    ${files(links.files)}`;
  return layout({ title: term, preview, site, brand: kind, footer: foot(view), content });
}

/** References are not links: the papers stand right below, and many clients do not follow links inside a mail. */
const summary = ({ brief, noSummary, writtenBy }: DigestView): Html => html`
  ${brief.map(
    ({ label, sentences }) => html`
      <h2 ${styled('part')}>${label}</h2>
      ${(label === 'What is new' ? sentences.map((one) => [one]) : [sentences]).map(
        (some) => html`<p ${styled('said')} dir="auto">${some.map(said)}</p>`,
      )}`,
  )}
  ${brief.length === 0 && line('prose', noSummary)}
  ${writtenBy && html`<p ${belowSummary}>Summary: ${writtenBy}.</p>`}`;

const belowSummary = styled('small', { ...look.small, margin: '14px 0 0' });

type Sentence = DigestView['brief'][number]['sentences'][number];
const said = (one: Sentence): Html =>
  html`${one.text}<span ${styled('reference')}>${referencesOf(one)}</span> `;

const table = (papers: PaperView[], inline: boolean): Html => html`
  <table role="presentation" width="100%" border="0" cellpadding="0" cellspacing="0">
    <tbody>${papers.map((paper) => html`<tr>${entry(paper, inline ? styled : classed)}</tr>`)}</tbody>
  </table>`;

function entry(paper: PaperView, as: (name: Look) => Html): Html {
  const { number, title, url, authors, relevance, facts, badge, warning, excerpt, why } = paper;
  const row = (name: Look, text: Html | string | null) => text && html`<p ${as(name)}>${text}</p>`;
  const foreign = (name: Look, text: string | null) => text && html`<p ${as(name)} dir="auto">${text}</p>`;
  return html`
    <td ${as('paper')} id="p${number}">
      ${row('badge', badge)}
      <h3 ${as('paperTitle')} dir="auto">${number}. ${url ? html`<a ${as('titleLink')} href="${url}">${title}</a>` : title}</h3>
      ${foreign('people', authors)}
      ${row('small', facts && unbroken(facts))}
      ${row('small', facts ? html`<b>${relevance}</b>` : unbroken(relevance))}
      ${row('badge', warning)}
      ${foreign('excerpt', excerpt)}
      ${row('small', why)}
      ${row('small', ways(paper, as('quietLink')))}
    </td>`;
}

/** Where the paper can be read, and the reader's feedback links. */
const ways = ({ pdf, library, say }: PaperView, as: Html): Html | null =>
  inRow(
    [
      [pdf, 'Open PDF'],
      [library, 'Open through your library'],
      [say?.keep, 'Keep'],
      [say?.done, 'Done'],
      [say?.less, 'Not for me'],
    ],
    '\u00a0 · \u00a0',
    as,
  );

/** Links in a row. Those without an address are left out. */
function inRow(
  links: [address: string | null | undefined, words: string][],
  between: string,
  as: Html,
): Html | null {
  const given = links.filter(([address]) => address);
  if (!given.length) return null;
  return html`${given.map(
    ([address, words], place) => html`${place > 0 && between}<a ${as} href="${address}">${words}</a>`,
  )}`;
}

/** Each source and its outcome. If something is missing, the line says so, and in another color. */
const receipt = ({ searched, receipt }: DigestView): Html | null =>
  receipt.length
    ? html`
        <h2 ${styled('head')}>${searched}</h2>
        <table width="100%" border="0" cellpadding="0" cellspacing="0">
          <tbody>${receipt.map(
            ({ source, text, trouble }) => html`
              <tr>
                <th ${styled('source')} scope="row">${source}</th>
                <td ${styled(trouble ? 'missing' : 'received')}>${text}</td>
              </tr>`,
          )}</tbody>
        </table>`
    : null;

function files(of: DigestView['links']['files']): Html | null {
  const links = inRow(
    of.map(({ label, href }) => [href, label]),
    ' · ',
    styled('link'),
  );
  return links && html`<p ${belowReceipt}>References for your library: ${links}</p>`;
}

const belowReceipt = styled('small', { ...look.small, margin: '16px 0 0' });

/** Why the mail was sent, when the next one comes, and how to change that. */
function foot({ why, next, links }: DigestView): Html {
  const row = inRow(
    [
      [links.manage, 'Preferences'],
      [links.pause, 'Pause this topic'],
      [links.unsubscribe, 'Unsubscribe from this topic'],
    ],
    gap,
    styled('quietLink'),
  );
  return html`
    ${line('small', html`${why} ${next}`)}
    ${row && line('small', row)}
    ${line('small', 'There is no picture, pixel or redirect in this mail.')}`;
}

/** Spaces without a separator, which could end up alone at the end of a narrow line. */
const gap = '\u00a0\u00a0 ';

/** Lines may break after a dot, never before one. */
const unbroken = (facts: string): string => facts.replaceAll(' · ', '\u00a0· ');

const line = (is: Look, words: Html | string): Html => html`<p ${styled(is)}>${words}</p>`;
