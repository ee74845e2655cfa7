import { type ComponentType, useEffect, useState } from 'react';
import { dismissToast, type ShownToast, useShownToast } from '../ui/toast/toast.ts';

/**
 * Loads the toaster 1.5 s after the page, or at the first touch or key press. It can wait, because no toast appears
 * before a reader acts, and its code is a tenth of what the page loads. Dialogs load along with it. If loading fails,
 * toasts appear unstyled and the next touch tries again.
 */
export function Toasts() {
  const shown = useShownToast();
  const [Toaster, setToaster] = useState<ComponentType | null>(null);
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    const done = new AbortController();
    const load = async () => {
      try {
        const [toaster] = await Promise.all([
          import('../ui/toast/Toaster.tsx'),
          import('../ui/dialog/DialogFrame.tsx'),
          import('./ConfirmFrame.tsx'),
        ]);
        done.abort();
        setToaster(() => toaster.Toaster);
      } catch {
        setFailed(true);
      }
    };
    const timer = setTimeout(load, 1500);
    for (const kind of ['pointerdown', 'keydown'])
      window.addEventListener(kind, load, { signal: done.signal, passive: true });
    return () => {
      clearTimeout(timer);
      done.abort();
    };
  }, []);

  if (Toaster) return <Toaster />;
  return shown && failed && <Plain key={shown.id} {...shown} />;
}

function Plain({ id, title, description, duration = 5000 }: ShownToast) {
  useEffect(() => {
    const timer = setTimeout(() => dismissToast(id), duration);
    return () => clearTimeout(timer);
  }, [id, duration]);
  return (
    <section aria-label="Notifications" className="toasts print:hidden">
      <ul className="rounded-lg border border-line bg-sheet p-4 shadow-sheet">
        <li>
          <div role="alert">
            <p className="font-semibold">{title}</p>
            {description && <p className="mt-0.5 text-sm text-muted">{description}</p>}
          </div>
        </li>
      </ul>
    </section>
  );
}
