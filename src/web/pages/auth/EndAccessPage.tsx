import { accountApi } from '#shared/accounts/account.ts';
import { call } from '#web/api/api.ts';
import { TokenPage } from '#web/layout/CenteredPage.tsx';

/** Ends every session and token that works without the password, by the link in the mail about a new password. */
export const EndAccessPage = () => (
  <TokenPage
    title="End all other access?"
    lead="Everything that the email listed stops working: other ways to sign in, API tokens, feeds, places that digests go to, and shared pages. You can set them up again later."
    button="End all other access"
    danger
    done="Access ended"
    home={{ href: '/dashboard', label: 'Go to your dashboard' }}
    act={(token) => call(accountApi.endAccess, { body: { token } })}
  />
);
