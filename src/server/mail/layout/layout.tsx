import type { ReactNode } from 'react';
import { supportMail } from '#shared/site/site.ts';
import { classOf, type Look, look, styleSheet } from './look.ts';
import type { MailSite } from './template.ts';

/** The frame of every HTML part: one column, no images, and nothing that a mail program fetches on opening. */
export function Layout(mail: {
  title: string;
  /** Shown next to the subject in a list of mails. */
  preview: string;
  site: MailSite;
  /** Shown next to the name, such as the type of digest. */
  brand?: string;
  footer?: ReactNode;
  children: ReactNode;
}) {
  const { title, preview, site, brand, footer, children } = mail;
  return (
    <html dir="ltr" lang="en">
      <head>
        <meta content="text/html; charset=UTF-8" httpEquiv="Content-Type" />
        <meta name="x-apple-disable-message-reformatting" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{title}</title>
        <style>{styleSheet}</style>
      </head>
      <Page>
        <div style={{ display: 'none', maxHeight: 0, overflow: 'hidden' }}>{preview}</div>
        <Column>
          <Box is="inside">
            <p className={classOf.brand} style={look.brand}>
              <b className={classOf.name} style={look.name}>
                LITWATCH
              </b>
              {brand ? ` · ${brand}` : ''}
            </p>
            {children}
            <Box is="rule" above="36px">
              {footer}
              <Sender site={site} />
            </Box>
          </Box>
        </Column>
      </Page>
    </html>
  );
}

/** Some mail programs drop the body's style, so a table cell in it has the color as well. */
const Page = ({ children }: { children: ReactNode }) => (
  <body
    className={classOf.page}
    style={{ backgroundColor: look.page.backgroundColor, margin: 0, padding: 0 }}
  >
    <table border={0} width="100%" cellPadding="0" cellSpacing="0" role="presentation" align="center">
      <tbody>
        <tr>
          <td style={look.page}>{children}</td>
        </tr>
      </tbody>
    </table>
  </body>
);

const Column = ({ children }: { children: ReactNode }) => (
  <table
    align="center"
    width="100%"
    className={classOf.column}
    border={0}
    cellPadding="0"
    cellSpacing="0"
    role="presentation"
    style={look.column}
  >
    <tbody>
      <tr style={{ width: '100%' }}>
        <td>{children}</td>
      </tr>
    </tbody>
  </table>
);

/**
 * A block with padding or a rule. Word, which renders mails in classic Outlook, supports both on table cells only:
 * https://www.hteumeuleu.com/2020/outlook-rendering-engine/
 */
export function Box({ is, above = '0', children }: { is: Look; above?: string; children: ReactNode }) {
  return (
    <table
      role="presentation"
      width="100%"
      border={0}
      cellPadding="0"
      cellSpacing="0"
      style={{ marginTop: above }}
    >
      <tbody>
        <tr>
          <td className={classOf[is]} style={look[is]}>
            {children}
          </td>
        </tr>
      </tbody>
    </table>
  );
}

const { display, textDecoration, ...restOfButton } = look.button;
const buttonStyle = {
  ...{ lineHeight: '100%', textDecoration, display, maxWidth: '100%', msoPaddingAlt: '0px', ...restOfButton },
  ...{ paddingTop: 13, paddingRight: 22, paddingBottom: 13, paddingLeft: 22 },
};
const outlook = { msoPaddingAlt: '0px', msoTextRaise: '9.75px' };
const labelStyle = { maxWidth: '100%', display: 'inline-block', lineHeight: '120%', ...outlook };

/** A link that looks like a button. Word has no padding on links, so it gets three wide spaces on either side. */
export const Button = ({ href, children }: { href: string; children: string }) => (
  // biome-ignore lint/security/noBlankTarget: no page opens it, and every byte counts
  <a className={classOf.button} href={href} style={buttonStyle} target="_blank">
    <ForWord side="left" />
    <span style={labelStyle}>{children}</span>
    <ForWord side="right" />
  </a>
);

function ForWord({ side }: { side: 'left' | 'right' }) {
  const [raise, end] = side === 'left' ? [';mso-text-raise:19.5', ''] : ['', '&#8203;'];
  const spaces = `<i style="mso-font-width:366.66666666666663%${raise}" hidden>&#8202;&#8202;&#8202;${end}</i>`;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: React writes no comments; nothing in it comes from outside
  return <span dangerouslySetInnerHTML={{ __html: `<!--[if mso]>${spaces}<![endif]-->` }} />;
}

/** The sender and their postal address, which United States law requires (CAN-SPAM, 15 U.S.C. 7704). */
const Sender = ({ site }: { site: MailSite }) => (
  <p className={classOf.small} style={look.small}>
    Litwatch is operated by {site.operatorName}, {site.postalAddress}. Questions:{' '}
    <a className={classOf.link} style={look.link} href={supportMail(site.supportEmail, site.tier)}>
      {site.supportEmail}
    </a>
  </p>
);
