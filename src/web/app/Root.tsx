import { type ReactNode, type RefObject, Suspense, useEffect, useLayoutEffect, useRef } from 'react';
import { navigate, usePathname } from 'wouter/use-browser-location';
import { onSessionEnd } from '../api/session.ts';
import { trackPage } from '../consent/analytics.ts';
import { Header } from '../layout/Header.tsx';
import { OfflineNotice } from '../layout/OfflineNotice.tsx';
import { beginArrival } from '../layout/Page.tsx';
import { Boundary } from '../ui/Boundary.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { Toasts } from '../ui/toast.tsx';
import { PageFailed } from './PageFailed.tsx';

/** The frame around every page of the app. */
export function Root({ children }: { children: ReactNode }) {
  const pathname = usePathname();
  useArrival(pathname);
  useEffect(() => trackPage(pathname), [pathname]);
  useEffect(() => onSessionEnd((to) => navigate(to, { replace: true })), []);

  return (
    <>
      <OfflineNotice />
      <Boundary key={pathname} failed={(error) => <PageFailed error={error} />}>
        <Suspense fallback={<Arriving />}>{children}</Suspense>
      </Boundary>
      <Toasts />
    </>
  );
}

/** While the code of a page loads: the header that the document shows before any script runs, so that nothing flickers. */
const Arriving = () => (
  <div className="flex min-h-dvh flex-col">
    <Header />
    <main id="content" tabIndex={-1} className="grid grow place-items-center text-accent">
      <Spinner className="size-7" />
    </main>
  </div>
);

/** A new page starts at its top; back and forward keep their scroll position. `Page` takes the focus. */
function useArrival(pathname: string): void {
  const before = useRef(pathname);
  const isStep = useHistorySteps();
  // Before the effects of the new page, which may run in the same commit.
  useLayoutEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    if (!isStep.current) window.scrollTo(0, 0);
    beginArrival();
  }, [pathname, isStep]);
}

/** Whether the last change of the address was a step back or forward in the history. */
function useHistorySteps(): RefObject<boolean> {
  const isStep = useRef(true);
  // A layout effect subscribes before the router's store, so the value is set before the page is drawn.
  useLayoutEffect(() => {
    const kinds = ['popstate', 'pushState', 'replaceState'];
    const listener = ({ type }: Event) => {
      isStep.current = type === 'popstate';
    };
    for (const kind of kinds) addEventListener(kind, listener);
    return () => {
      for (const kind of kinds) removeEventListener(kind, listener);
    };
  }, []);
  return isStep;
}
