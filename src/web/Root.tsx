import { useEffect, useRef } from 'react';
import { Outlet, ScrollRestoration, useLocation } from 'react-router';
import { OfflineNotice } from './parts/OfflineNotice.tsx';
import { Toaster } from './parts/Toaster.tsx';

/** What every page of the app has around it. */
export function Root() {
  const { pathname } = useLocation();
  const before = useRef(pathname);

  // A new page is announced and read from its top: the focus goes to its content.
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    document.getElementById('content')?.focus({ preventScroll: true });
  }, [pathname]);

  return (
    <>
      <OfflineNotice />
      <Outlet />
      <ScrollRestoration />
      <Toaster />
    </>
  );
}
