import { accountApi, type Me } from '../../../shared/account.ts';
import { track } from '../../analytics.ts';
import { keyOf, queryClient } from '../../query.ts';
import { pendingSearch, takeReturn } from '../../session.ts';

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
