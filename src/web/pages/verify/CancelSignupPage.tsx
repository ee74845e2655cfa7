import { accountApi } from '#shared/accounts/account.ts';
import { call } from '#web/api/api.ts';
import { TokenPage } from '#web/layout/CenteredPage.tsx';

/** The page of “This was not me” in the verification mail. */
export const CancelSignupPage = () => (
  <TokenPage
    title="Was this not you?"
    lead="Someone signed up for Litwatch with your address. If it was not you, cancel it here: the link in that mail stops working, and nothing more is sent."
    button="Cancel this sign-up"
    done="Sign-up canceled"
    home={{ href: '/', label: 'Return Home' }}
    act={(token) => call(accountApi.cancelSignup, { body: { token } })}
  />
);
