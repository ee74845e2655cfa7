import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { Toast } from 'radix-ui';
import { useSyncExternalStore } from 'react';
import { sentenceOf } from '../api/api.ts';

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
      <Icon className={`mt-0.5 size-5 shrink-0 ${iconColors[tone]}`} aria-hidden="true" />
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
        <X className="size-4" aria-hidden="true" />
      </Toast.Close>
    </Toast.Root>
  );
}
