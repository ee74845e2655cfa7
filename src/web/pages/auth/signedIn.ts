import { accountApi, type Me } from '#shared/accounts/account.ts';
import { keyOf, queryClient } from '#web/api/query.ts';
import { pendingSearch, takeReturn } from '#web/api/session.ts';
import { track } from '#web/consent/analytics.ts';

/** Nothing of whoever was here before is shown to the one who signed in. Answers where to go now. */
export function signedIn(user: Me): string {
  queryClient.clear();
  queryClient.setQueryData(keyOf(accountApi.me), { user });
  track('login');
  const pending = pendingSearch.get();
  const back = takeReturn();
  if (back && !pending) return back;
  const query = new URLSearchParams({ email: user.email, ...(pending && { pendingSearch: pending }) });
  return `/dashboard?${query}`;
}

/** The IANA name of the browser's zone, in which delivery days are meant; null where it has none. */
export const timeZone = (): string | null => Intl.DateTimeFormat().resolvedOptions().timeZone || null;
