import { Suspense, useEffect, useRef } from 'react';
import { Outlet, useLocation, useNavigate, useNavigationType } from 'react-router';
import { trackPage } from './analytics.ts';
import { PageFailed } from './pages/PageFailed.tsx';
import { Boundary } from './parts/Boundary.tsx';
import { Loading } from './parts/Loading.tsx';
import { OfflineNotice } from './parts/OfflineNotice.tsx';
import { Toasts } from './parts/Toasts.tsx';
import { onSessionEnd } from './session.ts';

/** What every page of the app has around it. */
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

/** A new page is announced and read from its top: the focus goes to its content. Back and forward stay where they were. */
function useArrival(pathname: string): void {
  const kind = useNavigationType();
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    if (kind !== 'POP') window.scrollTo(0, 0);
    document.getElementById('content')?.focus({ preventScroll: true });
  }, [pathname, kind]);
}
