import { type ReactNode, useState } from 'react';
import { LazyPart } from './LazyPart.tsx';

/**
 * Draws nothing until it is first opened, so that a dialog's code, 8 kB that most visits never need, is loaded
 * then. `Toasts` fetches it ahead with the first touch of the page, so that opening does not wait.
 */
export function WhenOpened({ open, children }: { open: boolean; children: ReactNode }) {
  const [wanted, setWanted] = useState(open);
  if (open && !wanted) setWanted(true);
  return wanted && <LazyPart>{children}</LazyPart>;
}
