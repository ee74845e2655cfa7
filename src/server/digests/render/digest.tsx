import { Button } from '@react-email/button';
import { Fragment, type ReactNode } from 'react';
import { Box, Layout } from '#mail/layout/layout.tsx';
import { classOf, type Look, look } from '#mail/layout/look.ts';
import type { MailSite } from '#mail/layout/sender.ts';
import type { PaperView } from './paperView.ts';
import type { DigestView } from './view.ts';

/**
 * The html part of a digest, to be read on a phone in half a minute: what was searched, what came out of it,
 * then the papers. Plain elements where a line repeats with every paper: each byte counts a hundredfold.
 */
export function Digest({ view, site, inline }: { view: DigestView; site: MailSite; inline: boolean }) {
  return (
    <Layout
      title={view.term}
      preview={view.preview}
      site={site}
      brand={view.kind}
      footer={<Line is="small">{view.why} There is no picture, pixel or redirect in this mail.</Line>}
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
      <Receipt title={view.searched} rows={view.receipt} />
      <Links links={view.links} />
    </Layout>
  );
}

function Summary({ view: { brief, noSummary, writtenBy } }: { view: DigestView }) {
  return (
    <>
      <h2 {...styled('head')}>In brief</h2>
      {brief.length ? (
        brief.map(({ label, lead, sentences }) => (
          <p {...styled('prose')} dir="auto" key={label}>
            <b>{label}:</b>
            {lead ? ` ${lead}` : null}
            {sentences.map(({ text, papers }) => (
              <Fragment key={text}>
                {' '}
                {text}{' '}
                {papers.map((paper) => (
                  <Fragment key={paper}>
                    <a {...styled('link')} href={`#p${paper}`}>
                      [{paper}]
                    </a>{' '}
                  </Fragment>
                ))}
              </Fragment>
            ))}
          </p>
        ))
      ) : (
        <Line is="prose">{noSummary}</Line>
      )}
      {writtenBy ? <Line is="small">Summary: {writtenBy}.</Line> : null}
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
  const { number, title, url, authors, relevance, where, facts, badge, warning, excerpt, why } = paper;
  const as = (name: Look) => (inline ? styled(name) : { className: classOf[name] });
  return (
    <td {...as('paper')} id={`p${number}`}>
      {badge ? <p {...as('badge')}>{badge}</p> : null}
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
      {authors ? (
        <p {...as('people')} dir="auto">
          {authors}
        </p>
      ) : null}
      <p {...as('small')}>
        <b>{relevance}</b>
        {unbroken(` · ${where}`)}
      </p>
      {facts ? <p {...as('small')}>{unbroken(facts)}</p> : null}
      {warning ? <p {...as('badge')}>{warning}</p> : null}
      {excerpt ? (
        <p {...as('excerpt')} dir="auto">
          {excerpt}
        </p>
      ) : null}
      {why ? <p {...as('small')}>{why}</p> : null}
      <Ways paper={paper} as={as} />
    </td>
  );
}

/** Where the paper can be read, and what the reader can say about it. */
function Ways({ paper: { pdf, library, say }, as }: { paper: PaperView; as: (name: Look) => object }) {
  const ways = [
    [pdf, 'Open PDF'],
    [library, 'Open through your library'],
    [say?.keep, 'Keep'],
    [say?.more, 'More like this'],
    [say?.less, 'Not for me'],
  ].filter(([address]) => address);
  if (!ways.length) return null;
  return (
    <p {...as('small')}>
      {ways.map(([address, words], place) => (
        <Fragment key={words}>
          {place ? parting : null}
          <a {...as('quietLink')} href={address!}>
            {words}
          </a>
        </Fragment>
      ))}
    </p>
  );
}

const parting = '\u00a0 · \u00a0';

function Receipt({ title, rows }: { title: string; rows: DigestView['receipt'] }) {
  if (!rows.length) return null;
  return (
    <>
      <h2 {...styled('head')}>{title}</h2>
      {rows.map(({ source, text, trouble }) => (
        <p {...styled('small')} key={source}>
          <b>{source}</b>
          {trouble ? ' ' : ': '}
          {text}
        </p>
      ))}
    </>
  );
}

function Links({ links: { digest, references, manage, unsubscribe } }: { links: DigestView['links'] }) {
  return (
    <>
      <p style={{ margin: '32px 0 16px' }}>
        <Button {...styled('button')} href={digest}>
          Open on the dashboard
        </Button>
      </p>
      {references ? (
        <Line is="small">
          References for your library: <Go to={references.ris}>RIS</Go> ·{' '}
          <Go to={references.bibtex}>BibTeX</Go> · <Go to={references.csl}>CSL-JSON</Go>
        </Line>
      ) : null}
      <Line is="small">
        <Go to={manage}>Preferences</Go> · <Go to={unsubscribe}>Unsubscribe from this topic</Go>
      </Line>
    </>
  );
}

/** A line ends behind a dot, none begins with one. */
const unbroken = (facts: string): string => facts.replaceAll(' · ', '\u00a0· ');

const styled = (name: Look) => ({ className: classOf[name], style: look[name] });

const Line = ({ is, children }: { is: Look; children: ReactNode }) => <p {...styled(is)}>{children}</p>;

const Go = ({ to, children }: { to: string; children: string }) => (
  <a {...styled('link')} href={to}>
    {children}
  </a>
);
