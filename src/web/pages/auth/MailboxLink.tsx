import { useSite } from '#web/api/query.ts';

/** Where to read mail on an installation without a mail server. */
export const MailboxLink = () =>
  useSite()?.mailbox ? (
    <p className="mt-4 text-sm text-muted">
      This installation has no mail server. Read the message in the{' '}
      <a className="link" href="/mailbox" target="_blank" rel="noopener">
        local mailbox
      </a>
      .
    </p>
  ) : null;
