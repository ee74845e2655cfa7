import { lazy, Suspense, useEffect, useState } from 'react';
import { useShownToast } from './toast.ts';

const load = () => import('./Toaster.tsx');
const Toaster = lazy(async () => ({ default: (await load()).Toaster }));

/**
 * Loads the toaster with the first touch of the page, not before: nothing can be said until something was
 * done, and the code would be a tenth of what the page loads. Dialogs come along, for the same reason.
 */
export function Toasts() {
  const [touched, setTouched] = useState(false);
  const shown = useShownToast();
  useEffect(() => {
    const done = new AbortController();
    const touch = () => {
      setTouched(true);
      void import('./DialogFrame.tsx');
      void import('./ConfirmFrame.tsx');
      done.abort();
    };
    for (const kind of ['pointerdown', 'keydown'])
      window.addEventListener(kind, touch, { signal: done.signal, passive: true });
    return () => done.abort();
  }, []);
  return (
    (touched || shown) && (
      <Suspense>
        <Toaster />
      </Suspense>
    )
  );
}
