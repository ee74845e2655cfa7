import { CircleCheck, MailCheck } from 'lucide-react';
import { useSite } from '#web/api/api.ts';
import { PageTitle } from '#web/layout/Page.tsx';

/** What to do after sign-up. On a server without mail there is nothing to confirm. */
export function AccountCreated(props: AccountCreatedProps) {
  const hasMail = useSite()?.mail !== false;
  const Mark = hasMail ? MailCheck : CircleCheck;
  return (
    <div role="status" className="mt-7">
      <Mark className="size-9 text-good" strokeWidth={1.75} />
      <PageTitle className="mt-4 font-serif text-3xl leading-tight font-semibold">Account Created!</PageTitle>
      {hasMail ? <CheckMail {...props} /> : signInNow}
    </div>
  );
}

type AccountCreatedProps = { email: string; pending: string | null };

const signInNow = (
  <p className="mt-2.5 text-muted">
    You can{' '}
    <a className="link" href="/auth?tab=login">
      sign in
    </a>{' '}
    now.
  </p>
);

const CheckMail = ({ email, pending }: AccountCreatedProps) => (
  <>
    <p className="mt-2.5 text-muted">
      We sent an email to <b className="wrap-anywhere text-ink">{email}</b>.
    </p>
    <ol className="mt-5 list-decimal space-y-2 pl-5">
      <li>Click the verification link in your email</li>
      <li>Check your spam folder if it does not arrive within a few minutes</li>
    </ol>
    {pending && (
      <p className="mt-5 border-t border-line pt-5">
        Your search “<span dir="auto">{pending}</span>” will be processed once your address is verified.
      </p>
    )}
    <MailboxLink />
    <p className="mt-6 border-t border-line pt-5 text-[0.9375rem] text-muted">
      Already verified?{' '}
      <a className="link" href="/auth?tab=login">
        Sign in
      </a>
      . Wrong address?{' '}
      <a className="link" href="/auth?tab=signup">
        Sign up again
      </a>
      .
    </p>
  </>
);

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
