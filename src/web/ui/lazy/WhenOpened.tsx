import { type ReactNode, useState } from 'react';
import { LazyPart } from './LazyPart.tsx';

interface WhenOpenedProps {
  open: boolean;
  /** Shown while the code loads, for a part within the page; give it the part's size. */
  fallback?: ReactNode;
  children: ReactNode;
}

/**
 * Draws nothing until it is first opened, so that a dialog's code (8 kB that most visits never need) loads only
 * then. `Toasts` preloads it at the first touch of the page, so that opening is immediate.
 */
export function WhenOpened({ open, fallback, children }: WhenOpenedProps) {
  const [wanted, setWanted] = useState(open);
  if (open && !wanted) setWanted(true);
  return wanted && <LazyPart fallback={fallback}>{children}</LazyPart>;
}
