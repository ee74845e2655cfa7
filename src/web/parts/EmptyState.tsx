import type { ReactNode } from 'react';

/** Nothing here yet: says so, and what would change it. */
export const EmptyState = ({
  title,
  children,
  action,
}: {
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
}) => (
  <div className="rounded-lg border border-dashed border-line px-5 py-8 text-center">
    <p className="font-serif text-lg text-balance">{title}</p>
    {children && <div className="mx-auto mt-1.5 max-w-[48ch] text-[0.9375rem] text-muted">{children}</div>}
    {action && <div className="mt-4 flex justify-center">{action}</div>}
  </div>
);
