import { type RefObject, useEffect, useRef, useState } from 'react';
import { useKeys } from './useKeys.ts';

/** The place of a paper in its digest, as the summary links to it. */
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
 * Keys of a list of papers: from one to the next, and answers. An answer's key presses the button that names it
 * (`aria-keyshortcuts`) in the paper that has the focus, so that key and button are one; while no paper has it, the key
 * goes to the first. Returns what to read out.
 */
export function usePaperKeys(list: RefObject<HTMLElement | null>, showKeys: () => void): string {
  const [said, setSaid] = useState('');
  const given = useGiven(list);
  const step = (by: 1 | -1) => {
    // By its place in the list, whose order the reader chooses.
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
      ...{ j: () => step(1), ArrowRight: () => step(1), k: () => step(-1), ArrowLeft: () => step(-1) },
      ...{ s: () => press('s'), x: () => press('x'), o: () => press('o'), u: undo, '?': showKeys },
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

/** An answer of this visit: the button that gave it, and the one that takes it back. */
interface Given {
  button: HTMLButtonElement;
  back: HTMLButtonElement;
}

/** The answers of this visit, the last one last, whether a key gave them or a press. */
function useGiven(list: RefObject<HTMLElement | null>): RefObject<Given[]> {
  const given = useRef<Given[]>([]);
  useEffect(() => {
    const papers = list.current;
    // Before the press is acted on, while the buttons still show the former answer.
    const note = ({ target }: Event) => {
      const button = target instanceof Element && target.closest<HTMLButtonElement>('button[name]');
      if (!button) return;
      const others = given.current.filter((one) => one.button !== button);
      // The same button again, or the one that it replaces.
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
