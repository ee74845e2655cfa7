import { useSyncExternalStore } from 'react';

/** Says that the connection is gone, while it is. */
export function OfflineNotice() {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <div role="status">
      {!online && (
        <p className="bg-warn-wash px-4 py-2 text-center text-sm text-warn">
          You are offline. What is on this page stays; changes can be made again once you are connected.
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
