import { type ReactNode, useState } from 'react';
import { LazyPart } from './LazyPart.tsx';

interface WhenOpenedProps {
  open: boolean;
  /** Shown while the code loads, where it opens on the page and not above it; give it the size of what will come. */
  fallback?: ReactNode;
  children: ReactNode;
}

/**
 * Draws nothing until it is first opened, so that a dialog's code, 8 kB that most visits never need, is loaded
 * then. `Toasts` fetches it ahead with the first touch of the page, so that opening does not wait.
 */
export function WhenOpened({ open, fallback, children }: WhenOpenedProps) {
  const [wanted, setWanted] = useState(open);
  if (open && !wanted) setWanted(true);
  return wanted && <LazyPart fallback={fallback}>{children}</LazyPart>;
}
