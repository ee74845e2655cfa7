import { useState } from 'react';
import { type Shared, SharePage } from './SharePage.tsx';

interface SharingProps {
  /** The title of the row that opens it. */
  label: string;
  of: Shared;
  className?: string;
}

/** Sharing by link. What is shared is asked for when it is first opened. */
export function Sharing({ label, of, className = '' }: SharingProps) {
  const [wanted, setWanted] = useState(false);
  return (
    <details className={`print:hidden ${className}`} onToggle={() => setWanted(true)}>
      <summary dir="auto" className="link inline-block min-h-6 cursor-pointer rounded text-sm wrap-anywhere">
        {label}
      </summary>
      <div className="mt-3">{wanted && <SharePage of={of} />}</div>
    </details>
  );
}
