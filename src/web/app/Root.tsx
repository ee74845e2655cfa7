import { Suspense, useEffect, useLayoutEffect, useRef } from 'react';
import { Outlet, useLocation, useNavigate, useNavigationType } from 'react-router';
import { onSessionEnd } from '../api/session.ts';
import { trackPage } from '../consent/analytics.ts';
import { OfflineNotice } from '../layout/OfflineNotice.tsx';
import { beginArrival } from '../layout/Page.tsx';
import { Toasts } from '../layout/Toasts.tsx';
import { Boundary } from '../ui/lazy/Boundary.tsx';
import { Loading } from '../ui/Spinner.tsx';
import { PageFailed } from './PageFailed.tsx';

/** What surrounds every page of the app. */
export function Root() {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  useArrival(pathname);
  useEffect(() => trackPage(pathname), [pathname]);
  useEffect(() => onSessionEnd((to) => navigate(to, { replace: true })), [navigate]);

  return (
    <>
      <OfflineNotice />
      <Boundary key={pathname} failed={(error) => <PageFailed error={error} />}>
        <Suspense fallback={<Loading />}>
          <Outlet />
        </Suspense>
      </Boundary>
      <Toasts />
    </>
  );
}

/** A new page starts at its top; back and forward keep their scroll position. `Page` takes the focus. */
function useArrival(pathname: string): void {
  const kind = useNavigationType();
  const before = useRef(pathname);
  // Before the effects of the new page, which may run in the same commit.
  useLayoutEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    if (kind !== 'POP') window.scrollTo(0, 0);
    beginArrival();
  }, [pathname, kind]);
}
