import { useEffect } from 'react';
import { useSearchParams } from 'wouter';
import { navigate, useHistoryState } from 'wouter/use-browser-location';

/**
 * The token of a link from an email. It leaves the address bar at once, because others could see it there or the reader
 * could share it with the address. The history entry's state keeps it, so that a reload works.
 */
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
