import { useSyncExternalStore } from 'react';

export interface ToastContent {
  title: string;
  description?: string | undefined;
  tone?: 'neutral' | 'good' | 'bad';
  /** Milliseconds; 5000 unless said (specification §9). */
  duration?: number;
  /** One thing to do about it, such as Undo. `altText` says it in full for screen readers. */
  action?: { label: string; altText: string; run: () => void };
}

export interface ShownToast extends ToastContent {
  id: number;
}

/** Shows a message, from anywhere. One at a time: a new one takes the place of the last. */
export function toast(content: ToastContent): void {
  shown = { ...content, id: ++count };
  for (const tell of listeners) tell();
}

/** Takes a message away: the one with this id, or whatever is shown because it is no longer true. */
export function dismissToast(id = shown?.id): void {
  if (!shown || shown.id !== id) return;
  shown = null;
  for (const tell of listeners) tell();
}

export const useShownToast = (): ShownToast | null => useSyncExternalStore(subscribe, () => shown);

let shown: ShownToast | null = null;
let count = 0;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
