import { useLayoutEffect } from 'react';
import { usePaperKeysOn } from '#web/papers/paperKeys.ts';

export const screeningKeys = [
  ['i', 'Include'],
  ['e', 'Exclude'],
  ['m', 'Maybe'],
  ['u', 'Undo the last decision'],
  ['o', 'Open at the source, in a new tab'],
] as const;

export type ScreeningKey = (typeof screeningKeys)[number][0];

/** Calls `act` for a key of the page: not while something is typed, with a modifier, or while a dialog is open. */
export function useScreeningKeys(act: (key: ScreeningKey) => void): void {
  const [on] = usePaperKeysOn();
  // As soon as papers are drawn: somebody who presses at once must not press in vain.
  useLayoutEffect(() => {
    if (!on) return;
    const listener = (event: KeyboardEvent) => {
      const key = screeningKeys.find(([one]) => one === event.key)?.[0];
      if (!key || event.repeat || !isFree(event)) return;
      event.preventDefault();
      act(key);
    };
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, [on, act]);
}

function isFree({ target, altKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
  if (altKey || ctrlKey || metaKey) return false;
  const isTyping = target instanceof Element && target.closest('input, textarea, select, [contenteditable]');
  return !isTyping && !document.querySelector('[role="dialog"], [role="alertdialog"]');
}
