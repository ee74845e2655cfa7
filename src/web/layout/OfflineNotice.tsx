import { useSyncExternalStore } from 'react';
import { timeInWords } from '#shared/values/dates.ts';
import { queryClient } from '../api/query.ts';

/**
 * A line at the foot of the window while the browser is offline. There it is visible at any scroll position and moves
 * nothing. In a low window it is at the top of the page and scrolls with it.
 */
export function OfflineNotice() {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  const takesAnswers = /^\/(dashboard|shelf)/.test(location.pathname);
  return (
    <div role="status">
      {!online && (
        <p className="offline-notice inset-x-0 bottom-0 z-30 border-line bg-warn-wash px-4 py-2 text-center text-sm text-warn print:hidden">
          You are offline. {shownFrom()}
          {takesAnswers
            ? 'Keep, Done, and Not for me are sent later; other changes need a connection.'
            : 'Changes need a connection.'}
        </p>
      )}
    </div>
  );
}

/** When the page's most recent data was read. */
function shownFrom(): string {
  const newest = Math.max(
    0,
    ...queryClient
      .getQueryCache()
      .getAll()
      .map(({ state }) => state.dataUpdatedAt),
  );
  return newest ? `What you see is from ${timeInWords(new Date(newest))}. ` : '';
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}
