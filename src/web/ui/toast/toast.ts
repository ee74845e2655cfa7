import { useSyncExternalStore } from 'react';

export interface ToastContent {
  title: string;
  description?: string | undefined;
  tone?: 'neutral' | 'good' | 'bad';
  /** Milliseconds; 5000 by default. */
  duration?: number;
  /** One action, such as Undo. `altText` describes it in full for screen readers. */
  action?: { label: string; altText: string; run: () => void };
}

export interface ShownToast extends ToastContent {
  id: number;
}

/** Shows a toast, from anywhere. A new toast replaces the one shown. */
export function toast(content: ToastContent): void {
  shown = { ...content, id: ++count };
  for (const tell of listeners) tell();
}

/** Removes the toast with this id, or the one shown. */
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
