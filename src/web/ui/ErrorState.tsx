import type { ReactNode } from 'react';
import { Button } from './Button.tsx';

interface ErrorStateProps {
  title: string;
  /** The sentence of the error. */
  children: ReactNode;
  onRetry?: () => void;
  action?: ReactNode;
}

/** What went wrong and what to do about it. */
export const ErrorState = ({ title, children, onRetry, action }: ErrorStateProps) => (
  <div role="alert" className="rounded-lg border border-line border-l-4 border-l-bad bg-sheet px-5 py-4">
    <p className="font-semibold">{title}</p>
    <p className="mt-1 text-[0.9375rem] text-muted">{children}</p>
    {(onRetry || action) && (
      <div className="mt-3 flex flex-wrap gap-3">
        {onRetry && (
          <Button variant="secondary" size="small" onClick={onRetry}>
            Try again
          </Button>
        )}
        {action}
      </div>
    )}
  </div>
);

/** An empty list: says so, and what to do. */
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
