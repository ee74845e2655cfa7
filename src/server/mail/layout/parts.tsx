import { Fragment, type ReactNode } from 'react';
import { Button, Layout } from './layout.tsx';
import { classOf, look } from './look.ts';
import { useMedium } from './medium.ts';
import type { MailSite } from './template.ts';
import { quoted } from './words.ts';

/** A short mail: title, a few paragraphs, footer. */
export function Letter(letter: {
  title: string;
  preview: string;
  why: string;
  site: MailSite;
  children?: ReactNode;
}) {
  const { title, preview, site, why, children } = letter;
  if (useMedium() === 'text')
    return (
      <>
        {`${title}\n${'='.repeat(Math.min(title.length, 60))}\n\n`}
        {children}
        {`\n-- \n${why}\n`}
        {`Litwatch is operated by ${site.operatorName}, ${site.postalAddress}. Questions: ${site.supportEmail}\n`}
      </>
    );
  return (
    <Layout title={title} preview={preview} site={site} footer={<Small>{why}</Small>}>
      <h1 className={classOf.title} style={look.title} dir="auto">
        {title}
      </h1>
      {children}
    </Layout>
  );
}

/** A paragraph. */
export const P = ({ children }: { children: ReactNode }) => <Paragraph is="prose">{children}</Paragraph>;

/** A paragraph in small print. */
export const Small = ({ children }: { children: ReactNode }) => <Paragraph is="small">{children}</Paragraph>;

function Paragraph({ is, children }: { is: 'prose' | 'small'; children: ReactNode }) {
  if (useMedium() === 'text')
    return (
      <>
        {children}
        {'\n\n'}
      </>
    );
  const [marginTop, marginRight, marginBottom] = look[is].margin.split(' ');
  const margins = { marginTop, marginRight, marginBottom, marginLeft: 0 };
  const style = { fontSize: '14px', lineHeight: '24px', ...look[is], ...margins };
  return (
    <p className={classOf[is]} style={style}>
      {children}
    </p>
  );
}

/** The mail's one button. */
export function Action({ href, children }: { href: string; children: string }) {
  if (useMedium() === 'text') return <>{`${children}:\n${href}\n\n`}</>;
  return (
    <p style={{ margin: '24px 0' }}>
      <Button href={href}>{children}</Button>
    </p>
  );
}

const linkStyle = { color: look.link.color, textDecorationLine: 'none', textDecoration: 'underline' };

/** A link. As text, its label and its address. */
export function A({ href, children }: { href: string; children: string }) {
  if (useMedium() === 'text')
    return <>{href.startsWith('mailto:') || href.endsWith(children) ? children : `${children} (${href})`}</>;
  return (
    // biome-ignore lint/security/noBlankTarget: as in Button
    <a className={classOf.link} href={href} style={linkStyle} target="_blank">
      {children}
    </a>
  );
}

/** An important word. */
export function Strong({ children }: { children: string }) {
  return useMedium() === 'text' ? children : <b>{children}</b>;
}

/** The reader's own words, or a paper's. They may be written from right to left. */
export function Quoted({ children }: { children: string }) {
  if (useMedium() === 'text') return <>{quoted(children)}</>;
  return (
    <>
      “<bdi>{children}</bdi>”
    </>
  );
}

const factName = {
  ...{ padding: '2px 20px 2px 0', lineHeight: '27px' },
  ...({ whiteSpace: 'nowrap', wordBreak: 'normal' } as const),
};

/** A list of names and values. */
export function Facts({ rows }: { rows: [name: string, value: string][] }) {
  if (useMedium() === 'text')
    return (
      <>
        {rows.map(([name, value]) => `${name}: ${value}\n`).join('')}
        {'\n'}
      </>
    );
  return (
    <table role="presentation" cellPadding="0" cellSpacing="0" style={{ margin: '0 0 20px' }}>
      <tbody>
        {rows.map(([name, value]) => (
          <tr key={name}>
            <td className={classOf.small} style={{ ...look.small, ...factName }} valign="top">
              {name}
            </td>
            <td className={classOf.prose} style={{ ...look.prose, padding: '2px 0' }} valign="top" dir="auto">
              {value}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A list, one item per line. */
export function List({ items }: { items: ReactNode[] }) {
  const text = useMedium() === 'text';
  // The items have no identity but their order, and are rendered once.
  const keyed = items.map((item, place) => ({ item, key: String(place) }));
  if (text)
    return (
      <>
        {keyed.map(({ item, key }) => (
          <Fragment key={key}>
            {'- '}
            {item}
            {'\n'}
          </Fragment>
        ))}
        {'\n'}
      </>
    );
  return (
    <ul style={{ margin: '0 0 20px', padding: '0 0 0 22px' }}>
      {keyed.map(({ item, key }) => (
        <li key={key} className={classOf.prose} style={{ ...look.prose, margin: '0 0 8px' }} dir="auto">
          {item}
        </li>
      ))}
    </ul>
  );
}
