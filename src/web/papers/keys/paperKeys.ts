import { type RefObject, useEffect, useRef, useState } from 'react';
import { useKeys } from './useKeys.ts';

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
