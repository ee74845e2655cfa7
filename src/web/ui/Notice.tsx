import type { ReactNode } from 'react';
import { sentenceOf } from '../api/api.ts';
import { Button } from './Button.tsx';
import { Skeleton } from './Spinner.tsx';

const edges = {
  accent: 'border-l-accent',
  good: 'border-l-good',
  warn: 'border-l-warn',
  bad: 'border-l-bad',
};

type NoticeProps = { tone?: keyof typeof edges; title?: ReactNode; children?: ReactNode; className?: string };

/** A message in the page. Screen readers announce an error at once and anything else when they pause. */
export const Notice = ({ tone = 'accent', title, children, className = '' }: NoticeProps) => (
  <div
    role={tone === 'bad' ? 'alert' : 'status'}
    className={`rounded-md border border-line border-l-4 bg-sheet px-4 py-3 ${edges[tone]} ${className}`}
  >
    {title && <p className="font-semibold">{title}</p>}
    {children && <div className={`text-[0.9375rem] ${title ? 'mt-0.5 text-muted' : ''}`}>{children}</div>}
  </div>
);

/** What an action was refused for; `otherwise` if the server said nothing. */
export const Refused = ({ error, otherwise }: { error: Error | null; otherwise?: string }) =>
  error && (
    <Notice tone="bad" className="mt-5">
      {sentenceOf(error, otherwise ?? error.message)}
    </Notice>
  );

interface ErrorStateProps {
  title?: string;
  /** The sentence of the error. */
  children: ReactNode;
  onRetry?: () => void;
  action?: ReactNode;
}

/** What went wrong and what to do about it. */
export const ErrorState = ({ title, children, onRetry, action }: ErrorStateProps) => (
  <div role="alert" className="rounded-lg border border-line border-l-4 border-l-bad bg-sheet px-5 py-4">
    {title && <p className="mb-1 font-semibold">{title}</p>}
    <p className="text-[0.9375rem] text-muted">{children}</p>
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

type Read = { error: Error | null; refetch: () => unknown };

/** A read that failed, and a button that repeats it. */
export const ReadFailed = ({ title, read: { error, refetch } }: { title?: string; read: Read }) => (
  <ErrorState title={title} onRetry={() => void refetch()}>
    {error?.message}
  </ErrorState>
);

interface WhenReadProps<T> {
  read: Read & { data: T | undefined };
  /** The title of a failure. */
  failed: string;
  /** The height that is kept free until it is read. */
  room?: string;
  children: (data: T) => ReactNode;
}

/** What was read, once it is there. */
export const WhenRead = <T,>({ read, failed, room = 'h-24', children }: WhenReadProps<T>) =>
  read.data !== undefined ? (
    children(read.data)
  ) : read.error ? (
    <ReadFailed title={failed} read={read} />
  ) : (
    <Skeleton className={room} />
  );

type EmptyStateProps = { title: ReactNode; children?: ReactNode; action?: ReactNode };

/** An empty list: says so, and what to do. */
export const EmptyState = ({ title, children, action }: EmptyStateProps) => (
  <div className="border-y border-line py-7">
    <p className="font-serif text-lg text-pretty">{title}</p>
    {children && <div className="mt-1 max-w-[60ch] text-[0.9375rem] text-muted">{children}</div>}
    {action && <div className="mt-4 flex">{action}</div>}
  </div>
);
