import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { buttonClass } from './buttonClass.ts';
import { Link } from './Link.tsx';

interface MenuProps {
  /** The accessible name, where `children` of the button do not say it all. */
  label?: string;
  button: ReactNode;
  variant?: 'quiet' | 'secondary';
  /** Opens above the button, which is at the foot of something. */
  up?: boolean;
  /** Entries: a `MenuItem` each. */
  children: ReactNode;
}

/** A button that opens a list. Escape, a press elsewhere, and a choice close it; Escape and a choice return the focus. */
export function Menu({ label, button, variant = 'quiet', up, children }: MenuProps) {
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
    const ended = new AbortController();
    for (const event of ['pointerdown', 'focusin'])
      document.addEventListener(event, elsewhere, { signal: ended.signal });
    return () => ended.abort();
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
        className={`absolute right-0 z-30 w-max max-w-[calc(100vw-2rem)] min-w-52 rounded-[0.625rem] border border-line bg-sheet p-1.25 shadow-sheet ${up ? 'bottom-full mb-1' : 'mt-1'}`}
      >
        {children}
      </ul>
    </details>
  );
}

interface MenuItemProps {
  icon?: LucideIcon;
  /** A path of this site; without one the entry is a button. */
  to?: string;
  onClick?: () => void;
  disabled?: boolean;
  className?: string;
  children: ReactNode;
}

/** An entry of a menu. */
export function MenuItem({ icon: Icon, to, className, children, ...press }: MenuItemProps) {
  const shown = (
    <>
      {Icon && <Icon className="size-4" />}
      {children}
    </>
  );
  return (
    <li className={className}>
      {to ? (
        <Link to={to} className={menuItem}>
          {shown}
        </Link>
      ) : (
        <button type="button" className={menuItem} {...press}>
          {shown}
        </button>
      )}
    </li>
  );
}

/** The look of an entry, for links to files and other sites. */
export const menuItem =
  'flex min-h-8.5 w-full items-center gap-2.5 rounded-md px-2.5 text-start text-sm hover:bg-wash pointer-coarse:min-h-11 [&_svg]:text-muted';
