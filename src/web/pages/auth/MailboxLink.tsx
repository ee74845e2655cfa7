import { useSite } from '#web/api/query.ts';

/** While this installation has no mail server: where the mail went instead. */
export const MailboxLink = () =>
  useSite()?.mailbox ? (
    <p className="mt-4 text-sm text-muted">
      No mail server is configured here: the mail is in the{' '}
      <a className="link" href="/mailbox" target="_blank" rel="noopener">
        local mailbox
      </a>
      .
    </p>
  ) : null;
