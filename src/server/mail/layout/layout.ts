import { supportMail } from '#shared/site/site.ts';
import { constant, type Html, html } from './html.ts';
import { colors, type Look, look, styled, styleSheet } from './look.ts';
import type { MailSite } from './template.ts';

/** The doctype under which Outlook and Yahoo lay out tables best. */
const doctype = constant(
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">',
);

/** Word, which renders mails in classic Outlook, ignores max-width. */
const styles = constant(
  `<style>${styleSheet}</style><!--[if mso]><style>.c{width:600px!important}</style><![endif]-->`,
);

/** The HTML part of a mail in its frame: one column, no images, and nothing that a mail program fetches on opening. */
export function layout(mail: {
  title: string;
  /** Shown next to the subject in a list of mails. */
  preview: string;
  site: MailSite;
  /** Shown next to the name, such as the type of digest. */
  brand?: string;
  footer: Html;
  content: Html;
}): string {
  const { title, preview, site, brand, footer, content } = mail;
  const inside = html`
    <p ${styled('brand')}><b ${styled('name')}>LITWATCH</b>${brand && ` · ${brand}`}</p>
    ${content}
    ${box('rule', html`${footer}${sender(site)}`, '36px')}`;
  return html`
    ${doctype}
    <html dir="ltr" lang="en">
      <head>
        <meta name="viewport" content="width=device-width,initial-scale=1"/>
        <meta content="text/html; charset=UTF-8" http-equiv="Content-Type"/>
        <meta name="x-apple-disable-message-reformatting"/>
        <meta name="color-scheme" content="light dark"/>
        <meta name="supported-color-schemes" content="light dark"/>
        <title>${title}</title>
        ${styles}
      </head>
      ${page(html`
        <div style="display:none;max-height:0;overflow:hidden">${preview}</div>
        ${column(box('inside', inside))}`)}
    </html>`.toString();
}

const paper = `background-color:${colors.light.paper}`;

/** Some mail programs drop the body's style, so a table cell in it has the color as well. */
const page = (content: Html): Html => html`
  <body class="page" style="${paper};margin:0;padding:0">
    <table border="0" width="100%" cellpadding="0" cellspacing="0" role="presentation" align="center">
      <tbody><tr><td style="margin:0;padding:0;${paper};color:${colors.light.ink}">${content}</td></tr></tbody>
    </table>
  </body>`;

const column = (content: Html): Html => html`
  <table align="center" width="100%" border="0" cellpadding="0" cellspacing="0" role="presentation" ${styled('column')}>
    <tbody><tr style="width:100%"><td>${content}</td></tr></tbody>
  </table>`;

/**
 * A block with padding or a rule. Word, which renders mails in classic Outlook, supports both on table cells only:
 * https://www.hteumeuleu.com/2020/outlook-rendering-engine/
 */
export const box = (is: Look, content: Html | string, above = '0'): Html => html`
  <table role="presentation" width="100%" border="0" cellpadding="0" cellspacing="0" style="margin-top:${above}">
    <tbody><tr><td ${styled(is)}>${content}</td></tr></tbody>
  </table>`;

const { display, textDecoration, ...rest } = look.button;
const buttonStyle = styled('button', {
  ...{ lineHeight: '100%', textDecoration, display, maxWidth: '100%', msoPaddingAlt: '0px', ...rest },
  ...{ paddingTop: '13px', paddingRight: '22px', paddingBottom: '13px', paddingLeft: '22px' },
});
const label =
  'max-width:100%;display:inline-block;line-height:120%;mso-padding-alt:0px;mso-text-raise:9.75px';

/** A link that looks like a button. Word has no padding on links, so it gets three wide spaces on either side. */
export const button = (href: string, words: string): Html => html`
  <a href="${href}" ${buttonStyle} target="_blank">
    ${forWord(';mso-text-raise:19.5', '')}
    <span style="${label}">${words}</span>
    ${forWord('', '&#8203;')}
  </a>`;

const forWord = (raise: string, end: string): Html =>
  constant(
    `<span><!--[if mso]><i style="mso-font-width:366.66666666666663%${raise}" hidden>&#8202;&#8202;&#8202;${end}</i><![endif]--></span>`,
  );

/** The sender and their postal address, which United States law requires (CAN-SPAM, 15 U.S.C. 7704). */
const sender = ({ operatorName, postalAddress, supportEmail, tier }: MailSite): Html => html`
  <p ${styled('small')}>Litwatch is operated by ${operatorName}, ${postalAddress}. Questions: <a ${styled('link')} href="${supportMail(supportEmail, tier)}">${supportEmail}</a></p>`;
