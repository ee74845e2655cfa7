import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { Toast } from 'radix-ui';
import { type ReactNode, useSyncExternalStore } from 'react';
import { sentenceOf } from '../api/api.ts';
import { Button } from './Form.tsx';
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

interface ShownToast {
  id: number;
  tone: 'neutral' | 'good' | 'bad';
  title: string;
  description: string | undefined;
  /** Milliseconds; 5000 by default. */
  duration?: number;
  /** One action, such as Undo. `altText` describes it in full for screen readers. */
  action?: { label: string; altText: string; run: () => void };
}

/** Shows a toast, from anywhere: `toast('good', 'Saved')`. A new toast replaces the one shown. */
export function toast(
  tone: ShownToast['tone'],
  title: string,
  description?: string,
  more?: Pick<ShownToast, 'duration' | 'action'>,
): void {
  current = { id: ++count, tone, title, description, ...more };
  for (const tell of listeners) tell();
}

/** Shows what the server said of an action that is done, then does `then`: `onSuccess: toastDone('Token Revoked', again)`. */
export const toastDone =
  (title: string, then?: () => unknown) =>
  ({ message }: { message: string }): unknown => {
    toast('good', title, message);
    return then?.();
  };

/** Shows what an error says, or `otherwise` if the server said nothing: `onError: toastError('Not Saved')`. */
export const toastError =
  (title: string, otherwise?: string) =>
  (error: Error): void =>
    toast('bad', title, sentenceOf(error, otherwise ?? error.message));

/** Removes the toast with this id, or the one shown. */
export function dismissToast(id = current?.id): void {
  if (!current || current.id !== id) return;
  current = null;
  for (const tell of listeners) tell();
}

let current: ShownToast | null = null;
let count = 0;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const icons = { neutral: Info, good: CircleCheck, bad: CircleAlert };
const iconColors = { neutral: 'text-accent', good: 'text-good', bad: 'text-bad' };

/** Where toasts appear: for 5000 ms, dismissed by a swipe of 50 px to the right; F8 moves the focus here. */
export function Toasts() {
  const shown = useSyncExternalStore(subscribe, () => current);
  return (
    <Toast.Provider duration={5000} swipeDirection="right" swipeThreshold={50} label="Notification">
      {shown && <Shown key={shown.id} {...shown} />}
      <Toast.Viewport
        hotkey={['F8']}
        label="Notifications ({hotkey})"
        className="toasts m-0 list-none outline-none print:hidden"
      />
    </Toast.Provider>
  );
}

function Shown({ id, title, description, tone, duration, action }: ShownToast) {
  const Icon = icons[tone];
  return (
    <Toast.Root
      duration={duration}
      type={tone === 'bad' ? 'foreground' : 'background'}
      onOpenChange={(open) => open || dismissToast(id)}
      className="flex items-start gap-3 rounded-lg border border-line bg-sheet p-4 shadow-sheet data-[state=open]:animate-[toast-in_160ms_ease-out] data-[swipe=cancel]:translate-x-0 data-[swipe=cancel]:transition-transform data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)"
    >
      <Icon className={`mt-0.5 size-5 shrink-0 ${iconColors[tone]}`} />
      <div className="min-w-0 flex-1">
        <Toast.Title className="font-semibold">{title}</Toast.Title>
        {description && (
          <Toast.Description className="mt-0.5 text-sm text-muted">{description}</Toast.Description>
        )}
      </div>
      {action && (
        <Toast.Action
          altText={action.altText}
          onClick={action.run}
          className="min-h-8 shrink-0 rounded-md border border-edge px-3 text-sm font-medium hover:bg-wash"
        >
          {action.label}
        </Toast.Action>
      )}
      <Toast.Close
        aria-label="Dismiss"
        className="-mt-1 -mr-1 grid size-8 shrink-0 place-items-center rounded-md text-muted hover:bg-wash hover:text-ink"
      >
        <X className="size-4" />
      </Toast.Close>
    </Toast.Root>
  );
}
