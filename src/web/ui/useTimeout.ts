import { useEffect, useEffectEvent } from 'react';

/** Does `act` once, `ms` after `since` last changed; not while `ms` is null. */
export function useTimeout(act: () => void, ms: number | null, since?: unknown): void {
  const latest = useEffectEvent((_since: unknown) => act());
  useEffect(() => {
    if (ms === null) return;
    const timer = setTimeout(latest, ms, since);
    return () => clearTimeout(timer);
  }, [ms, since]);
}
