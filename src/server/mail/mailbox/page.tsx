import { DateTime } from 'luxon';
import type { KeptMail, MailSummary } from './read.ts';

export type Tab = 'html' | 'text' | 'headers' | 'source';

/** Rendered by the server. The script only refreshes the list, and the page works without it. */
export function MailboxPage({
  mails,
  mail,
  tab,
  source,
}: {
  mails: MailSummary[];
  mail: KeptMail | null;
  tab: Tab;
  /** Set for the source tab. */
  source: string;
}) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{mail ? `${mail.subject} · Local mailbox` : 'Local mailbox · Litwatch'}</title>
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/mailbox/mailbox.css" />
        <script type="module" src="/mailbox/mailbox.js" />
      </head>
      <body className={mail ? 'reading' : 'listing'}>
        <header>
          <h1>
            <a href="/mailbox">Local mailbox</a>
          </h1>
          <p>
            What Litwatch would have sent. No mail leaves this computer while no mail server is configured.
          </p>
          <a href="/">Back to Litwatch</a>
        </header>
        <nav aria-label="Mails">
          <p role="status" id="news" />
          <div id="list" data-selected={mail?.id}>
            <MailList mails={mails} selected={mail?.id ?? null} />
          </div>
        </nav>
        <main>
          {mail ? <Mail mail={mail} tab={tab} source={source} /> : <Nothing any={mails.length > 0} />}
        </main>
      </body>
    </html>
  );
}

/** The list of mails, newest first, with the selected one marked. */
export function MailList({ mails, selected }: { mails: MailSummary[]; selected: string | null }) {
  if (!mails.length)
    return <p className="empty">No mail yet. Messages appear here as soon as they are sent.</p>;
  return (
    <ol>
      {mails.map(({ id, to, subject, at, excerpt }) => (
        <li key={id}>
          <a href={`/mailbox/${id}`} aria-current={id === selected ? 'page' : undefined}>
            <span className="subject" dir="auto">
              {subject}
            </span>
            <span className="line">
              <span className="to">{to.join(', ')}</span>
              <Time at={at} />
            </span>
            <span className="excerpt" dir="auto">
              {excerpt}
            </span>
          </a>
        </li>
      ))}
    </ol>
  );
}

const tabs: { tab: Tab; name: string }[] = [
  { tab: 'html', name: 'Html' },
  { tab: 'text', name: 'Text' },
  { tab: 'headers', name: 'Headers' },
  { tab: 'source', name: 'Source' },
];

function Mail({ mail, tab, source }: { mail: KeptMail; tab: Tab; source: string }) {
  return (
    <article>
      <a className="back" href="/mailbox">
        All mails
      </a>
      <h2 dir="auto">{mail.subject}</h2>
      <dl>
        <dt>From</dt>
        <dd>{mail.from}</dd>
        <dt>To</dt>
        <dd>{mail.to.join(', ')}</dd>
        <dt>Sent</dt>
        <dd>
          <Time at={mail.at} />
        </dd>
        <dt>Size</dt>
        <dd>{Math.ceil(mail.bytes / 1000).toLocaleString('en-GB')} kB</dd>
      </dl>
      <nav className="tabs" aria-label="Parts of the mail">
        {tabs.map(({ tab: one, name }) => (
          <a
            key={one}
            href={one === 'html' ? `/mailbox/${mail.id}` : `/mailbox/${mail.id}/${one}`}
            aria-current={one === tab ? 'page' : undefined}
          >
            {name}
          </a>
        ))}
        <a className="raw" href={`/mailbox/${mail.id}/raw`}>
          Raw
        </a>
      </nav>
      {tab === 'html' && (
        <iframe
          title="The html part"
          src={`/mailbox/${mail.id}/document`}
          sandbox="allow-popups allow-popups-to-escape-sandbox"
        />
      )}
      {tab === 'text' && <pre>{mail.text}</pre>}
      {tab === 'source' && <pre className="code">{source}</pre>}
      {tab === 'headers' && (
        <dl className="headers">
          {mail.headers.map(({ name, value }) => (
            <div key={`${name} ${value}`}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </article>
  );
}

const Nothing = ({ any }: { any: boolean }) => (
  <p className="empty">{any ? 'Choose a mail.' : 'Sign up, or add a search term: the mail appears here.'}</p>
);

/** In this computer's time zone, because the mailbox is read where it is stored. */
const Time = ({ at }: { at: string }) => (
  <time dateTime={at}>{DateTime.fromISO(at, { locale: 'en-GB' }).toFormat('d LLL, HH:mm:ss')}</time>
);
