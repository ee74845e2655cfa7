import { Fragment, type ReactNode } from 'react';
import { Box, Button, Layout } from '#mail/layout/layout.tsx';
import { classOf, type Look, look } from '#mail/layout/look.ts';
import type { MailSite } from '#mail/layout/template.ts';
import { referencesOf } from '#shared/digests/brief.ts';
import type { PaperView } from './paperView.ts';
import type { DigestView } from './view.ts';

/**
 * The HTML part of a digest, to read on a phone in half a minute: what is new, the papers, the link to the rest, then
 * what was searched. Uses plain elements where a line repeats for every paper, because each byte counts a hundredfold.
 */
export function Digest({ view, site, inline }: { view: DigestView; site: MailSite; inline: boolean }) {
  return (
    <Layout
      title={view.term}
      preview={view.preview}
      site={site}
      brand={view.kind}
      footer={<Foot view={view} />}
    >
      <h1 {...styled(view.term.length > 80 ? 'longTitle' : 'title')} dir="auto">
        {view.term}
      </h1>
      <Line is="small">{unbroken(view.scope)}</Line>
      {view.notices.map((notice) => (
        <Box is="notice" above="12px" key={notice}>
          {notice}
        </Box>
      ))}
      <Summary view={view} />
      {view.papers.length ? <h2 {...styled('head')}>Papers</h2> : null}
      {view.papers.length ? <Papers papers={view.papers} inline={inline} /> : null}
      {view.more ? <Line is="small">{view.more}</Line> : null}
      {view.further ? (
        <Line is="small">
          {view.further.text} <Go to={view.further.link}>See the others</Go>
        </Line>
      ) : null}
      <p style={{ margin: '24px 0 0' }}>
        <Button href={view.links.digest}>Open on the dashboard</Button>
      </p>
      <Receipt title={view.searched} rows={view.receipt} />
      {view.byModel ? <Line is="small">{view.byModel}</Line> : null}
      <Files of={view.links.files} />
    </Layout>
  );
}

/** References are not links: the papers stand right below, and many clients do not follow links inside a mail. */
function Summary({ view: { brief, noSummary, writtenBy } }: { view: DigestView }) {
  return (
    <>
      {brief.map(({ label, sentences }) => (
        <Fragment key={label}>
          <h2 {...styled('part')}>{label}</h2>
          {(label === 'What is new' ? sentences.map((one) => [one]) : [sentences]).map((some) => (
            <p {...styled('said')} dir="auto" key={some[0]!.text}>
              {some.map((one) => (
                <Fragment key={one.text}>
                  {one.text}
                  <span {...styled('reference')}>{referencesOf(one)}</span>{' '}
                </Fragment>
              ))}
            </p>
          ))}
        </Fragment>
      ))}
      {brief.length ? null : <Line is="prose">{noSummary}</Line>}
      {writtenBy ? (
        <p {...styled('small')} style={{ ...look.small, margin: '14px 0 0' }}>
          Summary: {writtenBy}.
        </p>
      ) : null}
    </>
  );
}

function Papers({ papers, inline }: { papers: PaperView[]; inline: boolean }) {
  return (
    <table role="presentation" width="100%" border={0} cellPadding="0" cellSpacing="0">
      <tbody>
        {papers.map((paper) => (
          <tr key={paper.number}>
            <Entry paper={paper} inline={inline} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Entry({ paper, inline }: { paper: PaperView; inline: boolean }) {
  const { number, title, url, authors, relevance, facts, badge, warning, excerpt, why } = paper;
  const as = (name: Look) => (inline ? styled(name) : { className: classOf[name] });
  const said = (name: Look, text: ReactNode, dir?: 'auto') =>
    text ? (
      <p {...as(name)} dir={dir}>
        {text}
      </p>
    ) : null;
  return (
    <td {...as('paper')} id={`p${number}`}>
      {said('badge', badge)}
      <h3 {...as('paperTitle')} dir="auto">
        {number}.{' '}
        {url ? (
          <a {...as('titleLink')} href={url}>
            {title}
          </a>
        ) : (
          title
        )}
      </h3>
      {said('people', authors, 'auto')}
      {said('small', facts && unbroken(facts))}
      {said('small', facts ? <b>{relevance}</b> : unbroken(relevance))}
      {said('badge', warning)}
      {said('excerpt', excerpt, 'auto')}
      {said('small', why)}
      <Ways paper={paper} as={as} />
    </td>
  );
}

/** Where the paper can be read, and the reader's feedback links. */
function Ways({ paper: { pdf, library, say }, as }: { paper: PaperView; as: (name: Look) => object }) {
  const ways = [
    [pdf, 'Open PDF'],
    [library, 'Open through your library'],
    [say?.keep, 'Keep'],
    [say?.done, 'Done'],
    [say?.less, 'Not for me'],
  ] as const;
  return ways.some(([address]) => address) ? (
    <p {...as('small')}>{inRow(ways, parting, as('quietLink'))}</p>
  ) : null;
}

/** Links in a row. Those without an address are left out. */
const inRow = (
  ways: readonly (readonly [address: string | null | undefined, words: string])[],
  between: string,
  as: object,
) =>
  ways
    .filter(([address]) => address)
    .map(([address, words], place) => (
      <Fragment key={words}>
        {place ? between : null}
        <a {...as} href={address!}>
          {words}
        </a>
      </Fragment>
    ));

const parting = '\u00a0 · \u00a0';

/** Each source and its outcome. If something is missing, the line says so, and in another color. */
function Receipt({ title, rows }: { title: string; rows: DigestView['receipt'] }) {
  if (!rows.length) return null;
  return (
    <>
      <h2 {...styled('head')}>{title}</h2>
      <table width="100%" border={0} cellPadding="0" cellSpacing="0">
        <tbody>
          {rows.map(({ source, text, trouble }) => (
            <tr key={source}>
              <th {...styled('source')} scope="row">
                {source}
              </th>
              <td {...styled(trouble ? 'missing' : 'received')}>{text}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

function Files({ of }: { of: DigestView['links']['files'] }) {
  if (!of.length) return null;
  return (
    <p {...styled('small')} style={{ ...look.small, margin: '16px 0 0' }}>
      References for your library:{' '}
      {inRow(
        of.map(({ label, href }) => [href, label]),
        ' · ',
        styled('link'),
      )}
    </p>
  );
}

/** Why the mail was sent, when the next one comes, and how to change that. */
function Foot({ view: { why, next, links } }: { view: DigestView }) {
  const ways = [
    [links.manage, 'Preferences'],
    [links.pause, 'Pause this topic'],
    [links.unsubscribe, 'Unsubscribe from this topic'],
  ] as const;
  return (
    <>
      <Line is="small">
        {why} {next}
      </Line>
      <p {...styled('small')}>{inRow(ways, gap, styled('quietLink'))}</p>
      <Line is="small">There is no picture, pixel or redirect in this mail.</Line>
    </>
  );
}

/** Spaces without a separator, which could end up alone at the end of a narrow line. */
const gap = '\u00a0\u00a0 ';

/** Lines may break after a dot, never before one. */
const unbroken = (facts: string): string => facts.replaceAll(' · ', '\u00a0· ');

const styled = (name: Look) => ({ className: classOf[name], style: look[name] });

const Line = ({ is, children }: { is: Look; children: ReactNode }) => <p {...styled(is)}>{children}</p>;

const Go = ({ to, children }: { to: string; children: string }) => (
  <a {...styled('link')} href={to}>
    {children}
  </a>
);
