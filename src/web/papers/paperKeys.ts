import { type RefObject, useLayoutEffect, useSyncExternalStore } from 'react';
import { paperAnchor } from './paperWords.ts';

/** Scrolls to a paper of the digest, by its number, and focuses it. */
export const goToPaper = (number: number): void => goTo(document.getElementById(paperAnchor(number)));

function goTo(entry: HTMLElement | null): void {
  // `start` rather than `nearest`, so that the title is at the top.
  entry?.scrollIntoView({ block: 'start' });
  entry?.focus({ preventScroll: true });
}

/**
 * j and the right arrow go to the next paper, k and the left arrow to the one before. Nothing happens while
 * something is typed or chosen, or with a modifier. They can be turned off, as single keys must (WCAG 2.2, 2.1.4).
 */
export function usePaperKeys(list: RefObject<HTMLElement | null>, count: number): void {
  const on = usePaperKeysOn()[0];
  // A layout effect, so that the keys work as soon as the list is visible.
  useLayoutEffect(() => {
    if (!on || !count) return;
    const listener = (event: KeyboardEvent) => {
      const step = stepOf(event);
      if (!step || !list.current || isTyping(event.target)) return;
      event.preventDefault();
      // By its place in the list, whose order the reader chooses.
      goTo(list.current.children[nextPaper(currentPaper(list.current), step, count) - 1] as HTMLElement);
    };
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, [on, count, list]);
}

/** The direction of a key; 0 for every other key. */
export function stepOf({
  key,
  altKey,
  ctrlKey,
  metaKey,
  shiftKey,
}: Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>): 1 | -1 | 0 {
  if (altKey || ctrlKey || metaKey || shiftKey) return 0;
  if (key === 'j' || key === 'ArrowRight') return 1;
  if (key === 'k' || key === 'ArrowLeft') return -1;
  return 0;
}

/** `current` is 0 before the first paper; the result stays within 1 to `count`. */
export const nextPaper = (current: number, step: 1 | -1, count: number): number =>
  Math.min(count, Math.max(1, current + step));

/** The paper that holds the focus; 0 when none does. */
const currentPaper = (list: HTMLElement): number =>
  [...list.children].findIndex((entry) => entry.contains(document.activeElement)) + 1;

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input, textarea, select, [contenteditable], [role="listbox"]') !== null;

const storageKey = 'paperKeys';
const listeners = new Set<() => void>();

/** Whether the keys are on, and a setter; stored in this browser. */
export function usePaperKeysOn(): [on: boolean, set: (on: boolean) => void] {
  const on = useSyncExternalStore(subscribe, () => localStorage.getItem(storageKey) !== 'off');
  return [on, setPaperKeys];
}

function setPaperKeys(on: boolean): void {
  if (on) localStorage.removeItem(storageKey);
  else localStorage.setItem(storageKey, 'off');
  for (const tell of listeners) tell();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
