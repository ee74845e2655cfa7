import { useEffect } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';

/**
 * The token of a link from an email. It is removed from the address bar at once, where others could see it or it could be
 * shared with the address; it stays in the history entry's state, so that a reload works.
 */
export function useToken(): string | null {
  const { pathname, state } = useLocation();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const given = search.get('token');
  useEffect(() => {
    if (!given) return;
    const rest = new URLSearchParams(search);
    rest.delete('token');
    navigate({ pathname, search: String(rest) }, { replace: true, state: { token: given } });
  }, [given, search, pathname, navigate]);
  return given || (state as { token?: string } | null)?.token || null;
}
