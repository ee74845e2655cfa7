import { useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { local } from '#web/api/storage.ts';

/**
 * Runs the action of a key. Ignores keys typed into a field, keys with a modifier, and all keys while a dialog is open.
 * Readers can turn single keys off (WCAG 2.2, 2.1.4).
 */
export function useKeys(keys: Record<string, () => void>): void {
  const [on] = usePaperKeysOn();
  const latest = useRef(keys);
  latest.current = keys;
  // A layout effect, so that keys work as soon as papers are drawn.
  useLayoutEffect(() => {
    if (!on) return;
    const listener = (event: KeyboardEvent) => {
      const run = latest.current[event.key];
      if (!run || !isPress(event) || isTyping(event.target) || isBelowDialog()) return;
      event.preventDefault();
      run();
    };
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, [on]);
}

/** Whether a key was pressed without modifiers. A held key only moves between papers, so that it answers nothing. */
export const isPress = ({
  key,
  repeat,
  altKey,
  ctrlKey,
  metaKey,
  shiftKey,
}: Pick<KeyboardEvent, 'key' | 'repeat' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>): boolean =>
  !(altKey || ctrlKey || metaKey || (shiftKey && key !== '?')) && (!repeat || /^([jk]|Arrow.*)$/.test(key));

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input, textarea, select, [contenteditable], [role="listbox"]') !== null;

const isBelowDialog = (): boolean => document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;

const storageKey = 'paperKeys';
const listeners = new Set<() => void>();

/** Whether the keys are on, and a setter; stored in this browser. */
export function usePaperKeysOn(): [on: boolean, set: (on: boolean) => void] {
  const on = useSyncExternalStore(subscribe, () => local.getItem(storageKey) !== 'off');
  return [on, setPaperKeys];
}

function setPaperKeys(on: boolean): void {
  if (on) local.removeItem(storageKey);
  else local.setItem(storageKey, 'off');
  for (const tell of listeners) tell();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
