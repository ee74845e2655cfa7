import { useLayoutEffect } from 'react';
import { usePaperKeysOn } from '#web/papers/paperKeys.ts';

export type DeskKey = 'j' | 'k' | 's' | 'e' | 'x' | 'u' | 'o' | '?';

/** What each key of the desk does, for the list that `?` opens. */
export const deskKeys: [key: DeskKey, meaning: string][] = [
  ['j', 'Next paper'],
  ['k', 'Previous paper'],
  ['s', 'Keep'],
  ['e', 'Done'],
  ['x', 'Not for me'],
  ['u', 'Undo the last answer'],
  ['o', 'Open at the source, in a new tab'],
  ['?', 'This list'],
];

/** Calls `act` for a key of the desk: not while something is typed, with a modifier, or while a dialog is open. */
export function useDeskKeys(act: (key: DeskKey) => void): void {
  const [on] = usePaperKeysOn();
  // As soon as papers are drawn: somebody who presses at once must not press in vain.
  useLayoutEffect(() => {
    if (!on) return;
    const listener = (event: KeyboardEvent) => {
      if (!isDeskKey(event.key) || !isFree(event)) return;
      event.preventDefault();
      act(event.key);
    };
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, [on, act]);
}

const isDeskKey = (key: string): key is DeskKey => deskKeys.some(([one]) => one === key);

function isFree({ target, altKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
  if (altKey || ctrlKey || metaKey) return false;
  const typing =
    target instanceof Element &&
    target.closest('input, textarea, select, [contenteditable], [role="listbox"]');
  return !typing && !document.querySelector('[role="dialog"], [role="alertdialog"]');
}
