import { Body } from '@react-email/body';
import { Container } from '@react-email/container';
import { Head } from '@react-email/head';
import { Html } from '@react-email/html';
import { Section } from '@react-email/section';
import type { ReactNode } from 'react';
import type { MailSite } from '../site.ts';
import { classOf, look, styleSheet } from './look.ts';

/** The frame of every html part: one column on paper, no picture, no address that is fetched on opening. */
export function Layout({
  title,
  preview,
  site,
  brand = 'LITWATCH',
  footer,
  children,
}: {
  title: string;
  /** What a list of mails shows beside the subject. */
  preview: string;
  site: MailSite;
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
          <Section>
            <div style={look.inside}>
              <p className={classOf.brand} style={look.brand}>
                {brand}
              </p>
              {children}
              <Footer site={site}>{footer}</Footer>
            </div>
          </Section>
        </Container>
      </Body>
    </Html>
  );
}

/** Who sent it and from where: a postal address is the law in the United States (CAN-SPAM, 15 U.S.C. 7704). */
function Footer({ site, children }: { site: MailSite; children: ReactNode }) {
  return (
    <div className={classOf.rule} style={{ ...look.rule, marginTop: '36px', paddingTop: '16px' }}>
      {children}
      <p className={classOf.small} style={look.small}>
        Litwatch is operated by {site.operatorName}, {site.postalAddress}. Questions:{' '}
        <a className={classOf.link} style={look.link} href={`mailto:${site.supportEmail}`}>
          {site.supportEmail}
        </a>
      </p>
    </div>
  );
}
