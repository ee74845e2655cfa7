import type { ReactNode } from 'react';

/** What can be done next: side by side, and on a phone one under the other, as wide as the thumb's reach. */
export const Actions = ({ children, className = 'mt-7' }: { children: ReactNode; className?: string }) => (
  <div className={`flex flex-col gap-3 sm:flex-row sm:flex-wrap ${className}`}>{children}</div>
);
