import { type RefObject, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { local } from '#web/api/storage.ts';

/** The element id of a paper in its digest, which the summary links to. */
export const paperAnchor = (number: number): string => `paper-${number}`;

/** Scrolls to a paper of the digest, by its number, and focuses it. */
export const goToPaper = (number: number): void => goTo(document.getElementById(paperAnchor(number)));

function goTo(entry: Element | null | undefined): void {
  if (!(entry instanceof HTMLElement)) return;
  // `start` rather than `nearest`, so that the title is at the top.
  entry.scrollIntoView({ block: 'start' });
  entry.focus({ preventScroll: true });
}

/**
 * Keyboard shortcuts of a list of papers, to move and to answer. An answer's key presses the button that declares it
 * (`aria-keyshortcuts`) in the focused paper, so that key and button do the same. If no paper has the focus, the key
 * focuses the first. Returns the text for screen readers to announce.
 */
export function usePaperKeys(list: RefObject<HTMLElement | null>, showKeys: () => void): string {
  const [said, setSaid] = useState('');
  const given = useGiven(list);
  const step = (by: 1 | -1) => {
    // By position in the list, because the reader chooses the order.
    const entries = [...(list.current?.children ?? [])];
    if (entries.length) goTo(entries[nextPaper(entries.findIndex(holdsFocus) + 1, by, entries.length) - 1]);
  };
  const press = (key: string) => {
    const entry = [...(list.current?.children ?? [])].find(holdsFocus);
    if (!entry) return step(1);
    const button = entry.querySelector<HTMLElement>(`[aria-keyshortcuts="${key}"]`);
    if (!button || isPressed(button)) return;
    button.click();
    if (key === 's') setSaid(`Kept on your shelf: ${numberOf(button)}`);
  };
  const undo = () => {
    const last = given.current.findLast(({ back }) => back.isConnected);
    if (!last) return;
    const others = given.current.filter((one) => one !== last);
    last.back.click();
    given.current = others;
    goTo(last.back.closest('li'));
    setSaid(`Taken back: ${numberOf(last.back)}`);
  };
  useKeys(
    {
      j: () => step(1),
      ArrowRight: () => step(1),
      k: () => step(-1),
      ArrowLeft: () => step(-1),
      s: () => press('s'),
      x: () => press('x'),
      o: () => press('o'),
      u: undo,
      '?': showKeys,
    },
    list,
  );
  return said;
}

/** `current` is 0 before the first paper; the result stays within 1 to `count`. */
export const nextPaper = (current: number, step: 1 | -1, count: number): number =>
  Math.min(count, Math.max(1, current + step));

const holdsFocus = (entry: Element): boolean => entry.contains(document.activeElement);
const isPressed = (button: Element): boolean => button.getAttribute('aria-pressed') === 'true';
const numberOf = (button: Element): string =>
  button.closest('fieldset')?.firstElementChild?.textContent ?? '';

/** An answer of this visit: the button that gave it, and the button that undoes it. */
interface Given {
  button: HTMLButtonElement;
  back: HTMLButtonElement;
}

/** The answers of this visit, by key or by press, oldest first. */
function useGiven(list: RefObject<HTMLElement | null>): RefObject<Given[]> {
  const given = useRef<Given[]>([]);
  useEffect(() => {
    const papers = list.current;
    // In the capture phase, while the buttons still show the previous answer.
    const note = ({ target }: Event) => {
      const button = target instanceof Element && target.closest<HTMLButtonElement>('button[name]');
      if (!button) return;
      const others = given.current.filter((one) => one.button !== button);
      // The same button again, or the previous answer's button.
      const former = [...(button.closest('fieldset')?.querySelectorAll('button') ?? [])].find(
        (one) => one.name === button.name && isPressed(one),
      );
      given.current = isPressed(button) ? others : [...others, { button, back: former ?? button }];
    };
    papers?.addEventListener('click', note, true);
    return () => papers?.removeEventListener('click', note, true);
  }, [list]);
  return given;
}

/**
 * Runs the action of a key. Ignores keys typed into a field, keys with a modifier, and all keys while a dialog is open
 * that does not contain `list`. Readers can turn single keys off (WCAG 2.2, 2.1.4).
 */
export function useKeys(keys: Record<string, () => void>, list?: RefObject<Element | null>): void {
  const [on] = usePaperKeysOn();
  const latest = useRef(keys);
  latest.current = keys;
  // A layout effect, so that keys work as soon as papers are drawn.
  useLayoutEffect(() => {
    if (!on) return;
    const listener = (event: KeyboardEvent) => {
      const run = latest.current[event.key];
      if (!run || !isPress(event) || isTyping(event.target) || isBelowDialog(list?.current)) return;
      event.preventDefault();
      run();
    };
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, [on, list]);
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

const isBelowDialog = (list: Element | null | undefined): boolean =>
  [...document.querySelectorAll('[role="dialog"], [role="alertdialog"]')].some(
    (dialog) => !list || !dialog.contains(list),
  );

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
