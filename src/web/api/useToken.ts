import { useEffect } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';

/**
 * The token of a mailed link. It is taken out of the address bar at once, where it could be read over a shoulder or
 * shared with the address; it stays in this entry of the history, so that a reload still works.
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
