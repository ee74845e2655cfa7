import {
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useLayoutEffect,
  useRef,
  useSyncExternalStore,
} from 'react';
import { navigate, usePathname } from 'wouter/use-browser-location';
import type { PageAt } from '#shared/site/pages.ts';
import { timeInWords } from '#shared/values/dates.ts';
import { isOutage, queryClient, useOnline } from '#web/api/api.ts';
import { onSessionEnd } from '#web/api/session.ts';
import { trackPage } from '#web/consent/consent.ts';
import { beginArrival, Header, Page, PageTitle } from '#web/layout/Page.tsx';
import { Boundary } from '#web/ui/Boundary.tsx';
import { Button } from '#web/ui/Form.tsx';
import { Toasts } from '#web/ui/Notice.tsx';
import { Spinner } from '#web/ui/Spinner.tsx';

/** The frame around every page of the app. */
export function Root({ pageAt, children }: { pageAt: PageAt; children: ReactNode }) {
  const pathname = usePathname();
  const hasToken = pageAt(pathname)?.token ?? false;
  useArrival(pathname);
  useEffect(() => trackPage(pathname, hasToken), [pathname, hasToken]);
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

/**
 * Shown when a page cannot be loaded or drawn, usually because of a new release or a lost connection. Every page loads it
 * first, so that it can appear offline. It must stay small, so it is not a `CenteredPage`.
 */
function PageFailed({ error }: { error: Error }) {
  const sentence = navigator.onLine
    ? 'Reloading usually helps: a newer version may have been released while this page was open.'
    : 'You are offline. Please check your connection and try again.';
  return (
    <Page className="max-w-md py-10 sm:py-16">
      <PageTitle className="font-serif text-3xl leading-tight font-semibold">
        This page could not be shown
      </PageTitle>
      <p role="alert" className="mt-2.5 leading-relaxed text-muted">
        {sentence}
      </p>
      <Button className="mt-7" onClick={() => location.reload()}>
        Try again
      </Button>
      <p className="mt-8 border-t border-line pt-5 text-sm break-words text-muted">{error.message}</p>
    </Page>
  );
}

/**
 * A line at the foot of the window while the browser is offline, or the server's database is away. There it is visible at
 * any scroll position and moves nothing. In a low window it is at the top of the page and scrolls with it.
 */
function OfflineNotice() {
  const online = useOnline();
  const isAway = useSyncExternalStore(subscribeToCalls, someCallWaits);
  const takesAnswers = /^\/(dashboard|shelf)/.test(location.pathname);
  return (
    <div role="status">
      {!online && (
        <NoticeLine>
          You are offline. {shownFrom()}
          {takesAnswers
            ? 'Keep, Done, and Not for me are sent later; other changes need a connection.'
            : 'Changes need a connection.'}
        </NoticeLine>
      )}
      {online && isAway && <NoticeLine>We are back in a moment. This page tries again by itself.</NoticeLine>}
    </div>
  );
}

const NoticeLine = ({ children }: { children: ReactNode }) => (
  <p className="offline-notice inset-x-0 bottom-0 z-30 border-line bg-warn-wash px-4 py-2 text-center text-sm text-warn print:hidden">
    {children}
  </p>
);

/** Whether a read or a write is being repeated because of an outage. */
const someCallWaits = (): boolean =>
  queryClient
    .getQueryCache()
    .getAll()
    .some(({ state }) => state.fetchStatus === 'fetching' && isOutage(state.fetchFailureReason)) ||
  queryClient
    .getMutationCache()
    .getAll()
    .some(({ state }) => state.status === 'pending' && isOutage(state.failureReason));

function subscribeToCalls(listener: () => void): () => void {
  const ends = [queryClient.getQueryCache(), queryClient.getMutationCache()].map((calls) =>
    calls.subscribe(listener),
  );
  return () => {
    for (const end of ends) end();
  };
}

/** When the page's most recent data was read. */
function shownFrom(): string {
  const queries = queryClient.getQueryCache().getAll();
  const newest = Math.max(0, ...queries.map(({ state }) => state.dataUpdatedAt));
  return newest ? `What you see is from ${timeInWords(new Date(newest))}. ` : '';
}
