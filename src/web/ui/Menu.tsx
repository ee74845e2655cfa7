import { type ReactNode, useEffect, useRef, useState } from 'react';
import { buttonClass } from './buttonClass.ts';

interface MenuProps {
  /** The accessible name, where `children` of the button do not say it all. */
  label?: string;
  button: ReactNode;
  variant?: 'quiet' | 'secondary';
  /** Links and buttons, a list item each, of class `menuItem`. */
  children: ReactNode;
}

/** A button that opens a list. Escape, a press elsewhere, and a choice close it; Escape and a choice return the focus. */
export function Menu({ label, button, variant = 'quiet', children }: MenuProps) {
  const menu = useRef<HTMLDetailsElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const [open, setOpen] = useState(false);
  // The element's own state, since it opens before React hears of it.
  const close = () => {
    menu.current!.open = false;
    menu.current!.querySelector('summary')!.focus();
  };
  useEffect(() => {
    if (!open) return;
    const elsewhere = ({ target }: Event) => {
      if (menu.current && !menu.current.contains(target as Node)) menu.current.open = false;
    };
    document.addEventListener('pointerdown', elsewhere);
    document.addEventListener('focusin', elsewhere);
    return () => {
      document.removeEventListener('pointerdown', elsewhere);
      document.removeEventListener('focusin', elsewhere);
    };
  }, [open]);
  return (
    <details
      ref={menu}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      onClick={({ target }) => list.current?.contains(target as Node) && close()}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !menu.current?.open) return;
        event.stopPropagation();
        close();
      }}
      className="relative inline-block"
    >
      <summary
        aria-label={label}
        className={`${buttonClass({ size: 'small', variant })} cursor-pointer list-none [&::-webkit-details-marker]:hidden`}
      >
        {button}
      </summary>
      <ul
        ref={list}
        className="absolute right-0 z-10 mt-1 w-44 rounded-md border border-line bg-sheet py-1.5 shadow-sheet max-sm:right-auto max-sm:left-0"
      >
        {children}
      </ul>
    </details>
  );
}

/** A link or button of a menu. */
export const menuItem =
  'flex min-h-9 w-full items-center gap-2 px-4 text-start text-sm hover:bg-wash pointer-coarse:min-h-11';
