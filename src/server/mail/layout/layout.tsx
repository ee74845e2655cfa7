import { Body } from '@react-email/body';
import { Container } from '@react-email/container';
import { Head } from '@react-email/head';
import { Html } from '@react-email/html';
import type { ReactNode } from 'react';
import { supportMail } from '#shared/site/site.ts';
import { classOf, type Look, look, styleSheet } from './look.ts';
import type { MailSite } from './sender.ts';

/** The frame of every HTML part: one column, no images, and nothing that a mail program fetches on opening. */
export function Layout({
  title,
  preview,
  site,
  brand,
  footer,
  children,
}: {
  title: string;
  /** Shown next to the subject in a list of mails. */
  preview: string;
  site: MailSite;
  /** Shown next to the name, such as the type of digest. */
  brand?: string;
  footer?: ReactNode;
  children: ReactNode;
}) {
  return (
    <Html lang="en" dir="ltr">
      <Head>
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{title}</title>
        <style>{styleSheet}</style>
      </Head>
      <Body className={classOf.page} style={look.page}>
        <div style={{ display: 'none', maxHeight: 0, overflow: 'hidden' }}>{preview}</div>
        <Container className={classOf.column} style={look.column}>
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
        </Container>
      </Body>
    </Html>
  );
}

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

/** The sender and their postal address, which United States law requires (CAN-SPAM, 15 U.S.C. 7704). */
const Sender = ({ site }: { site: MailSite }) => (
  <p className={classOf.small} style={look.small}>
    Litwatch is operated by {site.operatorName}, {site.postalAddress}. Questions:{' '}
    <a className={classOf.link} style={look.link} href={supportMail(site.supportEmail, site.tier)}>
      {site.supportEmail}
    </a>
  </p>
);
