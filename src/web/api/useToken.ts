import { useEffect, useState } from 'react';
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

/** What the address had at first. These parts leave it at once, so that it is not bookmarked or shared with them. */
export function useTaken(...names: string[]): URLSearchParams {
  const [search, setSearch] = useSearchParams();
  const [given] = useState(search);
  const isBurdened = names.some((name) => search.has(name));
  useEffect(() => {
    if (!isBurdened) return;
    const left = [...search].filter(([name]) => !names.includes(name));
    setSearch(left, { replace: true });
  });
  return given;
}
