import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { ButtonLink } from '#web/ui/Button.tsx';

interface HeaderProps {
  home?: string;
  /** Links to the main pages: beside the name, or on a row of their own in narrow windows. */
  nav?: ReactNode;
  children?: ReactNode;
}

/** The product's name at the left, the page's own controls at the right. */
export const Header = ({ children, nav, home = '/' }: HeaderProps) => (
  <header className="border-b border-line print:hidden">
    <a
      href="#content"
      className="sr-only focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-50 focus:rounded-md focus:bg-sheet focus:px-4 focus:py-2"
    >
      Skip to content
    </a>
    <div className="mx-auto flex min-h-16 max-w-6xl flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-2.5 max-sm:has-data-row:grid max-sm:has-data-row:grid-cols-[minmax(0,1fr)_auto] max-sm:has-data-row:gap-y-1 sm:px-6">
      <a
        href={home}
        className="flex min-h-8 items-center gap-2.5 rounded font-serif text-xl font-semibold tracking-tight"
      >
        <Mark />
        Litwatch
      </a>
      {nav}
      {children && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 max-sm:has-data-row:contents">
          {children}
        </div>
      )}
    </div>
  </header>
);

const Mark = () => (
  <svg viewBox="0 0 24 24" className="size-6 text-accent" aria-hidden="true">
    <g fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round">
      <path d="M3 5h18M3 11h11M3 17h7" />
      <circle cx="18" cy="16.5" r="3" />
    </g>
  </svg>
);

/** A back link in the header. The narrowest phones have no room for its arrow. */
export const BackTo = ({ to, children }: { to: string; children: string }) => (
  <ButtonLink to={to} variant="secondary" className="max-sm:px-3 max-sm:text-sm">
    <ArrowLeft className="size-4 max-[22.5rem]:hidden" aria-hidden="true" />
    {children}
  </ButtonLink>
);
