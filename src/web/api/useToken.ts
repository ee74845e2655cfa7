import { useEffect } from 'react';
import { useSearchParams } from 'wouter';
import { navigate, useHistoryState } from 'wouter/use-browser-location';

/** The token of a mailed link, which leaves the address bar at once, for privacy. The history entry's state keeps it. */
export function useToken(): string | null {
  const [search] = useSearchParams();
  const state = useHistoryState<{ token?: string } | null>();
  const given = search.get('token');
  useEffect(() => {
    if (!given) return;
    const address = new URL(location.href);
    address.searchParams.delete('token');
    navigate(address.pathname + address.search, { replace: true, state: { token: given } });
  }, [given]);
  return given || state?.token || null;
}
