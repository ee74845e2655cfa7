import { lazy, useState } from 'react';
import { WhenOpened } from '#web/ui/lazy/WhenOpened.tsx';
import type { Shared } from './SharePage.tsx';

const SharePage = lazy(async () => ({ default: (await import('./SharePage.tsx')).SharePage }));

interface SharingProps {
  /** The title of the row that opens it. */
  label: string;
  of: Shared;
  className?: string;
}

/** Sharing by link; its code loads when it is opened. */
export function Sharing({ label, of, className = '' }: SharingProps) {
  const [open, setOpen] = useState(false);
  return (
    <details className={`print:hidden ${className}`} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary dir="auto" className="link inline-block min-h-6 cursor-pointer rounded text-sm wrap-anywhere">
        {label}
      </summary>
      <div className="mt-3">
        <WhenOpened open={open}>
          <SharePage of={of} />
        </WhenOpened>
      </div>
    </details>
  );
}
