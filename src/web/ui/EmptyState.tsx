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
  <div className="border-y border-line py-7">
    <p className="font-serif text-lg text-pretty">{title}</p>
    {children && <div className="mt-1 max-w-[60ch] text-[0.9375rem] text-muted">{children}</div>}
    {action && <div className="mt-4 flex">{action}</div>}
  </div>
);
