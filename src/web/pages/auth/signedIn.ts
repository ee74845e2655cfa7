import { type Me, visitApi } from '#shared/accounts/me.ts';
import { keyOf, queryClient } from '#web/api/query.ts';
import { pendingSearch, signedInHint, takeReturn } from '#web/api/session.ts';
import { track } from '#web/consent/analytics.ts';

/** Clears what an earlier reader left in the cache. Returns the path to go to. */
export function signedIn(user: Me): string {
  queryClient.clear();
  queryClient.setQueryData(keyOf(visitApi.me), { user });
  signedInHint.set();
  track('login');
  const pending = pendingSearch.get();
  const back = takeReturn();
  if (back && !pending) return back;
  const query = new URLSearchParams({ email: user.email, ...(pending && { pendingSearch: pending }) });
  return `/dashboard?${query}`;
}

/** The browser's IANA time zone, for the delivery day; null if unknown. */
export const timeZone = (): string | null => Intl.DateTimeFormat().resolvedOptions().timeZone || null;
