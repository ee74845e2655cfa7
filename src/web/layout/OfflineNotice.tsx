import { useSyncExternalStore } from 'react';

/** A line below the header while the browser is offline. */
export function OfflineNotice() {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  const takesAnswers = /^\/(dashboard|shelf)/.test(location.pathname);
  return (
    <div role="status">
      {!online && (
        <p className="bg-warn-wash px-4 py-2 text-center text-sm text-warn">
          You are offline. You can read what is on this page;{' '}
          {takesAnswers
            ? 'Keep, Done, and Not for me are sent later, and other changes need a connection.'
            : 'changes need a connection.'}
        </p>
      )}
    </div>
  );
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}
